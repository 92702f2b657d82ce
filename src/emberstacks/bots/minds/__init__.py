"""What bots know of each game: a folder a game."""
