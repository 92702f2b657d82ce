"""What tests/every_game/test_growth.py adds to the box."""

from __future__ import annotations

BLOCKS = {
    "components.toml": (
        """
[[tool]]
name = "whistle"
timing = "saving"
lasts = "turn"
text = "Two fires that would end your turn are whistled away."
needs_four = false # people
burns = ["wy", "wb", "p"]
since = "9.9"
"""
    ),
}
