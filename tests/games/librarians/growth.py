"""What the law of growth adds to a copy of the box: books, a thrill, a genre, an action, a shelf
card.
"""

from __future__ import annotations

BLOCKS = {
    "books.toml": (
        """
[[pack]]
set = "first"
since = "9.9"
books = [
  { id = "c-red-01", title = "Quince Marmalade", letter = "Q", colour = "red", author = "Rufus Tallowmere", audience = "Kids" },
  { id = "c-blu-01", title = "Zephyr Weather", letter = "Z", colour = "blue", author = "Nobody Yet", audience = "Any" },
]

[[pack]]
set = "thrills"
since = "9.9"
books = [{ id = "t-13", title = "Another Round", letter = "A", action = "encore" }]
"""
    ),
    "components.toml": (
        """
[[genre]]
name = "western"
colour = "green"
text = "Five cards leave the deck unplayed."
like = "romance"
since = "9.9"

[[action]]
name = "encore"
text = "Draw three cards."
like = "draw"

[[shelf]]
power = "no-stacks"
arrow = "left"
since = "9.9"
"""
    ),
}
