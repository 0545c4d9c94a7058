"""Code context in, likely abstract values out."""

from collections.abc import Callable, Mapping

from ._baselines import Combined, Frequency, Naive, Predictor, Random, Table
from ._careful import Careful, tempered
from ._explicit import TRUST, Explicit, Trust, joined
from ._labels import Labels
from ._model import Model, Network
from ._types import Types


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
