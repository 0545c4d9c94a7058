"""Which values does code certainly read, by what its source alone says?"""

from swerve.facts.certain._certain import Certain, coarse_of, counts_of
from swerve.facts.certain._flow import Flow
