"""Does the command line know the predictors there are?"""

from __future__ import annotations

from swerve.engines.guided._setting import Techniques
from swerve.model.settings import SETTINGS
from swerve.predict import PREDICTORS, default_predictor


def test_every_predictor_can_be_asked_for() -> None:
    assert tuple(PREDICTORS) == SETTINGS["predictor"].choices


def test_the_default_is_the_same_everywhere() -> None:
    default = SETTINGS["predictor"].default
    assert default == Techniques().predictor
    assert PREDICTORS[default]().name == default_predictor().name
