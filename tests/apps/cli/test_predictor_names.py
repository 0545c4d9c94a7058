"""Does the command line know the predictors there are?"""

from __future__ import annotations

from swerve.apps.cli._options import PREDICTOR_NAMES
from swerve.engines.guided._setting import Techniques
from swerve.model import Wishes
from swerve.predict import PREDICTORS, default_predictor


def test_every_predictor_can_be_asked_for() -> None:
    assert tuple(PREDICTORS) == PREDICTOR_NAMES


def test_the_default_is_the_same_everywhere() -> None:
    default = PREDICTOR_NAMES[-1]
    assert default == Wishes().predictor == Techniques().predictor
    assert PREDICTORS[default]().name == default_predictor().name
