"""Small but complete games, written for the tests as a stranger would write one: interpreted, on whichever kernel is tested."""
