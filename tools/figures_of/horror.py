"""Figures of Horror in the Library."""

from __future__ import annotations

from collections.abc import Iterator

from played import against_random, games_of, heading, mean, row, share


def section(games: int) -> Iterator[str]:
    """Greedy against random, and how long games of greedy bots last."""
    yield "One greedy bot among random ones, in each seat in turn.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in (2, 4):
        yield against_random("horror", players, games)
    yield "\nOnly greedy bots, three secrets. A game is cut off after 100 rounds.\n"
    yield heading(
        "Players", "games", "rounds", "longest", "cut off", "wins of each seat, first to last"
    )
    for players in range(2, 7):
        over = games_of("horror", ["greedy"], players, games, secrets=3)
        rounds = [float(one.state["round"]) for one in over]
        seats = ", ".join(share([one.wins[seat] for one in over]) for seat in range(players))
        cut_off = share([float(length >= 100) for length in rounds])
        yield row(players, games, mean(rounds).text(), f"{max(rounds):.0f}", cut_off, seats)
