"""What all tests share: how Hypothesis searches, and which build is under test."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from emberstacks.kernel import loop

COMPILED = os.environ.get("EMBERSTACKS_TEST_COMPILED") == "1"
SOAK = int(os.environ.get("EMBERSTACKS_SOAK", "0"))  # `make soak`: so many games of each kind; 0: a sample of them

settings.register_profile("emberstacks", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("emberstacks")


def pytest_sessionstart() -> None:
    """Tests of the compiled build must really run it, and all others the source."""
    ending = loop.__file__.rsplit(".", 1)[-1]
    if (ending != "py") != COMPILED:
        build = "compiled" if COMPILED else "interpreted"
        pytest.exit(f"these tests are for the {build} build, but the kernel is {loop.__file__}", returncode=1)


def pytest_report_header() -> str:
    return f"emberstacks: testing the {'compiled' if COMPILED else 'interpreted'} build"
