"""What the law of growth (tests/every_game/test_growth.py) adds to the box: cards for two heroes,
and a common room.
"""

BLOCKS = {
    "cards.toml": (
        """
[[hero_card]]
id = "KAL-13"
hero = "kallista"
name = "A Whistle in the Smoke"
type = "action"
slot = true
white = 1
black = 0
effect = [ { op = "draw", who = "self", n = 1 }, { op = "points", who = "self", n = 1 } ]
ongoing = { trigger = "self_move_action", limit = "round", effect = [ { op = "points", who = "self", n = 1 } ] }
text = "Draw 1 card and gain 1 point. Ongoing: after your first Move action each round, gain 1 point."
since = "9.9"

[[hero_card]]
id = "OCT-13"
hero = "octavia"
name = "Told You So"
type = "response"
slot = false
white = 0
black = 0
triggers = ["other_destiny_any"]
effect = [ { op = "points", who = "self", n = 1 } ]
text = "Response: when another Hero resolves a Destiny Response, gain 1 point."
since = "9.9"
"""
    ),
    "components.toml": (
        """
[[rooms.later]]
name = "Room of Whispers"
beam = "N"
since = "9.9"
"""
    ),
}
