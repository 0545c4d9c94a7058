"""Code context in, likely abstract values out."""

from swerve.predict._baselines import Combined, Frequency, Naive, Random, Table
from swerve.predict._choice import PREDICTORS, default_predictor
from swerve.predict._classes import CoarseClass, Distribution, ValueClass, class_of
from swerve.predict._predictor import Predictor
from swerve.predict._reading import usages_of
from swerve.predict._types import Types
from swerve.predict._usage import Kind, Site, Usage, Usages, Version

__all__ = [
    "PREDICTORS",
    "CoarseClass",
    "Combined",
    "Distribution",
    "Frequency",
    "Kind",
    "Naive",
    "Predictor",
    "Random",
    "Site",
    "Table",
    "Types",
    "Usage",
    "Usages",
    "ValueClass",
    "Version",
    "class_of",
    "default_predictor",
    "usages_of",
]
