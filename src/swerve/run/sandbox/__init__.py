"""What target code may touch, and for how long."""

from swerve.worker.core.limits import LIMITS, Limits

from ._cell import Cell, Confinement, Level, surroundings
from ._choosing import choose_level
from ._start import Confined, start
from ._threats import THREATS, not_held
