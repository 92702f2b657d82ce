"""Finds puzzles: plays games of bots, and looks for positions in which one choice is clearly best
and easy to miss.
"""

from __future__ import annotations

import json
import math
import os
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from emberstacks.bots.endgame import Prospect
from emberstacks.bots.greedy import worths_of
from emberstacks.bots.levels import LEVELS, LevelBot
from emberstacks.bots.mind import WHOLE_GAME, mind_of
from emberstacks.bots.review.judge import Judge, sample
from emberstacks.bots.solver import Outlook, merit
from emberstacks.bots.solving import foreseen, solved
from emberstacks.bots.specs import bot
from emberstacks.bots.table import chosen
from emberstacks.bots.team import LOST, Ending
from emberstacks.bots.thinking import Thinking, advice, best_of
from emberstacks.bots.words import better_by_games, better_by_odds, called, ending
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice, named
from emberstacks.kernel.state import OUT
from emberstacks.lab.results import BadResults
from emberstacks.lab.telling import what_follows
from emberstacks.puzzles import NAMES, Puzzle, read_puzzles

# All of these are ours.
GAP: Final = {"chance": 0.05, "points": 3.0}  # between the best choice and the second best
SURE: Final = 3.0  # standard errors that the gap must exceed
# possible worlds for a first impression, and for a second one if the first is not a plain one;
FIRST: Final = (4, 8)
# decisions of a cooperative game, from one of which on answers are picked at random,
LAST: Final = 16
WALKS: Final = 72  # and how often
LEAST_CHOICES: Final = 3  # of a team: with two, half of the guesses are right
THEN: Final = (16, 32, 48, 192)  # more for the two that look best, until it is clear,
REST: Final = 24  # and for all others
LEAST: Final = 96  # worlds in which the two must have been compared
# standard errors by which the lead must be too small for us to give up before the last game
HOPELESS: Final = 0.25
EVEN: Final = 96  # to know the chance from which a solved turn starts
LOOKED_AT: Final = 8  # choices of many for a first impression: those that the heuristic likes best
SEARCHED: Final = 1500  # simulations of the search that must agree
TRIES: Final = 24  # of a bot that judges at a glance,
GLANCE: Final = 0.67  # and how often it may find the answer
OPENING: Final = 4  # the first part of a game, out of this many, decides too little
SAFE: Final = 0.05  # a danger that nobody need fear
KEPT: Final = 3  # puzzles that come from one game
SAME: Final = 0.4  # the share of puzzles that may have the same question and answer,
FEW: Final = 4  # apart from the first ones
MIDDLE: Final = 1500  # the rating of a puzzle that the bot finds half of the time
WHOLE: Final = 1e-6
NONE: Final = -1

Tell = Callable[[int, int], None]  # games played and puzzles found so far


@dataclass(frozen=True)
class Worked:
    """What each choice of a position is worth, with the best one clearly ahead."""

    best: int
    before: float
    losses: list[float]
    games: int
    why: Callable[[int], str]  # than this choice
    note: str = ""  # what the seat can know by counting


def gap_of(view: Mapping[str, Any]) -> float:
    return GAP["points" if view["players"] == 1 else "chance"]


def clear(losses: Sequence[float], gap: float) -> bool:
    """Is the second best choice far enough behind?"""
    return sorted(losses)[1] >= gap


def worked_out(
    view: Mapping[str, Any], choices: Sequence[Choice], seed: int, plain: int = NONE
) -> Worked | None:
    """What each choice is worth, if one is clearly best: exact if the end or the turn can be
    solved, else by trying games.

    If most see one choice at once, and it is the best, there is no puzzle: then we stop as soon as
    we know.
    """
    prospects = foreseen(view, choices)
    if prospects is not None:
        return by_the_end(view, choices, prospects)
    outlooks = solved(view, choices) if alone_in(view) else None
    if outlooks is not None:
        return by_the_turn(view, choices, outlooks, seed, plain)
    return by_games(view, choices, seed, plain)


