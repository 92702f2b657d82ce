"""Lessons, puzzles, challenges, and advice during a game."""
