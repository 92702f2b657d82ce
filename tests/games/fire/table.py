"""Written positions of Fire in the Library, for tests that read like the rulebook."""

from __future__ import annotations

from typing import Any

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.components import COPIES, FIRE, SPACES, TOKENS, TRACK
from emberstacks.games.fire.state import EMPTY, FREE, ORDINALS, SET_ASIDE, UNUSED
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import Dealer, ScriptedDealer
from emberstacks.kernel.step import EVERYBODY

SEATS = "ABCDEF"
BOX = GAME.box
TOOLS = len(BOX.tools)


def turn(
    script: str = "",
    *,
    players: int = 4,
    cards: str = "",
    card: str = "1st",
    on: dict[str, str] | None = None,
    hands: dict[str, str] | None = None,
    known: dict[str, str] | None = None,
    market: str = "map, map, torch",
    burned: str = "",
    options: dict[str, Any] | None = None,
    rest_in: str = "deck",
    rules: str = "",
    **fields: Any,
) -> es.Match:
    """It is the turn of the player with the card, and nothing has been drawn yet.

    `cards` says who holds the 1st, 2nd ... card (by default A, B ...; R the robot, - nobody, x set
    aside), `on` which tokens lie on them, `hands` and `known` which tools people hold in secret and
    openly, `rest_in` where all other tools are, `rules` a version before the newest. The script
    gives the draws to come, in order.
    """
    data = new_match(GAME, players, options or {}, Dealer(1), 1, rules or None).to_json()
    state = data["state"]
    copies = len(state["discards"]) // TOOLS
    tools = Tools(state, copies, players)
    state["market"] = [tools.take(name) for name in members(market)] if state["hands"][0] else []
    state["hands"] = [[] for _ in range(players)]
    for seen, owners in ((0, hands or {}), (EVERYBODY, known or {})):
        for owner, names in owners.items():
            seat = SEATS.index(owner)
            for name in members(names):
                state["hands"][seat].append([tools.take(name), seen or 1 << seat, 0, -1])
    tools.put_rest(rest_in)
    lay_cards(
        state,
        cards.split() or [*SEATS[:players], *("R" if data["options"]["robot"] else "")],
        players,
    )
    lay_tokens(state, on or {}, burned)
    active = ORDINALS.index(card)
    state.update({"card": active, "round": 2, "draws": 0})
    state["stack"] = [["EndOfRound"], ["PlayTurns"], ["SaveBooks", state["holder"][active]]]
    state.update(fields)
    return match_from_json(GAME, data, ScriptedDealer(members(script)), None)


class Tools:
    """All tools of a game, to be laid out."""

    def __init__(self, state: dict[str, Any], copies: int, players: int) -> None:
        self.state = state
        self.copies = copies
        in_play = any(state["hands"]) or copies == COPIES
        self.left = [0] * TOOLS * copies
        for piece in range(TOOLS * copies):
            if in_play and not (BOX.needs_four[piece // copies] and players < 4):
                self.left[piece] = COPIES // copies

    def take(self, name: str) -> int:
        """A tool by its name, with a robot a copy by its letter or the first that is left."""
        letter = name[-1] if name[-2:-1] == " " else ""
        kind = BOX.tools.index(name.removesuffix(f" {letter}") if letter else name)
        copies = ["abc".index(letter)] if letter else list(range(self.copies))
        piece = next(
            kind * self.copies + copy for copy in copies if self.left[kind * self.copies + copy]
        )
        self.left[piece] -= 1
        return piece

    def put_rest(self, where: str) -> None:
        """All others are in the deck, among the discards, or as game_tools out of reach on the
        table.
        """
        self.state["deck"]["rest"] = [0] * len(self.left)
        if where == "deck":
            self.state["deck"]["rest"] = self.left
        else:
            self.state[where] = self.left


def lay_cards(state: dict[str, Any], owners: list[str], players: int) -> None:
    in_play = [holder != UNUSED for holder in state["holder"]]
    meaning = {
        "-": FREE,
        "x": SET_ASIDE,
        "R": players,
        **{SEATS[seat]: seat for seat in range(players)},
    }
    owners += ["-"] * 6
    state["holder"] = [meaning[owners[card]] if in_play[card] else UNUSED for card in range(6)]


def lay_tokens(state: dict[str, Any], on: dict[str, str], burned: str) -> None:
    """Tokens on cards come out of the bag; the icons of burned cards have put fires into it."""
    for word in burned.split():
        section = BOX.tokens.index(word)
        state["burned"][section] += 1
        if BOX.icons[section * TRACK + state["burned"][section]]:
            state["spare"] -= 1
            state["bag"][FIRE] += 1
    for ordinal, words in on.items():
        for space, word in enumerate(words.split()):
            if word != "-":
                state["spaces"][ORDINALS.index(ordinal) * SPACES + space] = BOX.tokens.index(word)
                state["bag"][BOX.tokens.index(word)] -= 1


def members(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def go(match: es.Match, moves: str) -> es.Match:
    """Answer: `A draw, B pass`."""
    for move in members(moves):
        seat, _, text = move.partition(" ")
        match.push(text, SEATS.index(seat))
    return match


def truth(match: es.Match) -> dict[str, Any]:
    """The whole position, secrets included."""
    state: dict[str, Any] = match.to_json()["state"]
    return state


def on_card(match: es.Match, ordinal: str) -> str:
    """The tokens on a card, as `turn` takes them."""
    first = ORDINALS.index(ordinal) * SPACES
    words = [
        "-" if t == EMPTY else BOX.tokens[t] for t in truth(match)["spaces"][first : first + SPACES]
    ]
    return " ".join(words).rstrip(" -")


def hand(match: es.Match, owner: str) -> list[str]:
    """The tools that somebody holds, by name."""
    state = truth(match)
    copies = len(state["discards"]) // TOOLS
    return sorted(BOX.tools[row[0] // copies] for row in state["hands"][SEATS.index(owner)])


def counts(match: es.Match, field: str) -> dict[str, int]:
    """A field that counts tokens, by their names."""
    return {BOX.tokens[t]: n for t, n in enumerate(truth(match)[field][:TOKENS]) if n}


def tools_in(match: es.Match, field: str) -> list[str]:
    """A field that counts tools, by their names."""
    state = truth(match)
    copies = len(state["discards"]) // TOOLS
    return [BOX.tools[piece // copies] for piece, n in enumerate(state[field]) for _ in range(n)]


def values(match: es.Match) -> list[int]:
    """What white, yellow, black and purple are worth now."""
    return [
        int(BOX.values[section * TRACK + place])
        for section, place in enumerate(truth(match)["burned"])
    ]


def points(match: es.Match) -> list[int]:
    """Everybody's score, the robot's last."""
    scores: list[int] = truth(match)["score"]
    return scores


def texts(match: es.Match, owner: str = "") -> list[str]:
    """What may be answered now."""
    return [str(choice) for choice in match.legal(SEATS.index(owner) if owner else None)]


def asked(match: es.Match) -> str:
    """The question now, by its name."""
    stack = truth(match)["stack"]
    return str(stack[-1][0]) if stack else "over"


def told(match: es.Match) -> list[str]:
    """The log, as sentences for everybody."""
    return [event["text"] for event in match.events(None)]
