"""What bots know about each game: one folder per game."""
