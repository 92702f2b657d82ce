"""The weights that a network has learned: a file of data with its provenance, next to a game's mind
or anywhere else.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import math
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from emberstacks.bots import minds
from emberstacks.bots.ismcts import Insight
from emberstacks.bots.mind import heuristic_of, mind_of
from emberstacks.bots.network import HEADS, SIDES, FarSighted, Features, LearnedInsight, Network
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.game import Game

FILE: Final = "network.json"
HIDDEN: Final = 32  # units of a new network; ours
MOST_UNITS: Final = 512
log = logging.getLogger("emberstacks.bots")


@dataclass(frozen=True)
class Learned:
    """The weights of one game's network, and where they come from."""

    game: str
    hidden: int
    scale: float  # points that the network calls 1
    numbers: list[float]
    provenance: Mapping[str, Any]
    # the questions that it knew, by name; without names, those of today
    steps: tuple[str, ...] = ()
    features: tuple[str, ...] = ()

    def network(self) -> Network:
        """The network itself, with zeros for what is new in the game; BadBot if it looks at what
        the game no longer has.
        """
        game, features = game_by_id(self.game), features_of(self.game)
        steps, names = tuple(step.__name__ for step in game.steps), tuple(features.names)
        known = parts(self.steps or steps, self.features or names)
        today = parts(steps, names)
        if len(self.numbers) != self.hidden * (len(known) + HEADS) + HEADS or not set(known) <= set(
            today
        ):
            raise BadBot(
                f"These weights are for other features of {self.game!r}. Train again with"
                " 'emberstacks lab train'."
            )
        numbers = self.numbers
        if known != today:
            hidden, nothing = self.hidden, [0.0] * self.hidden
            weights = {part: numbers[hidden * k : hidden * (k + 1)] for k, part in enumerate(known)}
            rows = [weights.get(part, nothing) for part in today]
            numbers = [number for row in rows for number in row] + numbers[hidden * len(known) :]
        return Network(game, features, self.hidden, self.scale, numbers)

    def to_json(self) -> str:
        """As it is in a file: the weights as 32-bit floats, lowest byte first."""
        weights = array("f", self.numbers)
        if sys.byteorder == "big":
            weights.byteswap()
        data = {
            "game": self.game,
            "provenance": dict(self.provenance),
            "hidden": self.hidden,
            "scale": self.scale,
            "steps": self.steps,
            "features": self.features,
            "weights": base64.b64encode(weights.tobytes()).decode("ascii"),
        }
        return json.dumps(data, indent=1) + "\n"


def parts(steps: Sequence[str], features: Sequence[str]) -> list[tuple[str, int]]:
    """What has weights for each hidden unit, in the order of the file: a question from either side,
    the end, a feature.
    """
    return [(step, side) for step in [*steps, "end"] for side in range(SIDES)] + [
        (name, SIDES) for name in features
    ]


def features_of(game: str) -> Features:
    """What the network of a game looks at; BadBot if nobody has written that."""
    make = mind_of(game).features
    if make is None:
        raise BadBot(
            f"Nobody has written yet what a network should look at in {game!r} (features in its"
            " mind)."
        )
    return make()


def read_learned(path: Path) -> Learned:
    """The weights in a file; BadBot says in a sentence what is wrong with it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        weights = array("f")
        weights.frombytes(base64.b64decode(data["weights"], validate=True))
        if sys.byteorder == "big":
            weights.byteswap()
        hidden, scale = int(data["hidden"]), float(data["scale"])
        steps, features = (tuple(map(str, data.get(names, ()))) for names in ("steps", "features"))
        found = Learned(
            str(data["game"]),
            hidden,
            scale,
            weights.tolist(),
            dict(data["provenance"]),
            steps,
            features,
        )
    except OSError as wrong:
        raise BadBot(f"The weights in {path} cannot be read: {wrong.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError, binascii.Error):
        raise BadBot(f"{path} is damaged, or no file of 'emberstacks lab train'.") from None
    if not 0 < hidden <= MOST_UNITS or not all(
        math.isfinite(one) for one in (scale, *found.numbers)
    ):
        raise BadBot(f"{path} is damaged, or no file of 'emberstacks lab train'.")
    return found


def file_of(game: str) -> Path:
    """Where the weights that come with a game's mind are, if there are any."""
    return Path(minds.__path__[0]) / game.replace("-", "_") / FILE


def shipped(game: str) -> Network | None:
    """The network that comes with a game's mind; None if there is none, or if it does not fit the
    game any more.
    """
    return shipped_for(game_by_id(game))


@cache
def shipped_for(game: Game) -> Network | None:
    """The same for a game, whose box may be another than the one on the shelf."""
    file = file_of(game.info.id)
    if not file.is_file():
        return None
    try:
        return read_learned(file).network()
    except BadBot as wrong:
        log.warning("%s Until then, bots judge %s without a network.", wrong, game.info.id)
        return None


def leans(game: str) -> bool:
    """Does a search lean on the network of a game?"""
    return mind_of(game).leans and shipped(game) is not None


def insight_of(view: Mapping[str, Any]) -> Insight:
    """What a search from a view may know about its game: its network if that is better than its
    playouts.
    """
    return insight(game_by_id(view["game"]), mind_of(view["game"]).depth(view))


@cache
def insight(game: Game, depth: int) -> Insight:
    """The same for a search that plays on for this many decisions before it asks the network."""
    mind, network = mind_of(game.info.id), shipped_for(game)
    return mind.insight if network is None or not mind.leans else insight_with(network, depth)


def insight_with(network: Network, depth: int) -> Insight:
    """The same with any network for the game."""
    heuristic = heuristic_of(network.game)
    return (
        FarSighted(network, heuristic, depth)
        if depth and heuristic is not None
        else LearnedInsight(network)
    )
