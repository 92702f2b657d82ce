"""People: who they are, their own games and settings, profiles and ratings."""