def alone_in(view: Mapping[str, Any]) -> bool:
    """Is nobody else asked with this seat? What others answer in the same window would not be in a
    solved turn.
    """
    return all(
        seat == view["seat"] or sealed == OUT
        for seat, sealed in enumerate(view["state"].get("sealed", []))
    )


def by_the_end(
    view: Mapping[str, Any], choices: Sequence[Choice], prospects: Sequence[Prospect]
) -> Worked | None:
    seat, players = view["seat"], view["players"]
    if players == 1 or any(one.most[seat] - one.least[seat] > WHOLE for one in prospects):
        return None
    shares = [one.least[seat] for one in prospects]
    best = shares.index(max(shares))
    losses = [shares[best] - share for share in shares]

    def why(other: int) -> str:
        names = list(called(choices).values())
        told = [f"“{names[k]}” {ending(prospects[k], seat, players)}" for k in (best, other)]
        return f"{told[0]}; {told[1]}."

    return Worked(best, shares[best], losses, 0, why) if clear(losses, gap_of(view)) else None


def end_of(match: Match, seat: int, known: dict[Hashable, Any]) -> Ending | None:
    """What the mind of a cooperative game says about the end, if it can be worked out; it remembers
    what it has looked at.
    """
    judge = mind_of(match.game.info.id).together
    return None if judge is None else judge(match.worlds(seat), seat, match.codes(seat), known)


def together(match: Match, seat: int) -> Worked | None:
    """A team: after one choice it can still win, whatever is hidden, and after all others it
    cannot, however well it plays.

    Whole games tell no more: most positions of a team are won or lost already, and what is left is
    for those who look closely.
    """
    ending = end_of(match, seat, {})
    if ending is None or ending is LOST:
        return None
    best, names = ending.best, list(called(match.legal(seat)).values())

    def why(other: int) -> str:
        return f"After “{names[best]}” {ending.good} After “{names[other]}” {ending.bad(other)}"

    return Worked(
        best,
        1.0,
        [0.0 if k == best else 1.0 for k in range(len(names))],
        0,
        why,
        named(ending.note, match.names),
    )


def by_the_turn(
    view: Mapping[str, Any],
    choices: Sequence[Choice],
    outlooks: Sequence[Outlook],
    seed: int,
    plain: int = NONE,
) -> Worked | None:
    """A solved turn: as in reviews, what it gains is told as a chance to win."""
    alone = view["players"] == 1
    if alone:
        return None
    best = outlooks.index(max(outlooks, key=merit))
    if best == plain or no_dilemma(outlooks, best):
        return None
    behind = [outlooks[best].worth - one.worth for one in outlooks]
    ground = mind_of(view["game"]).ground
    # no chance gains more than an even one
    if not clear([ground.as_chance(one, 0.5) for one in behind], gap_of(view)):
        return None
    judge = Judge(view, choices, seed)
    chance = sample(judge.tried([best], EVEN)[0]).mean
    losses = [min(max(0.0, ground.as_chance(one, chance)), chance) for one in behind]

    def why(other: int) -> str:
        names = list(called(choices).values())
        two = names[other], outlooks[other], names[best], outlooks[best]
        return better_by_odds(*two, losses[other], alone)

    return Worked(best, chance, losses, 0, why) if clear(losses, gap_of(view)) else None


def no_dilemma(outlooks: Sequence[Outlook], best: int) -> bool:
    """Is there nothing to weigh: of two choices, does one bring more points with less danger, or
    does everything burn anyway?

    To stop in time is another matter: that draws would bring less must be reckoned first.

    >>> bucket, nothing = Outlook(0.5, 0.22, 14.3), Outlook(0.3, 1.0, 0.0)
    >>> draw, stop, risk = Outlook(0.5, 0.04, 18.1), Outlook(0.4, 0.0, 9.0), Outlook(0.3, 0.38, 8.0)
    >>> no_dilemma([bucket, nothing], 0), no_dilemma([stop, draw], 1), no_dilemma([stop, risk], 0), no_dilemma([stop, risk], 1)
    (True, True, False, False)
    >>> no_dilemma([nothing, Outlook(0.4, 1.0, 9.0), Outlook(0.4, 1.0, 4.0)], 1), no_dilemma([stop, nothing], 0)
    (True, True)
    """
    own = outlooks[best]
    if min(one.burns for one in outlooks) > 1.0 - WHOLE:
        return True
    if len(outlooks) > 2:
        return False
    other = outlooks[1 - best]
    lost = other.burns > 1.0 - WHOLE
    safer = 0.0 < own.burns < other.burns or lost or (other.burns == 0.0 and own.burns <= SAFE)
    return own.points > other.points and safer


