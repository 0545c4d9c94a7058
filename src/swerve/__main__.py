"""`python -m swerve`, for when the script is not on the PATH."""

import sys

from swerve.cli import main

if __name__ == "__main__":
    sys.exit(main())
