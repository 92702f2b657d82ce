"""What the law of growth adds to a copy of Horror's box: a Blessing, two Curses and two monsters."""

BLOCKS = {
    "components.toml": (
        """
[[blessing]]
name = "Silver Bell"
word = "bell"
copies = 2
text = "Nobody knows yet what it does."
since = "9.9"
provenance = "ours"

[[curse]]
name = "Grave Chill"
word = "grave chill"
kept = false
harm = 3
text = "At once: Fortitude -3."
since = "9.9"
provenance = "ours"

[[curse]]
name = "Rusty Key"
word = "rusty key"
kept = true
text = "Nobody knows yet what it does."
since = "9.9"
provenance = "ours"

[[monster]]
names = ["Moth Swarm"]
level = 1
since = "9.9"
provenance = "ours"

[[monster]]
names = ["Old Librarian"]
level = 3
since = "9.9"
provenance = "ours"
"""
    )
}
