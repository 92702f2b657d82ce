"""Our speed beside other projects'."""
