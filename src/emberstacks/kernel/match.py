"""A match: one game being played, with its dealer, its answers so far and everything people want to
know about it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from emberstacks.kernel import record, view
from emberstacks.kernel.chance import Dealer, SealedDealer
from emberstacks.kernel.codec import TRUTH, encode
from emberstacks.kernel.errors import BadRecord, IllegalChoice
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import Game, Option, Options, Result
from emberstacks.kernel.loop import answer, give, legal, seal, to_act, waiting
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import LETTERS, Choice, code_of, named, reason_against, refusal
from emberstacks.kernel.page import Page
from emberstacks.kernel.record import Answer
from emberstacks.kernel.state import OPEN, OUT, OVER, State
from emberstacks.kernel.step import CHANCE, TOGETHER
from emberstacks.kernel.versions import version_of
from emberstacks.kernel.view import Worlds
from emberstacks.kernel.words import Label, Refusal, as_label

SEED_BITS: Final = 2**62 - 1


class Past:
    """How a match came to its position: what copies, records, snapshots and pickles keep of it
    beside the position.
    """

    def __init__(
        self,
        answers: list[Answer] | None = None,
        fresh: bool = True,
        proven: bool = True,
        quiet: tuple[int, int] = (0, CHANCE),
        names: list[str] | None = None,
        events: list[Event] | None = None,
    ) -> None:
        self.answers: list[Answer] = [] if answers is None else list(answers)
        self.fresh = fresh  # the start is the game's own, not a position set up by hand
        # this dealer made all the draws; False after a record that does not reveal its seed
        self.proven = proven
        # how many of the last answers may still be taken back, and by which seat
        self.quiet = quiet
        self.names = names
        # all that has happened; None if it is still to be told from the start
        self.events = events


class Saved:
    """A match taken apart: where it began, where it is, and how it came there. Snapshots and
    pickles write this, each in its own way; `Match.to_json` and `record` are for people.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        dealer: Dealer,
        start: State,
        seed: int | None,
        now: State,
        past: Past,
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.dealer = dealer
        self.start = start
        self.seed = seed
        self.now = now
        self.past = past

    def match(self) -> Match:
        """The match itself."""
        return Match(
            self.game,
            self.players,
            self.options,
            self.dealer,
            self.start,
            self.seed,
            self.now,
            self.past,
        )