def by_games(
    view: Mapping[str, Any], choices: Sequence[Choice], seed: int, plain: int = NONE
) -> Worked | None:
    """Try games: few for a first impression, many for the two best, some for the others; then a
    search must agree.
    """
    judge = judge_of(view, choices, seed)
    opinions = advice(view, choices)
    likely = sorted(range(len(choices)), key=lambda k: -opinions[k])[:LOOKED_AT]
    gap = gap_of(view)
    values: list[list[float]] = [[] for _ in likely]
    for worlds in FIRST:
        values = [
            known + more for known, more in zip(values, judge.tried(likely, worlds), strict=True)
        ]
        means = [sample(one).mean for one in values]
        ranked = sorted(range(len(likely)), key=lambda k: -means[k])
        ahead = means[ranked[0]] - means[ranked[1]] >= gap
        if ahead and likely[ranked[0]] == plain:
            return None
    if not ahead:
        return None
    best, second = likely[ranked[0]], likely[ranked[1]]
    # luck helped to pick them, so only new games count
    duel = compared(judge, best, second, gap)
    if duel is None:
        return None
    mean, alone = sample(duel[0]).mean, view["players"] == 1
    losses = [0.0] * len(choices)
    losses[second] = mean - sample(duel[1]).mean
    rest = [k for k in range(len(choices)) if k not in (best, second)]
    games = sum(FIRST) * len(likely) + 2 * len(duel[0]) + REST * len(rest)
    for k, found in zip(rest, judge.tried(rest, REST), strict=True):
        losses[k] = mean - sample(found).mean
        if losses[k] < losses[second]:
            duel = compared(judge, best, k, gap)
            if duel is None:
                return None
            games += 2 * len(duel[0])
            lead = sample(duel[0]).mean - sample(duel[1]).mean
            # other games, but nobody loses more than the chance there is
            losses[k] = lead if alone else min(lead, mean)
    if searched(view, choices, seed) is not choices[best]:
        return None

    def why(other: int) -> str:
        names = list(called(choices).values())
        told = better_by_games(
            names[other], mean - losses[other], names[best], losses[other], games, alone
        )
        return f"{told} {what_follows(judge, best, other, NAMES)}".strip()

    return Worked(best, mean, losses, games, why)


def searched(view: Mapping[str, Any], choices: Sequence[Choice], seed: int) -> Choice:
    """What a long search prefers."""
    thinking = Thinking(view, choices, random.Random(seed))
    thinking.search.run(SEARCHED, 0.0)
    return best_of(thinking.thoughts()).choice


def judge_of(view: Mapping[str, Any], choices: Sequence[Choice], seed: int) -> Judge:
    """One who plays to the end if that is the only way to know."""
    judge = Judge(view, choices, seed)
    if judge.mind.to_the_end:
        judge.depth = WHOLE_GAME
    return judge


def compared(
    judge: Judge, best: int, other: int, gap: float
) -> tuple[list[float], list[float]] | None:
    """The results of both choices in the same worlds, if the first is better by the gap and by more
    than luck explains.
    """
    own: list[float] = []
    rival: list[float] = []
    for worlds in THEN:
        more = judge.tried([best, other], worlds)
        own += more[0]
        rival += more[1]
        lead = sample([mine - theirs for mine, theirs in zip(own, rival, strict=True)])
        # in the end, if luck stays as it is
        needed = max(gap, SURE * lead.error * math.sqrt(len(own) / sum(THEN)))
        if lead.mean < needed - HOPELESS * lead.error:
            return None
        if len(own) >= LEAST and lead.mean >= gap and lead.mean > SURE * lead.error:
            return own, rival
    return None


