"""Where the command starts: `swerve`, and `python -m swerve` for when that is not on the PATH."""

import sys

from swerve.worker.processes import leave_checkout

leave_checkout()  # before anything else is imported

from swerve.apps.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
