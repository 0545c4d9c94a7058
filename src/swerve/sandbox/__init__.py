"""What target code may touch, and for how long."""

from swerve.sandbox._cell import Cell
from swerve.sandbox._level import (
    Confinement,
    Level,
    choose_level,
)
from swerve.sandbox._start import Confined, start
from swerve.sandbox._threats import THREATS, Threat, not_held
from swerve.worker._limits import LIMITS, Limits

__all__ = [
    "LIMITS",
    "THREATS",
    "Cell",
    "Confined",
    "Confinement",
    "Level",
    "Limits",
    "Threat",
    "choose_level",
    "not_held",
    "start",
]
