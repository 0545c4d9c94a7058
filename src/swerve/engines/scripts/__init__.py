"""Usage examples that a language model writes, run on both sides."""

from ._observing import NOT_ASKED, Observed, observe_scripts
from ._scripts import Scripts, engine
from ._writing import Wanted, Written, write_scripts
