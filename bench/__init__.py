"""Our speed next to other projects'."""
