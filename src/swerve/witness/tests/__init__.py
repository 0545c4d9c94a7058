"""Witnesses as tests: written, and run on both sides before anybody gets them."""

from swerve.witness.tests._saving import opened_writer
from swerve.witness.tests._verifying import Verifier
from swerve.witness.tests._writing import WrittenTest, is_as_written, written_test
