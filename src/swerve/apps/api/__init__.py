"""What do Python programs and notebooks use? `import swerve` has these names, loaded when used.

Nothing here prints or exits; what a user can act on is raised as a `SwerveError`.
"""

from ._checked import Checked, Explained, explain
from ._checks import check, diff
from ._compare import compare
from ._replayed import Replayed, replay
