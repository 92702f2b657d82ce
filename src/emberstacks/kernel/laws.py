"""The laws that every game must obey, as functions that game authors can call.

`check_game` plays one random game under all of them; a broken law raises LawBroken and says which
game, seed and law.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from emberstacks.kernel.begin import match_from_record
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, canonical, decode, encode
from emberstacks.kernel.errors import BadPosition, BadRecord, IllegalChoice, LawBroken
from emberstacks.kernel.game import NEWEST, Game, Options
from emberstacks.kernel.ints import i64
from emberstacks.kernel.loop import answer, give, legal, to_act, waiting
from emberstacks.kernel.masks import has
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS, OUTCOME, TEXT, code_of
from emberstacks.kernel.record import read
from emberstacks.kernel.rules import clauses
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.versions import version_of
from emberstacks.kernel.view import mask_of, resample, view
from emberstacks.kernel.words import as_label
from emberstacks.kernel.zones import all_slots, unknown

LATEST: Final = 6  # answers that a broken law shows


def check_game(
    game: Game, players: int, options: Options, seed: int, looks: int = 4, rules: int = NEWEST
) -> Match:
    """Play one random game under all laws, the costly ones at about `looks` in a hundred positions;
    returns the match.
    """
    walk = None
    try:
        walk = Walk(game, players, options, seed, looks, rules)
        return walk.run()
    except LawBroken as broken:
        version = f" {version_of(rules)}" if rules != NEWEST else ""
        settings = (
            f"{game.info.id}{version} with {players} players, options {dict(options)}, seed {seed}"
        )
        raise LawBroken(f"{broken} [{settings}{'' if walk is None else walk.so_far()}]") from None


def random_game(
    match: Match, pick: Callable[[Sequence[int]], int], most: int | None = None
) -> Match:
    """Random answers to the end of a match, or this many; LawBroken if it does not end when the
    game says it must.
    """
    bound = match.game.max_answers(match.players)
    while not match.over and most != 0:
        if match.length > bound:
            record = match.record(resumable=True).splitlines()[-LATEST:]
            raise LawBroken(
                f"law 11: {match.game.info.id} has more than its {bound} answers; the latest:"
                f" {' | '.join(record)}"
            )
        seat = pick(match.waiting)
        match.push(pick(match.codes(seat)), seat)
        most = most if most is None else most - 1
    return match


class Walk:
    """A random game, checked from all sides as it is played."""

    def __init__(
        self, game: Game, players: int, options: Options, seed: int, looks: int, rules: int
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.full_options(players, options, rules)
        self.start = game.start(players, self.options, rules)
        self.seed = seed
        self.looks = looks
        self.dealer = Dealer(2 * seed)
        self.policy = Dealer(2 * seed + 1)
        self.census = game.census(self.start)
        self.clauses = clauses(game.rules())
        self.kept: list[tuple[State, str]] = []  # earlier positions, which nothing later may change
        self.told: list[str] = []  # the answers, with the question of each

    def run(self) -> Match:
        game = self.game
        start = self.start
        s = start.clone()
        answers: list[tuple[int, int]] = []
        bound = game.max_answers(self.players)
        while s.step is not OVER:
            if len(answers) >= bound:
                raise LawBroken(f"law 11: the game has more than its declared {bound} answers")
            self.glance(s)
            if self.policy.below(100) < self.looks:
                s = self.look(s)
            seat = int(to_act(s))
            code = self.choose(s, seat)
            who = "chance" if seat == CHANCE else LETTERS[seat]
            self.told.append(f"{type(s.step).__name__} {who}: {s.step.text(s, code)}")
            knew = [unknown(s, mask_of(viewer)) for viewer in self.viewers()]
            give(s, seat, code)
            self.check_learners(s, knew)
            answers.append((seat, code))
        self.glance(s)
        s = self.look(s)
        for kept, was in self.kept:
            if canonical(encode(kept, TRUTH)) != was:
                raise LawBroken("law 3: answering one state changed an earlier clone")
        return self.finish(start, s, answers)

    def so_far(self) -> str:
        """The latest answers, so that an author sees where it went wrong."""
        return (
            f"; answer {len(self.told)}, the latest were {' | '.join(self.told[-LATEST:])}"
            if self.told
            else ""
        )

    def viewers(self) -> list[int | None]:
        return [*range(self.players), None]

    def choose(self, s: State, seat: int) -> int:
        if seat == CHANCE:
            return int(self.dealer.deal(s))
        codes = legal(s, seat)
        return int(codes[self.policy.below(len(codes))])

    def glance(self, s: State) -> None:
        """The cheap laws, at every position."""
        check_question(self.game, s, self.clauses)
        if self.game.census(s) != self.census:
            raise LawBroken(
                f"law 10: pieces are not conserved: {self.game.census(s)} instead of {self.census}"
            )

    def look(self, s: State) -> State:
        """The costly laws; the game continues with the state read back from JSON, so that anything
        JSON lost will show.
        """
        self.kept.append((s.clone(), canonical(encode(s, TRUTH))))
        check_quiet(self.game, self.options, s)
        check_clone(s)
        back = check_json(self.game, self.players, self.options, s)
        for viewer in self.viewers():
            check_view(self.game, self.options, s, viewer, self.policy)
        return back

    def check_learners(self, s: State, knew: list[dict[int, list[int]]]) -> None:
        for viewer, before in zip(self.viewers(), knew, strict=True):
            if s.learners & mask_of(viewer) == 0:
                check_no_growth(s, viewer, before)

    def finish(self, start: State, s: State, answers: list[tuple[int, int]]) -> Match:
        """The laws about whole games: results, and the record."""
        match = Match(
            self.game, self.players, self.options, Dealer(2 * self.seed), start, 2 * self.seed
        )
        match.settle()
        for seat, code in answers:
            if seat != CHANCE:
                match.push(code, seat)
        if canonical(match.to_json()["state"]) != canonical(encode(s, TRUTH)):
            raise LawBroken("law 6: the same seed and choices led to another position")
        check_result(match)
        check_record(self.game, match)
        check_refusal(match, start, self.clauses)
        return match


def check_question(game: Game, s: State, known: dict[str, str]) -> None:
    """Laws 1, 2, 7, 15 and 18: there is something to answer; answers are distinct, well written, in
    range and cite a clause.
    """
    step = s.step
    if step is OVER:
        return
    name = type(step).__name__
    if type(step) not in game.steps:
        raise LawBroken(f"law 4: {name} is not among the game's steps")
    for clause in (step.clause, step.asked_by(s)):
        if clause not in known:
            raise LawBroken(f"law 15: {name} cites clause {clause!r}, which RULES.md does not have")
    if step.seat == CHANCE:
        weights = step.weights(s)
        codes = [k for k in range(len(weights)) if weights[k] != 0]
        if not codes or any(weight < 0 for weight in weights):
            raise LawBroken(f"law 7: the weights of {name} are {list(weights)}")
        check_texts(s, codes, OUTCOME)
    elif not waiting(s):
        raise LawBroken(f"law 1: {name} asks nobody")
    for seat in waiting(s):
        codes = [int(code) for code in legal(s, seat)]
        if not codes:
            raise LawBroken(f"law 1: {name} leaves seat {seat} without a choice")
        check_texts(s, codes, TEXT)
        if int(step.default(s, seat)) not in codes:
            raise LawBroken(f"law 1: the default of {name} is not legal")
        unknown_rules = {step.rule(s, code) for code in codes}.difference(known)
        if unknown_rules:
            raise LawBroken(f"law 15: {name} cites {unknown_rules}, which RULES.md does not have")


def check_texts(s: State, codes: list[int], form: Any) -> None:
    """Laws 2 and 18: codes and texts are distinct, in form and in range, and text to choice to text
    is the identity.
    """
    step = s.step
    texts = [step.text(s, code) for code in codes]
    if len(set(codes)) != len(codes) or len(set(texts)) != len(texts):
        raise LawBroken(f"law 2: choices of {type(step).__name__} are not distinct: {texts}")
    for code, text in zip(codes, texts, strict=True):
        if not form.fullmatch(text):
            raise LawBroken(f"law 2: {text!r} cannot be written in a record")
        if code_of(s, step, codes, text) != code:
            raise LawBroken(f"law 2: {text!r} is read back as another choice")
        if not 0 <= code < step.size:
            raise LawBroken(
                f"law 18: {type(step).__name__} has code {code}, but its size is {step.size}"
            )


def check_quiet(game: Game, options: Options, s: State) -> None:
    """Law 19: looking changes nothing: choices, weights, words, views and boards are questions, not
    answers.
    """
    before = canonical(encode(s, TRUTH))
    names = [f"player {seat}" for seat in range(s.seats)]
    for viewer in [*range(s.seats), None]:
        game.board(view(game, options, s, viewer, facts=True), names)
    for seat in waiting(s):
        for code in legal(s, seat):
            s.step.label(s, code)
            s.step.brings(s, code)
            s.step.pieces(s, code)
    s.step.question(s)
    s.step.why_not(s, "nonsense")
    if canonical(encode(s, TRUTH)) != before:
        raise LawBroken("law 19: looking at a position changed it")


def check_clone(s: State) -> None:
    """Law 3: a clone equals its original, and answering the clone leaves the original alone."""
    before = canonical(encode(s, TRUTH))
    twin = s.clone()
    if canonical(encode(twin, TRUTH)) != before or twin.rules != s.rules:
        raise LawBroken("law 3: a clone differs from its original")
    if s.step is not OVER:
        seat = to_act(s)
        weights = s.step.weights(s) if seat == CHANCE else legal(s, seat)
        codes = (
            [k for k in range(len(weights)) if weights[k] > 0] if seat == CHANCE else list(weights)
        )
        answer(twin, codes[-1])
    if canonical(encode(s, TRUTH)) != before:
        raise LawBroken("law 3: answering a clone changed its original")


def check_json(game: Game, players: int, options: Options, s: State) -> State:
    """Law 4: state to JSON to state is the identity, in the middle of any step. Returns the state
    read back.
    """
    data = encode(s, TRUTH)
    back = decode(game, int(s.rules), players, options, data)
    if canonical(encode(back, TRUTH)) != canonical(data):
        raise LawBroken("law 4: a state changes on its way through JSON")
    try:
        return game.checked(back, game.census(s))
    except BadPosition as refused:
        raise LawBroken(f"law 4: a position that has occurred is refused: {refused}") from None


def check_view(game: Game, options: Options, s: State, seat: int | None, dealer: Dealer) -> None:
    """Laws 8, 9 and 20: a possible world made from a view looks exactly the same to that seat, and
    the truth is possible.
    """
    seen = view(game, options, s, seat)
    check_truth(s, mask_of(seat), unknown(s, mask_of(seat)))
    world = resample(game, seen, dealer)
    if canonical(view(game, options, world, seat)) != canonical(seen):
        raise LawBroken(f"law 8: a world made from the view of {seat} looks different")
    if seat is not None and seat in waiting(s):
        check_choices(s, world, seat)
    facts, others = game.facts(s), game.facts(world)
    if others != facts:
        named = [name for name in {**facts, **others} if facts.get(name) != others.get(name)]
        raise LawBroken(f"law 9: the facts {named} tell {seat} what it may not know")
    if game.census(world) != game.census(s):
        raise LawBroken(f"law 10: a world made from the view of {seat} has other pieces")


def check_choices(s: State, world: State, seat: int) -> None:
    """Law 9: a seat is offered the same, in the same words, in every world that it cannot tell from
    the real one.
    """
    real, other = answers_of(s, seat), answers_of(world, seat)
    if real == other:
        return
    here, there = (
        [one for one in real if one not in other],
        [one for one in other if one not in real],
    )
    hidden = [
        f"{slots.face[k]} (seen by"
        f" {[viewer for viewer in range(s.seats) if has(slots.seen[k], viewer)]})"
        for slots in all_slots(s)
        for k in range(slots.count())
        if not has(slots.seen[k], seat)
    ]
    raise LawBroken(
        f"law 9: the choices of {seat} in {type(s.step).__name__} tell what it may not know: only"
        f" in the real position {here[:LATEST]}, only in another that looks the same"
        f" {there[:LATEST]}; hidden from {seat} are the pieces {hidden[: 2 * LATEST]}. Choices may"
        " follow only from what the seat knows; a piece that is picked unseen is asked by"
        " secret_pick, and who is asked follows from public facts (open_window)"
    )


def answers_of(s: State, seat: int) -> list[tuple[int, str, str, str, str]]:
    """Everything a seat is told about its choices."""
    step = s.step
    return [
        (
            int(code),
            step.text(s, code),
            as_label(step.label(s, code)).sentence(),
            step.rule(s, code),
            step.brings(s, code),
        )
        for code in legal(s, seat)
    ]


def check_truth(s: State, who: i64, lots: dict[int, list[int]]) -> None:
    """Law 8: the truth is among the possible worlds: every unseen face is in its lot and allowed by
    public events.
    """
    for slots in all_slots(s):
        for k in range(slots.count()):
            face, could = int(slots.face[k]), int(slots.could[k])
            if slots.seen[k] & who == 0 and (
                face not in lots[int(slots.lot[k])] or not has(could, face)
            ):
                raise LawBroken("law 8: the truth contradicts what is publicly known")


def check_no_growth(s: State, seat: int | None, before: dict[int, list[int]]) -> None:
    """Law 17: a seat that is not among the learners cannot place any piece that it could not place
    before.
    """
    after = unknown(s, mask_of(seat))
    could_not = sorted(piece for pieces in before.values() for piece in pieces)
    cannot = sorted(piece for pieces in after.values() for piece in pieces)
    for piece in set(could_not):
        if cannot.count(piece) < could_not.count(piece):
            raise LawBroken(
                f"law 17: {seat} learned where piece {piece} is, but is not among the learners"
            )


def check_result(match: Match) -> None:
    """Law 12: a finished game has points for every seat, winners that are seats, and words."""
    result = match.result
    if result is None or len(result.scores) != match.players or not result.summary:
        raise LawBroken("law 12: a finished game has no result for every seat")
    if not set(result.winners) <= set(range(match.players)):
        raise LawBroken(f"law 12: the winners are {result.winners}")
    if match.legal() or match.to_act is not None or match.waiting:
        raise LawBroken("law 1: a finished game still asks")


def check_record(game: Game, match: Match) -> None:
    """Law 5: a record replays to the same position without a dealer, and prints the same again."""
    text = match.record()
    try:
        again = match_from_record(game, read(text), None)
    except BadRecord as refused:
        raise LawBroken(f"law 5: a record cannot be read back: {refused}") from None
    if canonical(again.to_json()) != canonical(match.to_json()) or again.record() != text:
        raise LawBroken("law 5: a record does not replay to the same game")
    if again.verify() is not None:
        raise LawBroken(f"law 5: {again.verify()}")
    for viewer in [*range(match.players), None]:
        if canonical(again.events(viewer)) != canonical(match.events(viewer)):
            raise LawBroken("law 5: a replayed game tells other events")


def check_refusal(match: Match, start: State, known: dict[str, str]) -> None:
    """Law 15: every refusal cites a clause that exists, lists what is legal and changes nothing."""
    fresh = Match(match.game, match.players, match.options, Dealer(1), start, 1)
    fresh.settle()
    before = canonical(fresh.to_json())
    try:
        fresh.push("no such choice")
    except IllegalChoice as refused:
        if refused.clause not in known or refused.legal != [
            str(choice) for choice in fresh.legal()
        ]:
            raise LawBroken(
                "law 15: a refusal does not cite a clause or does not list what is legal"
            ) from None
    else:
        raise LawBroken("law 2: 'no such choice' was accepted")
    if canonical(fresh.to_json()) != before:
        raise LawBroken("law 2: a refused choice changed the position")


def node_count(s: State, depth: int) -> int:
    """Law 14: how many positions are exactly `depth` answers away, counting every outcome of chance
    once.
    """
    if depth == 0 or s.step is OVER:
        return 1
    seat = to_act(s)
    if seat == CHANCE:
        weights = s.step.weights(s)
        codes = [k for k in range(len(weights)) if weights[k] > 0]
    else:
        codes = [int(code) for code in legal(s, seat)]
    count = 0
    for code in codes:
        child = s.clone()
        give(child, seat, code)
        count += node_count(child, depth - 1)
    return count


def action_table(game: Game) -> list[str]:
    """Law 18: the fixed numbering of actions, one line per step: its first number and how many it
    has.
    """
    numbers = game.first_actions()
    sizes = {step.__name__: step.size for step in game.steps}
    lines = [f"{first} {name} {sizes[name]}" for name, first in numbers.items() if name != "end"]
    return [*lines, f"{numbers['end']} end"]