class Match:
    """One game being played. The dealer answers for chance; seats answer with `push`."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        dealer: Dealer,
        start: State,
        seed: int | None,
        now: State | None = None,
        past: Past | None = None,
    ) -> None:
        """A match at its start; or one that continues from now, and shares its start and its past
        with another.
        """
        past = Past() if past is None else past
        self.game = game
        self.players = players
        self.options = dict(options)
        self.names: list[str] = list(LETTERS[:players]) if past.names is None else list(past.names)
        self._dealer = dealer
        self._seed = seed
        # never changes: records and events are told from here
        self._start = unsealed(start) if now is None else start
        self._fresh = past.fresh
        self._proven = past.proven
        self._s = start.clone() if now is None else now.clone()
        self._answers: list[Answer] = past.answers
        self._legal: dict[int, list[Choice]] = {}
        self._teller: State | None = None  # follows the answers when somebody asks for the events
        self._told = 0
        self._events: list[Event] = []
        if past.events is not None:
            self._events = list(past.events)
            self._teller, self._told = self._s.clone(), len(self._answers)
        self._quiet, self._quiet_seat = past.quiet

    # What is asked, and the answers.

    @property
    def to_act(self) -> int | None:
        """The seat that must decide now (the lowest, if several must answer); None when the game is
        over.
        """
        seat = int(to_act(self._s))
        return seat if seat >= 0 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that still have to answer."""
        return tuple(int(seat) for seat in waiting(self._s))

    @property
    def question(self) -> str:
        """What is asked now, as a sentence."""
        return "" if self.over else named(self._s.step.question(self._s), self.names)

    @property
    def offered(self) -> list[Option]:
        """The options that there are under its version of the rules."""
        return self.game.options_of(int(self._start.rules))

    @property
    def clause(self) -> str:
        """The clause of the rules that the question carries out."""
        return "" if self.over else self._s.step.asked_by(self._s)

    @property
    def step(self) -> str:
        """The name of the step that asks now, as in `Game.first_actions`; empty after the end."""
        return "" if self.over else type(self._s.step).__name__

    @property
    def window(self) -> bool:
        """Is this a reaction window, where some may only pass? Response times must not give away
        who.
        """
        return self._s.step.window

    @property
    def together(self) -> bool:
        """Is this a question to several seats, whose answers stay sealed until the last has come?"""
        return self._s.step.seat == TOGETHER

    def codes(self, seat: int | None = None) -> list[int]:
        """The legal answers as numbers, for those who need speed."""
        asked = self._asked(seat)
        return [] if asked is None else [int(code) for code in legal(self._s, asked)]

    def legal(self, seat: int | None = None) -> list[Choice]:
        """A seat's choices (by default of the seat to act); none for a seat that is not asked."""
        asked = self._asked(seat)
        if asked is None:
            return []
        if asked not in self._legal:
            self._legal[asked] = [self._choice(asked, code) for code in self.codes(asked)]
        return list(self._legal[asked])

    def default(self, seat: int | None = None) -> Choice | None:
        """The answer for somebody who has left or run out of time; None for a seat that is not
        asked.
        """
        asked = self._asked(seat)
        return (
            None
            if asked is None
            else self._choice(asked, int(self._s.step.default(self._s, asked)))
        )

    def push(self, choice: Choice | str | int, seat: int | None = None) -> None:
        """Answer with a choice, its notation or its code. IllegalChoice says why not, and nothing
        has changed.
        """
        asked = self._asked(seat)
        if asked is None:
            raise self._not_asked(choice, seat)
        code = self._code(choice, asked)
        if self._s.step.seat == TOGETHER:
            self._seal(asked, code)
            self._quiet = 0
        else:
            answer(self._s, code)
            self._answers.append((asked, code))
            self._remember(asked)
        self._settle()

    def brings(self, choice: Choice) -> str:
        """What a legal choice would bring, as far as its label does not say it; empty if there is
        nothing to add.
        """
        return named(self._s.step.brings(self._s, choice.code), self.names)

    def why_not(self, text: str, seat: int) -> Refusal:
        """Why a seat cannot answer with this text now, and the clause; an empty reason if it can."""
        if self.over:
            return Refusal("The game is over.")
        if self._asked(seat) is None:
            return Refusal("You are not asked now.", self.clause)
        s = self._s
        if code_of(s, s.step, self.codes(seat), text) is not None:
            return Refusal("", self.clause)
        reason, clause = reason_against(s, s.step, text)
        said = named(reason or f"first comes another question: {s.step.question(s)}", self.names)
        return Refusal(said[0].upper() + said[1:], clause)

    def settle(self) -> None:
        """Let chance answer at the start; later every push does this."""
        self._settle()

    def undo(self) -> None:
        """Take back the last answer; possible as long as nobody, chance included, has learned or
        answered anything since.
        """
        if not self._quiet:
            last = (
                "nothing has been answered yet"
                if not self._answers
                else "something has been revealed or answered since"
            )
            raise IllegalChoice(f"You cannot take back the last answer: {last}.", self.clause, [])
        self._quiet -= 1
        self._answers.pop()
        self._legal = {}
        self._s = self._start.clone()
        for acting, code in self._answers:
            give(self._s, acting, code)
        if self._told > len(self._answers):
            self._retell()

    @property
    def can_undo(self) -> int | None:
        """The seat that may take back its last answer; None if nobody may."""
        return self._quiet_seat if self._quiet else None

    def drafted(self, seat: int | None) -> int:
        """How many of the last answers a seat (None: a spectator) does not see yet: the draft of
        somebody else's turn.
        """
        return self._quiet if self.game.info.drafts and seat not in (self._quiet_seat, TRUTH) else 0

    # What is known.

    def known_to(self, seat: int | None) -> Match:
        """This match as a seat (None: a spectator) may know it: without somebody else's draft."""
        hidden = self.drafted(seat)
        return self.after(len(self._answers) - hidden) if hidden else self

    @property
    def over(self) -> bool:
        return self._s.step is OVER

    @property
    def result(self) -> Result | None:
        """Scores, winners and a sentence; None before the end."""
        if not self.over:
            return None
        result = self.game.result(self._s)
        return Result(result.scores, result.winners, named(result.summary, self.names))

    def view(self, seat: int | None, facts: bool = False) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as JSON-able data; with `facts`, also what
        follows (`Game.facts`).
        """
        return view.view(self.game, self.options, self.known_to(seat)._s, self._seat(seat), facts)

    def show(self, seat: int | None, page: Page) -> None:
        """The same as numbers, in the first row of a page."""
        page.write(self.known_to(seat)._s, view.mask_of(self._seat(seat)), 0)

    def worlds(self, seat: int | None) -> Worlds:
        """The possible worlds for a seat, faster than from its view, and the same."""
        return view.worlds_behind(self.known_to(seat)._s, view.mask_of(self._seat(seat)))

    def events(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """What has happened, as a seat (None: a spectator) may know it; all of it, or from some
        number on.
        """
        who = view.mask_of(self._seat(seat))
        told = [event.json(who) for event in self.known_to(seat)._tell()[since:]]
        return [{**event, "text": named(event["text"], self.names)} for event in told]

    def event_count(self, seat: int | None) -> int:
        """How many events there have been: the same for every seat, except for drafts."""
        return len(self.known_to(seat)._tell())

    def marker(self, seat: int, place: str) -> tuple[str, str]:
        """The piece that a seat puts its marker on, and what that says (`Game.marker`): possible at
        any time.
        """
        if self.over:
            raise IllegalChoice("The game is over, so markers are no use now.", "", [])
        self._seat(seat)
        return self.game.marker(self.known_to(seat)._s, place)

    def board(self, seat: int | None) -> str:
        """The table as a seat sees it, as text with [style]...[/] marks."""
        return self.game.board(self.view(seat, facts=True), self.names)

    # Copies, positions, records, possible worlds.

    def sealed(self) -> list[Answer]:
        """Answers already given to a question that still waits for others."""
        return record.sealed(self._s)

    def unseal(self) -> None:
        """Forget the sealed answers to the current question: everybody is asked again."""
        self._s = unsealed(self._s)
        self._legal = {}

    def answers(self, since: int = 0) -> list[Answer]:
        """Who answered what, including chance, from some number on."""
        return self._answers[since:]

    @property
    def length(self) -> int:
        """How many answers have been given, including those of chance; sealed ones count once they
        are opened.
        """
        return len(self._answers)

    def copy(self) -> Match:
        """An independent match with the same past and, for the same answers, the same future."""
        twin = Match(
            self.game,
            self.players,
            self.options,
            self._dealer.copy(),
            self._start,
            self._seed,
            self._s,
            self.past(),
        )
        twin._teller = None if self._teller is None else self._teller.clone()
        twin._told = self._told
        twin._events = list(self._events)
        return twin

    def past(self) -> Past:
        """How it came to its position."""
        quiet = int(self._quiet), int(self._quiet_seat)
        return Past(self._answers, self._fresh, self._proven, quiet, self.names)

    def saved(self, *, events: bool = False) -> Saved:
        """This match taken apart, to be put together again; with all that has happened, if that is
        not to be told again. Read only: its states and its dealer are those of the match.
        """
        past = self.past()
        past.events = self._tell() if events else None
        return Saved(
            self.game,
            self.players,
            self.options,
            self._dealer,
            self._start,
            self._seed,
            self._s,
            past,
        )

    def after(self, answers: int) -> Match:
        """The match as it was after this many answers; `settle` lets it continue from there."""
        given = self._answers[:answers]
        dealer = fresh_dealer(self._dealer, self._seed)
        dealer.skip(sum(1 for acting, _ in given if acting == CHANCE))
        s = self._start.clone()
        for acting, code in given:
            give(s, acting, code)
        past = Past(
            given[: len(given) - len(record.sealed(s))], self._fresh, self._proven, names=self.names
        )
        return Match(
            self.game, self.players, self.options, dealer, self._start, self._seed, s, past
        )

    def to_json(self) -> dict[str, Any]:
        """The complete position, secrets included: JSON-able, editable, read back by `from_json`."""
        return {**self._heading(), "state": encode(self._s, TRUTH)}

    def record(self, seat: int | None = TRUTH, *, resumable: bool = False) -> str:
        """The game as text: all of it, or redacted for a seat (None: a spectator).

        The whole record has the seed when the game is over, or on request, so that a saved game can
        be resumed.
        """
        who = TRUTH if seat == TRUTH else view.mask_of(self._seat(seat))
        heading = self._heading()
        headers = {"Game": heading["game"], "Rules": heading["rules"], "Players": str(self.players)}
        if self.game.figures:
            headers["Figures"] = self.game.figures
        if self.options:
            headers["Options"] = " ".join(f"{name}={value}" for name, value in self.options.items())
        if self._proven and isinstance(self._dealer, SealedDealer):
            headers["Commitment"] = self._dealer.commitment()
        if self._proven and who == TRUTH and (self.over or resumable):
            if isinstance(self._dealer, SealedDealer):
                headers["Secret"] = self._dealer.secret.hex()
            elif self._seed is not None:
                headers["Seed"] = str(self._seed)
        if seat != TRUTH:
            headers["Seat"] = "spectator" if seat is None else LETTERS[seat]
        if not self._fresh:
            headers["Position"] = record.position_header(encode(self._start, who))
        if self.over:
            result = self.game.result(self._s)
            headers["Result"] = result_header(result.scores, result.winners)
        return record.write(
            headers, self._start, [*self.known_to(seat)._answers, *self.sealed()], who
        )

    def world(self, seat: int | None, rng: Any) -> Match:
        """A match in a possible world that looks to this seat exactly as the real one does."""
        dealer = as_dealer(rng)
        state = view.resample(self.game, self.view(seat), dealer)
        past = Past(fresh=False, proven=False, names=self.names)
        match = Match(
            self.game,
            self.players,
            self.options,
            Dealer(dealer.below(2**32)),
            state,
            None,
            past=past,
        )
        match.settle()
        return match

    def verify(self) -> str | None:
        """Draw everything again from the revealed seed: None if every draw is as recorded, else
        what is wrong.
        """
        if not self._proven:
            return (
                "the record that this game continues does not reveal its seed, so nobody can check"
                " its draws"
            )
        dealer = fresh_dealer(self._dealer, self._seed)
        s = self._start.clone()
        draws = 0
        for acting, code in self._answers:
            if acting == CHANCE:
                draws += 1
                expected = dealer.deal(s)
                if expected != code:
                    said, derived = s.step.text(s, code), s.step.text(s, expected)
                    return f"draw {draws} is recorded as {said}, but the seed gives {derived}"
            give(s, acting, code)
        return None

    def proof(self) -> tuple[str, str] | None:
        """The commitment and the secret of a finished game; None if its draws cannot be checked."""
        if not self._proven or not self.over or not isinstance(self._dealer, SealedDealer):
            return None
        return self._dealer.commitment(), self._dealer.secret.hex()

    def draws(self) -> list[tuple[list[int], int, str]]:
        """Every draw: the weights of the outcomes, the one that came, and its text."""
        found = []
        s = self._start.clone()
        for acting, code in self._answers:
            if acting == CHANCE:
                found.append(
                    ([int(weight) for weight in s.step.weights(s)], code, s.step.text(s, code))
                )
            give(s, acting, code)
        return found

    def sources(self) -> list[list[tuple[str, int]]]:
        """Where the points of every seat in a finished game came from."""
        return self.game.sources(self._s, self._tell())

    def roles(self) -> list[str]:
        """The hero or character of every seat in a finished game, if it has them."""
        return self.game.roles(self._s)

    def ranking(self) -> list[tuple[int, int]]:
        """Ranks and seats of a finished game."""
        return self.game.ranking(self._s)

    # Inside.

    def _heading(self) -> dict[str, Any]:
        rules = version_of(int(self._start.rules))
        return {
            "game": self.game.info.id,
            "rules": rules,
            "players": self.players,
            "options": self.options,
        }

    def _seat(self, seat: int | None) -> int | None:
        if seat is not None and not 0 <= seat < self.players:
            raise IllegalChoice(
                f"There is no seat {seat}. Seats are 0 to {self.players - 1}.", self.clause, []
            )
        return seat

    def _asked(self, seat: int | None) -> int | None:
        """The seat meant, if it is asked; None if it is not."""
        if seat is None:
            return self.to_act
        self._seat(seat)
        if self._s.step.seat == TOGETHER:
            return seat if self._s.sealed[seat] != OUT else None
        return seat if self._s.step.seat == seat else None

    def _not_asked(self, choice: Choice | str | int, seat: int | None) -> IllegalChoice:
        if self.over:
            return IllegalChoice(f"{str(choice)!r} is not possible: the game is over.", "", [])
        acting = LETTERS[self.to_act or 0]
        wrong = LETTERS[seat or 0]
        message = (
            f"{str(choice)!r} is not possible for {wrong}: {acting} decides now (rules"
            f" §{self.clause})"
        )
        return IllegalChoice(message, self.clause, [])

    def _code(self, choice: Choice | str | int, seat: int) -> int:
        s = self._s
        codes = self.codes(seat)
        if isinstance(choice, Choice):
            if choice.code in codes and (choice.step, choice.seat) == (type(s.step).__name__, seat):
                return choice.code
        elif isinstance(choice, int):
            if choice in codes:
                return choice
        else:
            code = code_of(s, s.step, codes, choice)
            if code is not None:
                return code
        error = refusal(s, s.step, codes, str(choice))
        raise IllegalChoice(named(str(error), self.names), error.clause, error.legal)

    def _choice(self, seat: int, code: int) -> Choice:
        s, step = self._s, self._s.step
        label = Label(*[named(part, self.names) for part in as_label(step.label(s, code))])
        return Choice(
            type(step).__name__,
            seat,
            code,
            step.text(s, code),
            label,
            step.rule(s, code),
            step.pieces(s, code),
        )

    def _seal(self, seat: int, code: int) -> None:
        given = {**dict(self.sealed()), seat: code}
        complete = all(owing == seat for owing in self.waiting)
        seal(self._s, seat, code)
        if complete:
            self._answers += sorted(given.items())

    def _remember(self, seat: int) -> None:
        """Undo stops at the last answer that revealed something, ended the game or came from
        another seat.
        """
        learned = self._s.learners != 0
        # others learn only when the draft is over, so here only its owner counts
        if self.game.info.drafts:
            learned = has(self._s.learners, seat) or self.to_act != seat
        if learned or self._s.step.seat == CHANCE or self.over:
            self._quiet = 0
        else:
            self._quiet = self._quiet + 1 if seat == self._quiet_seat else 1
            self._quiet_seat = seat

    def _settle(self) -> None:
        self._legal = {}
        while self._s.step.seat == CHANCE:
            code = int(self._dealer.deal(self._s))
            answer(self._s, code)
            self._answers.append((CHANCE, code))

    def _tell(self) -> list[Event]:
        """All events: the teller catches up with the new answers."""
        if self._told < len(self._answers):
            if self._teller is None:
                self._teller = self._start.clone()
            self._teller.log = self._events
            while self._told < len(self._answers):
                give(self._teller, *self._answers[self._told])
                self._told += 1
        return self._events

    def _retell(self) -> None:
        self._teller = None
        self._told = 0
        self._events = []


def unsealed(s: State) -> State:
    """The state before the sealed answers to the current question."""
    twin = s.clone()
    for seat, _ in record.sealed(s):
        twin.sealed[seat] = OPEN
    return twin


def fresh_dealer(dealer: Dealer, seed: int | None) -> Dealer:
    """The same dealer before its first draw."""
    if isinstance(dealer, SealedDealer):
        return SealedDealer(dealer.secret)
    return dealer_of(seed)


def dealer_of(seed: int | None) -> Dealer:
    """A seeded dealer, or without a seed a sealed one."""
    return SealedDealer() if seed is None else Dealer(seed & SEED_BITS)


def as_dealer(rng: Any) -> Dealer:
    """A kernel generator from what the caller has: one of ours, a number, or anything like
    random.Random.
    """
    if isinstance(rng, Dealer):
        return rng
    return Dealer((rng if isinstance(rng, int) else rng.getrandbits(62)) & SEED_BITS)


RESULT: Final = re.compile(r"[A-H] -?\d+(, [A-H] -?\d+)*; won by (nobody|[A-H]( and [A-H])*)")


def result_header(scores: Sequence[int], winners: Sequence[int]) -> str:
    """Points and winners as a header's value.

    >>> result_header([30, 104], [1])
    'A 30, B 104; won by B'
    """
    points = ", ".join(f"{LETTERS[seat]} {score}" for seat, score in enumerate(scores))
    return f"{points}; won by {' and '.join(LETTERS[seat] for seat in winners) or 'nobody'}"


def result_from(header: str) -> Result:
    """A header's value, read; without a sentence.

    >>> result_from("A 30, B -4; won by A and B").scores, result_from("A 0; won by nobody").winners
    ([30, -4], [])
    """
    if RESULT.fullmatch(header) is None:
        raise BadRecord(f"{header!r} is not a result such as 'A 30, B 104; won by B'.")
    points, winners = header.split("; won by ")
    scores = [int(part.split(" ")[1]) for part in points.split(", ")]
    return Result(
        scores,
        [] if winners == "nobody" else [LETTERS.index(letter) for letter in winners.split(" and ")],
        "",
    )
