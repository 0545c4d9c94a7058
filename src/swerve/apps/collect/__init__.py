"""Which values does the code of a project read when its tests run?"""

from swerve.apps.collect._collecting import Collected, Wanted, collect
