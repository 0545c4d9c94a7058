"""Which predictors are there to choose from?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from swerve.predict._baselines import Combined, Frequency, Naive, Random
from swerve.predict._careful import Careful
from swerve.predict._explicit import Explicit
from swerve.predict._model import Model
from swerve.predict._predictor import Predictor
from swerve.predict._types import Types


def default_predictor() -> Predictor:
    """What the code says; where it says nothing, what the network and names say."""
    return Careful(Types(), Model(), Frequency())


#: All of them give distributions that sum to 1.
PREDICTORS: Mapping[str, Callable[[], Predictor]] = {
    "naive": Naive,
    "random": Random,
    "frequency": Frequency,
    "types": lambda: Combined(Types(), Naive()),
    "model": lambda: Combined(Model(), Naive()),
    "types+model": lambda: Combined(Explicit(Types(), Model()), Frequency()),
    "types+frequency": lambda: Combined(Types(), Frequency()),
    "types+model+frequency": default_predictor,
}
