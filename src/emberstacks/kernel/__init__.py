"""The engine: a game is a stack of steps, and answering the top step is the only way a state
changes.
"""
