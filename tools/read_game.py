"""A game of experts to read: `python tools/read_game.py GAME PLAYERS SEED [preset=NAME]
[OPTION=VALUE ...]` prints it.

Each answer is told with the choices there were: how often the search tried each, how often it won,
and the points at the end. The board is printed whenever somebody else is asked, as that seat sees
it. What follows an answer is told as its seat sees it.
"""

import random
import re
import sys
from collections.abc import Iterator, Sequence

import emberstacks as es
from emberstacks.bots.expert import ExpertBot
from emberstacks.bots.talk import SILENCE, marked, overheard
from emberstacks.bots.thinking import Thought
from emberstacks.cli.play import parsed
from emberstacks.games import game_by_id
from emberstacks.kernel.game import Value
from emberstacks.kernel.notation import LETTERS, Choice

SHOWN = 7  # choices of a search, the ones tried most
STYLE = re.compile(r"\[[a-z_/ -]*\]")  # marks of a board


class Reader(ExpertBot):
    """An expert who says what it thought."""

    def __init__(self) -> None:
        super().__init__()
        self.thoughts: Sequence[Thought] = []

    def weighed(self, thoughts: Sequence[Thought]) -> Thought:
        self.thoughts = thoughts
        return super().weighed(thoughts)

    def said(self) -> str:
        """Its last thoughts, in a line; nothing if it did not have to search."""
        most = sorted(self.thoughts, key=lambda one: -one.visits)[:SHOWN]
        self.thoughts = []
        return " | ".join(
            f"{one.choice}: {one.visits}x {one.win:.0%} {one.points:.1f}" for one in most
        )


def lines(
    game: str, players: int, seed: int, options: dict[str, Value], most: int = 1_000_000
) -> Iterator[str]:
    """The game as text, or its first answers."""
    match, rng, bot = (
        es.new(game, players=players, seed=seed, **options),
        random.Random(seed),
        Reader(),
    )
    match.settle()
    told, shown, markers = 0, -1, dict(SILENCE)
    given: list[tuple[int, Choice]] = []
    while True:
        events = match.events(given[-1][0] if given else None, told)
        told += len(events)
        yield from (f"      * {event['text']}" for event in events)
        if match.over or match.length >= most:
            break
        given = []
        for seat in match.waiting:
            if seat != shown:
                yield "-" * 100 + "\n" + STYLE.sub("", match.board(seat))
                shown = seat
            choices = match.legal(seat)
            chosen = bot.choose(overheard(match.view(seat), seat, markers), choices, rng)
            given.append((seat, chosen))
            if len(choices) > 1:
                yield (
                    f"[{match.length}] {LETTERS[seat]} {match.step}: {match.question} -> {chosen}"
                    f" ({len(choices)} choices)"
                )
                yield f"      {bot.said() or ' | '.join(map(str, choices))}"
        for seat, chosen in given:
            match.push(chosen, seat)
        for seat, _ in given:
            if seat not in match.waiting:
                markers[seat] = marked(match, seat, bot)
    if match.result is not None:
        yield match.result.summary


def main(game: str, players: str, seed: str, *wanted: str) -> None:
    info = game_by_id(game).info
    presets = {f"preset={preset.name}": dict(preset.options) for preset in info.presets}
    options = {name: value for word in wanted for name, value in presets.get(word, {}).items()}
    options.update(parsed(info, [word for word in wanted if word not in presets]))
    for line in lines(game, int(players), int(seed), options):
        print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