def found_by(view: Mapping[str, Any], choices: Sequence[Choice], seed: int) -> list[int]:
    """How often a bot that judges at a glance makes each choice."""
    rng, glance, mind = random.Random(seed), LevelBot(LEVELS[1]), mind_of(view["game"])
    counts = [0] * len(choices)
    worths = worths_of(view, choices, rng)
    for _ in range(TRIES):
        counts[glance.liked(worths, mind, rng)] += 1
    return counts


def rating(hits: int) -> int:
    """How hard a puzzle is that the bot found this often.

    >>> rating(12), rating(0), rating(18)
    (1500, 2059, 1327)
    """
    return round(MIDDLE + 400 * math.log10((TRIES - hits + 1) / (hits + 1)))


def puzzle_at(match: Match, seat: int, seed: int, played: int = NONE) -> Puzzle | None:
    """The puzzle in a position, if there is one. A bot played this code: if most see that at once,
    there is none.
    """
    team = together(match, seat) if match.game.info.cooperative else None
    if team is None and match.game.info.cooperative:
        return None
    view, choices = match.view(seat), match.legal(seat)
    counts = found_by(view, choices, seed)
    plain = counts.index(max(counts)) if max(counts) > GLANCE * TRIES else NONE
    if plain != NONE and choices[plain].code == played:
        return None
    found = team or worked_out(view, choices, seed, plain)
    if found is None or counts[found.best] > GLANCE * TRIES:
        return None
    losses = {
        choice.text: round(loss, 4) for choice, loss in zip(choices, found.losses, strict=True)
    }
    others = [k for k in range(len(choices)) if k != found.best]
    tempting = max(others, key=lambda k: (counts[k], -found.losses[k]))
    return Puzzle(
        step=match.step,
        seed=seed,
        at=match.length,
        seat=seat,
        before=round(found.before, 4),
        losses=losses,
        rating=rating(counts[found.best]),
        games=found.games,
        why=found.why(tempting),
        note=found.note,
        position=match.world(seat, seed).to_json(),
    )


