"""A test that fails: is the test wrong, or the code?"""

from swerve.apps.explain._concluding import fault_behind, faults_in
from swerve.apps.explain._explaining import explain_test
from swerve.apps.explain._model import (
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
from swerve.apps.explain._words import plain, words
