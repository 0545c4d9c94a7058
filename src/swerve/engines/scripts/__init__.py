"""Usage examples that a language model writes, run on both sides."""

from swerve.engines.scripts._observing import NOT_ASKED, Observed, observe_scripts
from swerve.engines.scripts._scripts import Scripts, engine
from swerve.engines.scripts._writing import Wanted, Written, write_scripts
