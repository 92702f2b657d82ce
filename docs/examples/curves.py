"""Trains every game for an hour with PPO (ppo.py), and writes the learning curves as curves.csv and
curves.html.

    PYTHONPATH=.fast python docs/examples/curves.py --minutes 60

The games take turns of a few minutes, so that all curves grow together, and you may stop at any
time.
"""

from __future__ import annotations

import argparse
import csv
import runpy
import time
from html import escape
from pathlib import Path
from typing import Any

from emberstacks import list_games
from emberstacks.lab.html import STYLE
from emberstacks.lab.report import FOOT, HEIGHT, LEFT, WIDTH, drawing, scale, y

PPO = runpy.run_path(str(Path(__file__).with_name("ppo.py")))
COLUMNS = ["game", "players", "seconds", "answers", "against", "share", "games"]
FIRST = 10**6  # the first seed of the games that measure


class Curve:
    """One game, its learner, and how well that did."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.game, self.players = game, players
        self.trainer: Any = PPO["Trainer"](game, players, seed)
        self.seconds = 0.0
        self.rows: list[dict[str, Any]] = []

    def learn(self, seconds: float, whole: float) -> None:
        """Learn for a while, of the whole time that there is."""
        began = time.monotonic()
        while (taken := time.monotonic() - began) < seconds:
            self.trainer.round(min(1.0, (self.seconds + taken) / whole))
        self.seconds += taken

    def measure(self, bot: str, seeds: int) -> dict[str, Any]:
        share = PPO["wins"](self.trainer, self.game, self.players, bot, range(FIRST, FIRST + seeds))
        values = (
            self.game,
            self.players,
            round(self.seconds),
            self.trainer.answers,
            bot,
            round(share, 4),
            seeds * self.players,
        )
        self.rows.append(dict(zip(COLUMNS, values, strict=True)))
        return self.rows[-1]


def page(curves: list[Curve]) -> str:
    """All curves as pictures, with 95 % intervals."""
    parts = [
        f"<h2>{escape(one.game)}, {one.players} players</h2>{picture(one)}"
        for one in curves
        if one.rows
    ]
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport"'
        ' content="width=device-width">'
    )
    body = f"<main><h1>Learning curves</h1>{''.join(parts)}</main></html>"
    return f"{head}<title>Learning curves</title><style>{STYLE}</style>{body}\n"


def picture(one: Curve) -> str:
    """The share of the wins by the answers."""
    most = max(row["answers"] for row in one.rows)
    parts = [scale(["0 %", "50 %", "100 %"])]
    for row in one.rows:
        x, share = LEFT + (WIDTH - LEFT - 8) * row["answers"] / most, row["share"]
        half = 1.96 * (share * (1 - share) / row["games"]) ** 0.5
        ends = y(max(0.0, share - half)), y(min(1.0, share + half))
        words = f"<title>{row['answers']:,} answers: {share:.0%}</title>"
        parts.append(
            f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{ends[0]:.1f}"'
            f' y2="{ends[1]:.1f}">{words}</line>'
        )
        parts.append(
            f'<rect x="{x - 3:.1f}" y="{y(share) - 3:.1f}" width="6" height="6">{words}</rect>'
        )
    parts.append(
        f'<text x="{WIDTH}" y="{HEIGHT - FOOT + 16}" text-anchor="end">{most:,} answers</text>'
    )
    return drawing(
        parts, f"Share of the wins of {one.game} against {one.rows[0]['against']} by answers"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train every game, and write the curves.")
    parser.add_argument(
        "--games", default="", help="some games, separated by commas; by default all"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="of learning for each game")
    parser.add_argument("--turns", type=int, default=12, help="how often each is measured")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--seeds", type=int, default=25, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path())
    wanted = parser.parse_args()
    names = wanted.games.split(",") if wanted.games else [info.id for info in list_games()]
    curves = [
        Curve(info.id, max(2, info.min_players), wanted.seed)
        for info in list_games()
        if info.id in names
    ]
    with open(wanted.out / "curves.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, COLUMNS)
        rows.writeheader()
        for _ in range(wanted.turns):
            for one in curves:
                one.learn(60 * wanted.minutes / wanted.turns, 60 * wanted.minutes)
                found = one.measure(wanted.against, wanted.seeds)
                rows.writerow(found)
                file.flush()
                (wanted.out / "curves.html").write_text(page(curves), encoding="utf-8")
                print(
                    f"{one.game:<16}{found['answers']:>12,} answers: {found['share']:.1%} against"
                    f" {wanted.against}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
