"""In which words is the place of a difference told?"""

from __future__ import annotations

from swerve.model import DifferenceKind

DIFFERS_AT = {
    DifferenceKind.RETURN: "result",
    DifferenceKind.EXCEPTION: "exception",
    DifferenceKind.ARGUMENT: "an argument after the call",
    DifferenceKind.OUTPUT: "output",
    DifferenceKind.WARNING: "warnings",
    DifferenceKind.CALLS: "calls made outside",
    DifferenceKind.TERMINATION: "whether it ends",
    DifferenceKind.DEFAULT: "default value",
}
