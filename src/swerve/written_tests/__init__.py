"""Witnesses as tests: written, and run on both sides before anybody gets them."""

from swerve.written_tests._verifying import Verifier
from swerve.written_tests._writing import WrittenTest, written_test

__all__ = ["Verifier", "WrittenTest", "written_test"]
