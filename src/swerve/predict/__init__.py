"""Code context in, likely abstract values out."""

from swerve.predict._baselines import Combined, Frequency, Naive, Random, Table
from swerve.predict._choice import PREDICTORS, default_predictor
from swerve.predict._explicit import TRUST, Explicit, Trust, joined
from swerve.predict._labels import Labels
from swerve.predict._model import Model, Network
from swerve.predict._predictor import Predictor
from swerve.predict._tempering import tempered
from swerve.predict._types import Types

__all__ = [
    "PREDICTORS",
    "TRUST",
    "Combined",
    "Explicit",
    "Frequency",
    "Labels",
    "Model",
    "Naive",
    "Network",
    "Predictor",
    "Random",
    "Table",
    "Trust",
    "Types",
    "default_predictor",
    "joined",
    "tempered",
]
