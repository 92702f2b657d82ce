"""Tables: the lobby, the hub, one table in memory, its socket, what happens by itself, and the end
of a game.
"""