def in_game(
    game: str,
    players: int,
    options: Mapping[str, Any],
    specs: Sequence[str],
    decisions: int,
    seed: int,
    asked: Set[tuple[str, int]] = frozenset(),
) -> Iterator[Puzzle]:
    """The puzzles in one game of bots, who sit in this order, again and again; it looks at this
    many decisions.

    It leaves out questions to seats that have been asked, also those added on the way.
    """
    match = new_match(game_by_id(game), players, options, Dealer(seed), seed)
    match.names = list(NAMES[:players])  # they are in the labels of some choices
    rng = random.Random(seed)
    bots = [bot(specs[seat % len(specs)]) for seat in range(players)]
    while (seat := match.to_act) is not None:
        match.push(chosen(match, seat, bots[seat], rng), seat)
    places = [at for at, (seat, _) in enumerate(match.answers()) if seat >= 0]
    if match.game.info.cooperative:
        yield from endings(match, places[-LAST:], decisions, seed, asked)
        return
    places = places[len(places) // OPENING :]
    rng.shuffle(places)
    looked = 0
    for at in places:
        then = match.after(at)
        seat, played = match.answers()[at]
        if looked == decisions or len(asked) == KEPT:
            return
        if seat not in then.waiting or len(then.codes(seat)) < 2 or (then.step, seat) in asked:
            continue
        looked += 1
        if (found := puzzle_at(then, seat, seed, played)) is not None:
            yield found


def endings(
    match: Match, places: Sequence[int], decisions: int, seed: int, asked: Set[tuple[str, int]]
) -> Iterator[Puzzle]:
    """The puzzles in ends that a cooperative game could have had: from one of these places on,
    answers are picked at random.

    A good team leaves itself so much room that hardly any choice matters; a careless one gets into
    trouble.
    """
    rng = random.Random(seed)
    looked = 0
    ends: dict[tuple[int, ...], Ending | None] = {}  # many walks begin alike,
    known: dict[Hashable, Any] = {}  # and come to the same positions
    for _ in range(WALKS):
        way = [rng.choice(places)]
        then = match.after(way[0])
        while (seat := then.to_act) is not None:
            if looked == decisions or len(asked) == KEPT:
                return
            codes = then.codes(seat)
            if len(codes) >= LEAST_CHOICES and (then.step, seat) not in asked:
                looked += 1
                if tuple(way) not in ends:
                    ends[tuple(way)] = end_of(then, seat, known)
                ending = ends[tuple(way)]
                if ending is LOST:
                    break
                if ending is not None and (found := puzzle_at(then, seat, seed)) is not None:
                    yield found
                    break
            way.append(rng.choice(codes))
            then.push(way[-1], seat)


def like(one: Puzzle) -> str:
    """Two puzzles with about the same chance and the same choices that lose about the same are near
    duplicates.
    """
    return json.dumps(
        [round(one.before, 2), *sorted((text, round(loss, 2)) for text, loss in one.losses.items())]
    )


class Mine:
    """A file of puzzles that grows; what it has, it keeps, so that it can be stopped at any time."""

    def __init__(
        self,
        path: Path,
        game: str,
        players: Sequence[int],
        options: Mapping[str, Any],
        specs: Sequence[str],
        decisions: int,
        seed: int,
    ) -> None:
        self.path = path
        usual = game_by_id(game).full_options(players[0], {})
        words = [
            "emberstacks",
            "lab",
            "puzzles",
            game,
            "--bots",
            ",".join(specs),
            "--decisions",
            str(decisions),
            "--seed",
            str(seed),
        ]
        words += [
            f"--option {name}={value}" for name, value in options.items() if value != usual[name]
        ]
        self.head: dict[str, Any] = {
            "command": " ".join(words),
            "rules": game_by_id(game).info.rules_version,
            "players": list(players),
            "options": dict(options),
            "bots": list(specs),
            "decisions": decisions,
            "seed": seed,
            "games": 0,
        }
        self.game = game
        head, self.puzzles = read_puzzles(path) if path.exists() else ({}, [])
        # files before 1.1 say it without lab
        if head and {**head, "games": 0, "command": self.head["command"]} != self.head:
            raise BadResults(
                f"{path} was made in another way: {head['command']}. Continue that, or choose"
                " another file."
            )
        self.head = head or self.head
        self.known = {like(one) for one in self.puzzles}

    def dig(self, wanted: int, games: int, tell: Tell) -> None:
        """Play games until there are enough puzzles, or this many games were played."""
        while len(self.puzzles) < wanted and self.head["games"] < games:
            self.play(int(self.head["seed"]) + int(self.head["games"]))
            self.head["games"] += 1
            self.write()
            tell(self.head["games"], len(self.puzzles))

    def play(self, seed: int) -> None:
        sizes = self.head["players"]
        # from one game, only different questions to different seats
        asked: set[tuple[str, int]] = set()
        players, how = sizes[seed % len(sizes)], self.head
        for one in in_game(
            self.game, players, how["options"], how["bots"], how["decisions"], seed, asked
        ):
            if like(one) in self.known or self.common(one):
                continue
            asked.add((one.step, one.seat))
            self.known.add(like(one))
            self.puzzles.append(one)

    def common(self, one: Puzzle) -> bool:
        """Do too many of the puzzles have the same question with the same answer?"""
        same = sum(1 for other in self.puzzles if (other.step, other.best) == (one.step, one.best))
        return same >= FEW + len(self.puzzles) * SAME

    def write(self) -> None:
        """Replace the file in one step."""
        part = self.path.with_name(f".{self.path.name}.part")
        lines = [json.dumps(self.head, ensure_ascii=False), *(one.line() for one in self.puzzles)]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
            os.replace(part, self.path)
        except OSError as wrong:
            raise BadResults(
                f"{self.path} cannot be written: {(wrong.strerror or str(wrong)).lower()}."
            ) from None
