"""`python -m emberstacks` is `emberstacks`."""

from emberstacks.cli.app import main

if __name__ == "__main__":
    main()
