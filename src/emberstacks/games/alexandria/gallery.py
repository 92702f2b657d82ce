"""The box as a list of pieces, and where points came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from emberstacks.games.alexandria.components import Components, Editions
from emberstacks.games.alexandria.printed import printed
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import Piece

BEGAN: Final = "In games that began under rules"


def pieces(editions: Editions) -> list[Piece]:
    """Heroes, their cards, Rescue cards, Dramatic Ends and rooms."""
    box, shown = editions.newest, printed(editions)
    found = []
    for number, hero in enumerate(shown["heroes"]):
        text = f"{hero['role']}. {hero['ability']['name']}: {hero['ability']['text']}"
        destiny = f"Destiny {hero['destiny']['name']}: {hero['destiny']['text']}"
        found.append(
            Piece(
                "Heroes",
                hero["name"],
                f"{text} {destiny}",
                1,
                kind="hero",
                number=number,
                clause="1.3",
            )
        )
    for number, card in shown["cards"].items():
        cost = (
            f"{card['white']} white and {card['black']} black Time"
            if card["white"] or card["black"]
            else "no Time"
        )
        owner = shown["heroes"][card["hero"]]["name"]
        past = ""
        for version, before in shown["until"].items():
            if number in before["cards"]:
                past = f" {BEGAN} {version} or older: {before['cards'][number]['text']}"
        found.append(
            Piece(
                f"Cards of {owner}",
                card["name"],
                f"{card['text']} Costs {cost}.{past}",
                1,
                kind="card",
                number=number,
                clause="3.8" if number == 0 else "",
            )
        )
    for number, rescue in enumerate(shown["rescue"]):
        traits = (
            ", ".join(str(trait) for trait in rescue["traits"]) if rescue["traits"] else "no trait"
        )
        text = f"{rescue['category'].capitalize()}; {traits}."
        part = (
            f" Part of {shown['collections'][rescue['collection']]}."
            if rescue["collection"] >= 0
            else ""
        )
        collections = shown["until"]["1.3"]["collections"]
        if number in collections:
            once = collections[number]
            whose = f"part of {shown['collections'][once]}" if once >= 0 else "part of nothing"
            part += f" {BEGAN} 1.3 or older: {whose}."
        found.append(
            Piece(
                "Rescue cards",
                rescue["name"],
                text + part,
                1,
                kind="rescue",
                number=number,
                clause="4.4" if number % 15 == 0 else "",
            )
        )
    for number, end in enumerate(shown["ends"]):
        owner = shown["heroes"][end["hero"]]["name"]
        found.append(
            Piece(
                "Dramatic Ends",
                end["name"],
                f"Of {owner}. Portent: {end['portent']} End: {end['end']}",
                1,
                kind="end",
                number=number,
                clause="9.1" if number == 0 else "",
            )
        )
    for number, room in enumerate(box.rooms):
        text = "A room of the Library. Its furniture says what can be done there."
        found.append(
            Piece(
                "Rooms",
                room,
                text,
                1,
                kind="room",
                number=number,
                clause="1.6" if number == 0 else "",
            )
        )
    for number, kind in enumerate(box.types):
        found.append(
            Piece(
                "Furniture",
                kind.capitalize(),
                "Furniture. Cards and boards that name it need one face up in your room.",
                box.furniture[box.most_players][number],
                f"furniture-{kind}",
                "3.11",
                "furniture",
                number,
            )
        )
    found.append(
        Piece(
            "Tokens",
            "Fire",
            "A room with Fire burns first.",
            int(box.fire_tokens),
            "token-fire",
            "4.11",
            "token",
            0,
        )
    )
    found.append(
        Piece(
            "Tokens",
            "Water",
            "A room with Water does not burn.",
            1,
            "token-water",
            "4.12",
            "token",
            1,
        )
    )
    found.append(
        Piece(
            "Tokens",
            "Time",
            "Its place on the track shows how much Time you have left.",
            box.most_players,
            "token-time",
            "2.2",
            "token",
            2,
        )
    )
    return found


def sources(box: Components, scores: list[int], events: Sequence[Event]) -> list[dict[str, int]]:
    """Points by collections, by Dramatic Ends, and by cards, rescues and fate during the game."""
    found: list[dict[str, int]] = [{} for _ in scores]
    ended = False
    for event in events:
        if event.kind == "dramatic-end":
            ended = True
        elif event.kind == "collection":
            add(
                found[event.args[0]], f"Collection: {box.collections[event.args[1]]}", event.args[2]
            )
        elif event.kind == "points":
            add(found[event.args[0]], "Dramatic End" if ended else "During the game", event.args[1])
    # behind screens, a loss may be told that nobody had to pay
    for seat, points in enumerate(scores):
        rest = points - sum(found[seat].values())
        if rest:
            add(found[seat], "Losses below zero", rest)
    return found


def add(found: dict[str, int], name: str, points: int) -> None:
    found[name] = found.get(name, 0) + points
