"""Small but complete games, written for the tests as a stranger would write one: always
interpreted, on either kernel.
"""
