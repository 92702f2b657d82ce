"""What is told: every message about games, made from a match, a lesson, a puzzle or a box.

How it travels is no business of this folder: it needs no server, no database and no network, so a
program without any of them (a browser that runs Python) can say the same.
"""
