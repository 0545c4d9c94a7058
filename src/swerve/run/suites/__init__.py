"""The tests of a project: which files hold them, and how they are run in a cell."""

from swerve.run.suites._running import Ending, Errand, Ran, Row, run_errand
from swerve.run.suites._test_files import (
    conventions_of,
    files_with_tests,
    is_test,
    take_chunk,
)
