"""What is good in the early prototype of Fire in the Library: the exact expectation of one turn, from what lies open.

It maximises what its turn brings on average: the points, and a price for every bucket left at the end. Passing 100 is worth
all points still missing and the most buckets, so that nothing is better. A wing that collapses is worth the same to a sole
leader and costs the others as much. What comes after the turn does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.weights import Weights, as_they_are, weights_beside
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

WEIGHTS: Final = weights_beside(__file__)
UNTUNED: Final = as_they_are(WEIGHTS)

Bag = tuple[int, ...]  # how many of each token
Moment = tuple[Bag, int, int, int, float]  # of a turn: bag, tokens drawn, fires that count, buckets, worth of the books drawn


class Turn:
    """A turn of one seat on one card."""

    def __init__(self, view: Mapping[str, Any], seat: int, card: int, worth: Sequence[float], weights: Weights) -> None:
        box, table = box_of(view), view["state"]
        knowledge: list[int] = table["knowledge"]
        places = len(box.safe) // len(box.spaces)
        self.bucket = weights["bucket"]
        self.worth = worth  # of a book of each shelf
        self.fire = len(worth)  # the token after the books
        self.full: Bag = tuple(count + table["spaces"].count(token) for token, count in enumerate(table["bag"]))
        self.room = [int(end) - burned for end, burned in zip(box.collapse, table["burned"], strict=True)]
        self.safe = [box.safe[card * places + space] == 1 for space in range(box.spaces[card])]
        self.bravery = int(box.bravery[card])
        self.most_buckets = int(box.most_buckets)
        self.missing = int(box.knowledge) + 1 - knowledge[seat]
        self.win = self.missing + self.bucket * self.most_buckets
        self.collapse = self.win if knowledge[seat] > max(knowledge[:seat] + knowledge[seat + 1 :]) else -self.win
        self.known: dict[tuple[Bag, int], float] = {}  # what drawing brings; the rest of a moment follows from bag and fires

    def draw(self, at: Moment) -> float:
        bag, drawn, fires, buckets, points = at
        key = bag, fires
        if key not in self.known:
            total = 0.0
            for token, count in enumerate(bag):
                if count > 0:
                    after = (*bag[:token], count - 1, *bag[token + 1 :])
                    if token == self.fire:
                        then = after, drawn + 1, fires, buckets, points
                        total += count * max(self.keep(then), self.douse(then))
                    else:
                        total += count * self.decide((after, drawn + 1, fires, buckets, points + self.worth[token]))
            self.known[key] = total / sum(bag)
        return self.known[key]

    def douse(self, at: Moment) -> float:
        bag, drawn, fires, buckets, points = at
        return self.decide((bag, drawn, fires, buckets - 1, points)) if buckets > 0 else -self.win

    def keep(self, at: Moment) -> float:
        bag, drawn, fires, buckets, points = at
        if fires == 0 and self.safe[drawn - 1]:
            return self.decide((bag, drawn, 1, buckets, points))
        if any(self.full[shelf] - bag[shelf] >= room for shelf, room in enumerate(self.room)):
            return self.collapse
        return self.bucket * min(buckets + 1, self.most_buckets)

    def decide(self, at: Moment) -> float:
        """The better of drawing and scoring; a full card must be scored."""
        score = self.score(at)
        return score if at[1] == len(self.safe) else max(score, self.draw(at))

    def score(self, at: Moment) -> float:
        _, _, _, buckets, points = at
        points += self.bravery
        return self.win if points >= self.missing else points + self.bucket * buckets


def worths(view: Mapping[str, Any], choices: Sequence[Choice], weights: Weights = UNTUNED) -> list[float]:
    """What each choice brings on average."""
    if choices[0].step == "TakeCard":
        cards = card_worths(view, weights)
        return [cards[choice.code] for choice in choices]
    table, seat = view["state"], view["seat"]
    worth = values(view, 0, weights)
    turn = Turn(view, seat, table["card"], worth, weights)
    points = sum(worth[token] for token in table["spaces"][: table["drawn"]] if token != turn.fire)
    at = tuple(table["bag"]), table["drawn"], table["fires"], table["buckets"][seat], points
    if choices[0].step == "DrawOrScore" and turn.score(at) == turn.win:
        return [float(choice.text == "score") for choice in choices]  # even where drawing on could not hurt
    answers = {"draw": turn.draw, "score": turn.score, "douse": turn.douse, "keep": turn.keep}
    return [answers[choice.text](at) for choice in choices]


def card_worths(view: Mapping[str, Any], weights: Weights = UNTUNED) -> dict[int, float]:
    """What a turn on each free card brings; the turns before it make books dearer, or end the game first."""
    box, table, me = box_of(view), view["state"], view["seat"]
    knowledge, holder = table["knowledge"], table["holder"]
    # assume that the rival nearest to the end takes a free card
    feared = max(knowledge[seat] for seat in range(view["players"]) if seat != me and seat not in holder)
    goes_on = 1.0
    cards = {}
    for turns_before, card in enumerate(box.cards[view["players"]]):
        free = holder[card] < 0
        if free:
            turn = Turn(view, me, card, values(view, turns_before, weights), weights)
            cards[card] = goes_on * turn.draw((turn.full, 0, 0, table["buckets"][me], 0.0))
        missing = int(box.knowledge) + 1 - (feared if free else knowledge[holder[card]])
        goes_on *= min(1.0, missing / weights["reach"])
    return cards


def values(view: Mapping[str, Any], turns_before: int, weights: Weights = UNTUNED) -> list[float]:
    """What a book of each shelf is worth, now or after some more turns."""
    box = box_of(view)
    track = len(box.values) // len(box.colours)
    now = [shelf * track + place for shelf, place in enumerate(view["state"]["burned"])]
    # behind the last value comes the X, which makes nothing dearer
    return [box.values[k] + turns_before * weights["burns"] * max(0, box.values[k + 1] - box.values[k]) for k in now]


def box_of(view: Mapping[str, Any]) -> Any:
    """The printed figures of the game."""
    game: Any = game_by_id(view["game"])
    return game.box
