"""A test that fails: is the test wrong, or the code?"""

from swerve.explaining._explaining import explain_test
from swerve.explaining._localising import fault_behind, faults_in
from swerve.explaining._model import (
    Answer,
    CallId,
    Ended,
    Ending,
    Explained,
    Explanation,
    Fault,
    JudgedCall,
    Standing,
)
from swerve.explaining._plain import plain
from swerve.explaining._words import words

__all__ = [
    "Answer",
    "CallId",
    "Ended",
    "Ending",
    "Explained",
    "Explanation",
    "Fault",
    "JudgedCall",
    "Standing",
    "explain_test",
    "fault_behind",
    "faults_in",
    "plain",
    "words",
]
