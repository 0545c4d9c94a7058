"""Witnesses as tests: written, and run on both sides before anybody gets them."""

from swerve.written_tests._file import is_as_written
from swerve.written_tests._verifying import Verifier
from swerve.written_tests._writing import WrittenTest, written_test

__all__ = ["Verifier", "WrittenTest", "is_as_written", "written_test"]
