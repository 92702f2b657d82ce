"""A finished game as it is told: the ranking with where the points came from, and the proof of
every draw.
"""

from __future__ import annotations

from emberstacks.kernel.match import Match
from emberstacks.protocol import DrawInfo, Ending, Place, Proof, Source


def ending(match: Match) -> Ending:
    """The final score of a finished game, in detail."""
    result = match.result
    assert result is not None
    sources = match.sources()
    places = [
        Place(
            rank=rank,
            seat=seat,
            winner=seat in result.winners,
            points=result.scores[seat],
            sources=[Source(name=name, points=points) for name, points in sources[seat]],
        )
        for rank, seat in match.ranking()
    ]
    return Ending(cooperative=match.game.info.cooperative, summary=result.summary, places=places)


def proof(match: Match) -> Proof | None:
    """Everything needed to check the draws of a finished game; None if there is no seed to check
    them with.
    """
    proven = match.proof()
    if proven is None:
        return None
    commitment, secret = proven
    listed = [
        DrawInfo(weights=weights, outcome=outcome, text=text)
        for weights, outcome, text in match.draws()
    ]
    return Proof(commitment=commitment, secret=secret, draws=listed)
