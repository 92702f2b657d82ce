"""Environments for learners, each an optional extra: PettingZoo (aec), Gymnasium (gym) and
OpenSpiel (openspiel).
"""
