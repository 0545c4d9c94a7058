"""The tests of a project, run on both sides with calls of changed functions observed."""

from ._judging import Round
from ._matching import keyed
from ._new_tests import NewTests
from ._observations import Differing, Flip, Observations, PairObserved, Recorded
from ._observing import SuiteListener, observe_suites
from ._ran import Ran, SeenCall
from ._recordings import Recordings, recordings_for
from ._showing import call_text, witness_in_test
