"""Which values does code certainly read, by what its source alone says?"""

from ._certain import Certain, coarse_of, counts_of
from ._flow import Flow
