"""The tests of a project, run on both sides with calls of changed functions observed."""

from swerve.engines.replay.observed._judging import Round
from swerve.engines.replay.observed._matching import keyed
from swerve.engines.replay.observed._new_tests import NewTests
from swerve.engines.replay.observed._observations import (
    Differing,
    Observations,
    PairObserved,
    Recorded,
)
from swerve.engines.replay.observed._observing import observe_suites
from swerve.engines.replay.observed._ran import Ran, SeenCall
from swerve.engines.replay.observed._recordings import Recordings, recordings_for
from swerve.engines.replay.observed._showing import call_text
