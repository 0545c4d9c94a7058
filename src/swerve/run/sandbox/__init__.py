"""What target code may touch, and for how long."""

from swerve.run.sandbox._cell import Cell, Confinement, Level
from swerve.run.sandbox._choosing import choose_level
from swerve.run.sandbox._start import Confined, start
from swerve.run.sandbox._threats import THREATS, Threat, not_held
from swerve.worker.core.limits import LIMITS, Limits

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
