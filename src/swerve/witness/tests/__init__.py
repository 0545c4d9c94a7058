"""Witnesses as tests: written, and run on both sides before anybody gets them."""

from ._saving import opened_writer
from ._verifying import Verifier
from ._writing import WrittenTest, is_as_written, written_test
