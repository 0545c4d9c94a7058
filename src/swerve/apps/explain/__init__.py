"""A test that fails: is the test wrong, or the code?"""

from ._concluding import fault_behind, faults_in
from ._explaining import explain_test
from ._model import (
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
from ._words import plain, words
