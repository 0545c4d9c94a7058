"""The tests of a project: which files hold them, and how they are run in a cell."""

from ._running import Ending, Errand, Ran, Row, RunningTests, run_errand
from ._test_files import conventions_of, files_with_tests, is_test, take_chunk
