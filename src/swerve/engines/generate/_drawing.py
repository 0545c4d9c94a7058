"""How are calls drawn from a strategy, many at once?

Hypothesis draws; what comes of a call is seen later, when a worker ran it with many others.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException

from swerve.engines.generate._choices import Choices
from swerve.engines.generate._strategies import bundled
from swerve.project import open_cache
from swerve.recipe import BadRecipe, CallRecipe, encode_call

#: Calls that follow from one draw.
_BUNDLE = 20


def drawn(make: Callable[[Choices], CallRecipe], count: int, seed: int) -> list[CallRecipe]:
    """So many calls, or fewer where there are no more; each once."""
    _keep_out_of_the_way()
    found: dict[bytes, CallRecipe] = {}

    @hypothesis.seed(seed)
    @settings(
        max_examples=max(1, count // _BUNDLE),
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(bundled(make, _BUNDLE))
    def collect(calls: tuple[CallRecipe, ...]) -> None:
        for call in calls:
            with suppress(BadRecipe):  # nested too deep
                found[encode_call(call)] = call

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with suppress(HypothesisException):  # nothing fits
            collect()
    return list(found.values())


@lru_cache(maxsize=1)
def _keep_out_of_the_way() -> None:
    """Hypothesis keeps tables in a folder, by default where the user is."""
    set_hypothesis_home_dir(open_cache().folder / "hypothesis")
