"""Which values does the code of a project read when its tests run?"""

from ._collecting import Collected, Wanted, collect
