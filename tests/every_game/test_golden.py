"""Golden files: any change of behaviour shows as a difference in text. The same files hold for both
builds (law 13).
"""

from __future__ import annotations

import json

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel import laws
from emberstacks.kernel.codec import decode
from tests.conftest import COMPILED
from tests.every_game.table import GOLDEN, RENEW, compare, random_game, settings

DEPTH = 5
ENOUGH = 2000 if COMPILED or RENEW else 400  # nodes: games with many choices are not counted deeper


def transcript(match: es.Match) -> str:
    """A game as its record, its log and its last board."""
    log = "\n".join(event["text"] for event in match.events(None))
    return f"{match.record()}\n{log}\n\n{match.board(None)}\n"


@pytest.mark.parametrize(("name", "players"), settings())
def test_transcripts(name: str, players: int) -> None:
    compare(GOLDEN / f"{name}-{players}.txt", transcript(random_game(name, players, seed=players)))


@pytest.mark.parametrize("name", GAMES)
def test_action_numbers(name: str) -> None:
    """Law 18: the numbering that learners rely on."""
    compare(GOLDEN / f"{name}-actions.txt", "\n".join(laws.action_table(GAMES[name])) + "\n")


# Questions without a menu whose codes stand for a piece and what is done with it: decision 9 says why.
PAIRED = {
    "horror": ["LayByHand"],
    "librarians": ["ShiftColumn"],
    "alexandria": ["ChooseEnd", "RemoveFurniture"],
}


@pytest.mark.parametrize("name", PAIRED)
def test_codes_of_pieces_and_what_is_done_with_them(name: str) -> None:
    """What each code means stays as it is: a line of the file for each."""
    game, lines = GAMES[name], []
    s = game.start(2, game.full_options(2, {}))
    for step in game.steps:
        if step.__name__ in PAIRED[name]:
            made = step(*[0] * len(step.MADE_OF))
            lines += [f"{step.__name__} {code}: {made.text(s, code)}" for code in range(step.size)]
    compare(GOLDEN / f"{name}-codes.txt", "\n".join(lines) + "\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_node_counts(name: str) -> None:
    """Law 14: how many positions lie up to five answers ahead of five stored positions."""
    path = GOLDEN / f"{name}-nodes.json"
    if RENEW:
        compare(path, json.dumps(five_positions(name), indent=1) + "\n")
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert len(stored) == 5
    for entry in stored:
        counts = node_counts(entry["position"])
        assert counts == entry["nodes"][: len(counts)]
        assert not COMPILED or len(counts) == len(entry["nodes"])


def node_counts(position: dict[str, object]) -> list[int]:
    """From the position as it stands: a match would let chance answer first."""
    game = GAMES[str(position["game"])]
    rules = game.rules_number(str(position["rules"]), "position")
    players, options, state = position["players"], position["options"], position["state"]
    assert isinstance(players, int)
    assert isinstance(options, dict)
    assert isinstance(state, dict)
    counts: list[int] = []
    while len(counts) < DEPTH and (not counts or counts[-1] < ENOUGH):
        counts.append(
            laws.node_count(decode(game, rules, players, options, state), len(counts) + 1)
        )
    return counts


def five_positions(name: str) -> list[dict[str, object]]:
    info = GAMES[name].info
    entries: list[dict[str, object]] = []
    for number in range(5):
        players = info.min_players + number % (info.max_players - info.min_players + 1)
        position = random_game(name, players, seed=number, decisions=7 * number).to_json()
        entries.append({"position": position, "nodes": node_counts(position)})
    return entries
