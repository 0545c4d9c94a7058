"""Code context in, likely abstract values out."""

from swerve.predict._baselines import Combined, Frequency, Naive, Random, Table
from swerve.predict._choice import PREDICTORS, default_predictor
from swerve.predict._classes import CoarseClass, Distribution, ValueClass, class_of
from swerve.predict._explicit import TRUST, Explicit, Trust, joined
from swerve.predict._labels import Labels
from swerve.predict._model import Model, Network
from swerve.predict._predictor import Predictor
from swerve.predict._reading import usages_of
from swerve.predict._tempering import tempered
from swerve.predict._types import Types
from swerve.predict._usage import Kind, Place, Site, Usage, Usages, Version
from swerve.store import Store

__all__ = [
    "PREDICTORS",
    "TRUST",
    "CoarseClass",
    "Combined",
    "Distribution",
    "Explicit",
    "Frequency",
    "Kind",
    "Labels",
    "Model",
    "Naive",
    "Network",
    "Place",
    "Predictor",
    "Random",
    "Site",
    "Store",
    "Table",
    "Trust",
    "Types",
    "Usage",
    "Usages",
    "ValueClass",
    "Version",
    "class_of",
    "default_predictor",
    "joined",
    "tempered",
    "usages_of",
]
