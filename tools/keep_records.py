"""Keeps records of today's rules, for the test that replays them for ever (tests/records).

    python tools/keep_records.py FOLDER [GAME ...]

writes FOLDER/<rules version>/<game>/: games of random and of greedy choices with every number of
players and every value of every option, some from positions, some unfinished. An existing folder is
left alone: kept records never change.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.game import Game, Value

Setting = tuple[int, dict[str, Value]]
TRIES = 300  # settings looked at for each game kept
MOST = 18  # settings, before every number of players gets one more game with default options
PLAYS = ("random", "greedy")


def main() -> None:
    folder, names = Path(sys.argv[1]), sys.argv[2:] or list(GAMES)
    for name in names:
        game = GAMES[name]
        place = folder / game.info.rules_version / name
        if place.exists():
            print(f"{place} is there already, and stays as it is")
            continue
        place.mkdir(parents=True)
        keep(game, place)


def keep(game: Game, place: Path) -> None:
    """Finished games of every setting; every fourth also from a position in the middle, every
    fourth also unfinished.
    """
    kept: dict[str, es.Match] = {}
    positions: list[dict[str, Any]] = []
    for number, (players, options) in enumerate(settings(game)):
        how = PLAYS[number % 2]
        name = f"{number:02}-{players}p-{how}"
        rng = random.Random(f"{game.info.id} {name}")
        kept[name] = new_match(game, players, options, SealedDealer(secret(game, name)), None)
        middle, unfinished = play(kept[name], how, rng)
        if number % 4 == 2:
            positions.append(middle)
            name += "-position"
            kept[name] = match_from_json(game, middle, SealedDealer(secret(game, name)), None)
            play(kept[name], how, rng)
        if number % 4 == 3:
            kept[name + "-unfinished"] = unfinished
        print(f"{place} {name} {options}", flush=True)
    write(
        place / "games.txt",
        [f"# {name}\n{match.record(resumable=True)}" for name, match in kept.items()],
    )
    write(
        place / "spectator.txt",
        [f"# {name}\n{match.record(None)}" for name, match in list(kept.items())[::8]],
    )
    codes = {
        name: [[int(who), int(code)] for who, code in match.answers()]
        for name, match in kept.items()
    }
    write(
        place / "codes.json",
        ["{\n" + ",\n".join(f'"{name}": {compact(codes[name])}' for name in codes) + "\n}\n"],
    )
    write(
        place / "positions.json",
        ["[\n" + ",\n".join(compact(position) for position in positions) + "\n]\n"],
    )


def write(path: Path, texts: list[str]) -> None:
    path.write_text("\n".join(texts), encoding="utf-8")


def compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def secret(game: Game, name: str) -> bytes:
    """A secret that follows from the name, so that another run writes the same files."""
    return hashlib.sha256(f"{game.info.id} {game.info.rules_version} {name}".encode()).digest()


def settings(game: Game) -> list[Setting]:
    """A few settings: every number of players three times, every value of every option, and every
    pair that goes together.
    """
    rng = random.Random(game.info.id)
    counts = range(game.info.min_players, game.info.max_players + 1)
    chosen: list[Setting] = [(players, game.full_options(players, {})) for players in counts]
    chosen += [(players, some(game, players, rng)) for players in counts]
    met = set().union(*(pairs(*one) for one in chosen))
    while len(chosen) < MOST:
        best = max(
            (a_setting(game, rng) for _ in range(TRIES)), key=lambda one: worth(pairs(*one) - met)
        )
        if not pairs(*best) - met:
            break
        met |= pairs(*best)
        chosen.append(best)
    return chosen + [(players, game.full_options(players, {})) for players in counts]


def pairs(players: int, options: dict[str, Value]) -> set[tuple[str, ...]]:
    """Every value of the setting, and every two of them."""
    values = [f"players={players}", *(f"{name}={value}" for name, value in options.items())]
    return {(value,) for value in values} | {
        (one, other) for one in values for other in values if one < other
    }


def worth(news: set[tuple[str, ...]]) -> int:
    """New values count more than new pairs of values."""
    return sum(1000 if len(one) == 1 else 1 for one in news)


def a_setting(game: Game, rng: random.Random) -> Setting:
    players = rng.randint(game.info.min_players, game.info.max_players)
    return players, some(game, players, rng)


def some(game: Game, players: int, rng: random.Random) -> dict[str, Value]:
    """Random options that make sense together."""
    while True:
        try:
            return game.full_options(
                players, {option.name: rng.choice(option.choices) for option in game.info.options}
            )
        except es.BadOptions:
            continue


def play(match: es.Match, how: str, rng: random.Random) -> tuple[dict[str, Any], es.Match]:
    """Play to the end; returns the position and the match about half way, with sealed answers if
    there are any.
    """
    bot = es.bot(how)
    middle, unfinished = match.to_json(), match.copy()
    turn = rng.randint(10, 60)
    taken = 0
    while not match.over:
        seat = rng.choice(match.waiting)
        choices = match.legal(seat)
        match.push(bot.choose(match.view(seat), choices, rng).code, seat)
        taken += 1
        if not match.over and (taken <= turn or (taken < 2 * turn and not match.sealed())):
            middle, unfinished = match.to_json(), match.copy()
            if match.sealed() and taken > turn // 2:
                turn = taken
    return middle, unfinished


if __name__ == "__main__":
    main()
