"""What does this change do to the behaviour of the code, and was that meant?"""

import sys

from swerve.worker.version import __version__

TYPE_CHECKING = False  # as in `typing`, which takes a while to load
if TYPE_CHECKING:
    from swerve.apps.api import Checked, Explained, Replayed, check, compare, diff, explain, replay
    from swerve.model import FunctionReport, Report, Verdict, Witness
    from swerve.model.errors import SwerveError

__all__ = [
    "Checked",
    "Explained",
    "FunctionReport",
    "Replayed",
    "Report",
    "SwerveError",
    "Verdict",
    "Witness",
    "__version__",
    "check",
    "compare",
    "diff",
    "explain",
    "replay",
]

#: Names that load when they are used, and the modules that have them.
_LAZY = {
    **dict.fromkeys(("Checked", "Explained", "Replayed"), "swerve.apps.api"),
    **dict.fromkeys(("check", "compare", "diff", "explain", "replay"), "swerve.apps.api"),
    **dict.fromkeys(("FunctionReport", "Report", "Verdict", "Witness"), "swerve.model"),
    "SwerveError": "swerve.model.errors",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module `swerve` has no attribute `{name}`")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(type(sys)):  # type: ignore[misc] # it is `types.ModuleType`
    """Keeps rooms of the house from taking the names of functions: `check` is both."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _LAZY and isinstance(value, type(sys))):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
