"""The lab as a page on this computer: start runs, watch them, compare them, and open any of their
games.
"""
