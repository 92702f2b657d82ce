"""The package is pure Python. On request, EMBERSTACKS_COMPILE=1, kernel and games are compiled:
tools/compile/ does that, and docs/parts/build.md describes it.
"""

import os
import sys

from setuptools import setup

WAYS = ("1", "quick")  # of compiling; tools/compile/build.py says what they are
ASKED = {"egg_info", "dist_info", "sdist"}  # these want the package as it is: they compile nothing

how = os.environ.get("EMBERSTACKS_COMPILE")
if how in WAYS and not ASKED & set(sys.argv):
    sys.path[:0] = ["tools", "src"]
    from compile.build import arguments

    setup(**arguments(how))
else:
    setup()
