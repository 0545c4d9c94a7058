"""The tests of a project, run on both sides with calls of changed functions observed."""

from swerve.replaying._observations import Differing, Observations, PairObserved, Recorded
from swerve.replaying._observing import Listener, observe_suites

__all__ = [
    "Differing",
    "Listener",
    "Observations",
    "PairObserved",
    "Recorded",
    "observe_suites",
]
