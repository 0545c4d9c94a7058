"""What do Python programs and notebooks use? `import swerve` has these names, loaded when used.

Nothing here prints or exits; what a user can act on is raised as a `SwerveError`.
"""

from swerve.apps.api._checked import Checked, Explained, explain
from swerve.apps.api._checks import check, diff
from swerve.apps.api._compare import compare
from swerve.apps.api._replayed import Replayed, replay
