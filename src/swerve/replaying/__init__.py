"""The tests of a project, run on both sides with calls of changed functions observed."""

from swerve.replaying._judging import Round
from swerve.replaying._matching import keyed
from swerve.replaying._new_tests import NewTests
from swerve.replaying._observations import Differing, Observations, PairObserved, Recorded
from swerve.replaying._observing import Listener, observe_suites
from swerve.replaying._ran import Ran, SeenCall
from swerve.replaying._recordings import Recordings, recordings_for
from swerve.replaying._showing import call_text

__all__ = [
    "Differing",
    "Listener",
    "NewTests",
    "Observations",
    "PairObserved",
    "Ran",
    "Recorded",
    "Recordings",
    "Round",
    "SeenCall",
    "call_text",
    "keyed",
    "observe_suites",
    "recordings_for",
]
