"""What target code may touch, and for how long."""

from swerve.run.sandbox._cell import Cell, Confinement, Level
from swerve.run.sandbox._choosing import choose_level
from swerve.run.sandbox._start import Confined, start
from swerve.run.sandbox._threats import THREATS, not_held
from swerve.worker.core.limits import LIMITS, Limits
