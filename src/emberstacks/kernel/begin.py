"""The ways to start a match: from scratch, from a position or from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.kernel import record
from emberstacks.kernel.chance import Dealer, SealedDealer
from emberstacks.kernel.codec import decode
from emberstacks.kernel.errors import BadOptions, BadPosition, BadRecord
from emberstacks.kernel.game import Game, Option, Options
from emberstacks.kernel.loop import legal, waiting
from emberstacks.kernel.masks import has
from emberstacks.kernel.match import Match, Past, dealer_of, result_header, unsealed
from emberstacks.kernel.record import Written
from emberstacks.kernel.state import OPEN, OUT, State
from emberstacks.kernel.step import CHANCE, EVERYBODY, TOGETHER
from emberstacks.kernel.zones import all_slots

LONGEST_NUMBER = 20  # digits in a header


def new_match(
    game: Game,
    players: int,
    options: Options,
    dealer: Dealer,
    seed: int | None,
    version: str | None = None,
) -> Match:
    """A new game, under the newest rules or an older version."""
    rules = game.rules_number(version or game.info.rules_version, "game")
    full = game.full_options(players, options, rules)
    match = Match(game, players, full, dealer, game.start(players, full, rules), seed)
    match.settle()
    return match


def position_match(
    game: Game, players: int, options: Options, s: State, dealer: Dealer, seed: int | None
) -> Match:
    """A game from a position."""
    match = Match(game, players, options, dealer, s, seed, past=Past(fresh=False))
    match.settle()
    return match


def match_from_json(game: Game, data: Mapping[str, Any], dealer: Dealer, seed: int | None) -> Match:
    """A game from what `Match.to_json` wrote, edited or not; BadPosition says what is wrong with
    it.
    """
    players, agreed = data.get("players"), data.get("options", {})
    if (
        not isinstance(players, int)
        or isinstance(players, bool)
        or not isinstance(data.get("state"), dict)
    ):
        raise BadPosition("a position needs 'players' and 'state'.")
    if not isinstance(agreed, Mapping) or any(
        not isinstance(value, (str, int)) for value in agreed.values()
    ):
        raise BadPosition("the options of a position are names with values.")
    try:
        rules = game.rules_number(str(data.get("rules", game.info.rules_version)), "position")
        options = game.full_options(players, agreed, rules)
    except BadOptions as wrong:
        raise BadPosition(str(wrong)) from None
    s = decode(game, rules, players, options, data["state"])
    check_position(game, players, options, s)
    return position_match(game, players, options, s, dealer, seed)


def check_position(game: Game, players: int, options: Options, s: State) -> None:
    """Refuse a position that cannot occur."""
    check_slots(s)
    try:
        check_steps(s)
        game.checked(s, game.census(game.start(players, options, s.rules)))
    except IndexError:
        raise BadPosition("a number in the position is too large for this game.") from None
    check_sealed(s)
    if s.step.seat == CHANCE and not any(weight > 0 for weight in s.step.weights(s)):
        raise BadPosition("chance is asked, but nothing can come up.")
    for seat in waiting(s):
        if not len(legal(s, seat)):
            raise BadPosition(f"seat {seat} is asked, but has no choice.")


def check_steps(s: State) -> None:
    """Refuse questions about what does not exist."""
    for step in [*s.below, s.step]:
        name = type(step).__name__
        for argument, value in zip(step.MADE_OF, step.args(), strict=True):
            shape = step.DOMAINS.get(argument)
            lowest, highest = (value, value) if shape is None else shape.domain().bounds(s)
            if not lowest <= value <= highest:
                raise BadPosition(f"the question {name!r} cannot have {value} as its {argument!r}.")


def check_slots(s: State) -> None:
    """Refuse hidden pieces that a view left out, and knowledge that contradicts the truth."""
    for slots in all_slots(s):
        for k in range(slots.count()):
            face, seen, lot, could = (
                int(slots.face[k]),
                int(slots.seen[k]),
                int(slots.lot[k]),
                int(slots.could[k]),
            )
            if face < 0:
                raise BadPosition("a hidden piece has no face: a view is not a position.")
            if not 0 <= seen <= EVERYBODY or lot < 0:
                raise BadPosition(
                    f"no slot can be [{face}, {seen}, {lot}, {could}]: who has seen it, or its lot,"
                    " is impossible."
                )
            if not has(could, face):
                raise BadPosition(
                    f"no slot can be [{face}, {seen}, {lot}, {could}]: public events exclude its"
                    " face."
                )


def check_sealed(s: State) -> None:
    """Refuse sealed answers that cannot have been given."""
    if s.step.seat != TOGETHER:
        return
    for seat in range(s.seats):
        given = int(s.sealed[seat])
        if given not in (OPEN, OUT) and given not in list(legal(s, seat)):
            raise BadPosition(f"seat {seat} cannot have answered {given}.")
    if not waiting(s):
        raise BadPosition("the question to several seats has all its answers already.")


def match_from_record(game: Game, written: Written, seed: int | None) -> Match:
    """The game in a record, ready to continue; BadRecord names the line that is wrong."""
    headers, lines = written.headers, written.lines
    if "Seat" in headers:
        raise BadRecord(
            f"line {lines['Seat']}: this record was redacted for {headers['Seat']}, so it cannot be"
            " replayed."
        )
    check_figures(game, written)
    rules = read_rules(game, written)
    players = whole_header(written, "Players")
    options = read_options(game.options_of(rules), written)
    dealer = dealer_of(whole_header(written, "Seed") if "Seed" in headers else seed)
    if "Secret" in headers:
        dealer = read_secret(written)
    try:
        full = game.full_options(players, options, rules)
        start = game.start(players, full, rules)
        if "Position" in headers:
            start = decode(game, rules, players, full, record.read_position(written))
            check_position(game, players, full, start)
    except ValueError as wrong:
        raise BadRecord(f"line {lines.get('Position', lines['Players'])}: {wrong}") from None
    known_seed = whole_header(written, "Seed") if "Seed" in headers else seed
    start = unsealed(start)
    s = start.clone()
    answers = record.replay(s, written)
    draws = sum(1 for acting, _ in answers if acting == CHANCE)
    dealer.skip(draws)
    past = Past(
        answers, "Position" not in headers, draws == 0 or "Seed" in headers or "Secret" in headers
    )
    match = Match(
        game,
        players,
        full,
        dealer,
        start,
        None if isinstance(dealer, SealedDealer) else known_seed,
        s,
        past,
    )
    match.settle()
    result = match.result
    if "Result" in headers and (
        result is None or headers["Result"] != result_header(result.scores, result.winners)
    ):
        actual = (
            "an unfinished game" if result is None else result_header(result.scores, result.winners)
        )
        raise BadRecord(
            f"line {lines['Result']}: the moves lead to {actual}, expected {headers['Result']}."
        )
    return match


def check_figures(game: Game, written: Written) -> None:
    """A game that was played with other data files would not replay with these."""
    theirs = written.headers.get("Figures", "")
    if theirs == game.figures:
        return
    if not theirs:
        raise BadRecord(
            "line 1: this game was played with the game's own figures. Leave out --figures."
        )
    raise BadRecord(
        f"line {written.lines['Figures']}: this game was played with other figures, which have the"
        f" fingerprint {theirs}. Name their folder with --figures."
    )


def whole_header(written: Written, name: str) -> int:
    value = written.headers.get(name, "")
    if not value.isdecimal() or len(value) > LONGEST_NUMBER:
        line = written.lines.get(name, 1)
        raise BadRecord(
            f'line {line}: expected a header [{name} "..."] with a number, found {value or "none"}.'
        )
    return int(value)


def read_rules(game: Game, written: Written) -> int:
    """The version of the rules that a record was played under."""
    if "Rules" not in written.headers:
        raise BadRecord(
            f'line 1: expected a header [Rules "{game.info.rules_version}"] with the version of the'
            " rules."
        )
    try:
        return game.rules_number(written.headers["Rules"], "record")
    except BadOptions as wrong:
        raise BadRecord(f"line {written.lines['Rules']}: {wrong}") from None


def read_options(offered: Sequence[Option], written: Written) -> dict[str, Any]:
    """Options from their header: each value is found by its text."""
    known = {option.name: option for option in offered}
    options: dict[str, Any] = {}
    for pair in written.headers.get("Options", "").split():
        name, _, text = pair.partition("=")
        choices = known[name].choices if name in known else ()
        options[name] = next((choice for choice in choices if str(choice) == text), text)
    return options


def read_secret(written: Written) -> SealedDealer:
    """The sealed dealer of a record, checked against the published commitment."""
    try:
        dealer = SealedDealer(bytes.fromhex(written.headers["Secret"]))
    except ValueError:
        raise BadRecord(
            f"line {written.lines['Secret']}: the secret must be hexadecimal digits."
        ) from None
    if written.headers.get("Commitment", dealer.commitment()) != dealer.commitment():
        raise BadRecord(
            f"line {written.lines['Secret']}: the secret does not fit the commitment published at"
            " the start."
        )
    return dealer
