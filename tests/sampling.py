"""Which cases of a long table does `make test` run?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def sampled(cases: Iterable[str], most: int) -> list[ParameterSet]:
    """The first cases; `make test-slow` runs the others, each of which takes a second or more."""
    return [
        pytest.param(case, marks=() if number < most else pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
