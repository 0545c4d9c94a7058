"""Is a value an instance of a class that a contract names? Snapshots hold names of types only."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

#: Bases of exceptions of the standard library and of pytest that contracts are likely to name.
_STANDARD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "_pytest.outcomes.Exit": ("BaseException",),
        "_pytest.outcomes.Failed": ("_pytest.outcomes.OutcomeException", "BaseException"),
        "_pytest.outcomes.Skipped": ("_pytest.outcomes.OutcomeException", "BaseException"),
        "asyncio.exceptions.CancelledError": ("BaseException",),
        "binascii.Error": ("ValueError",),
        "configparser.NoOptionError": ("configparser.Error", "Exception"),
        "configparser.NoSectionError": ("configparser.Error", "Exception"),
        "decimal.DivisionByZero": ("decimal.DecimalException", "ZeroDivisionError"),
        "decimal.InvalidOperation": ("decimal.DecimalException", "ArithmeticError"),
        "json.decoder.JSONDecodeError": ("ValueError",),
        "re.error": ("Exception",),
        "socket.gaierror": ("OSError",),
        "struct.error": ("Exception",),
        "subprocess.CalledProcessError": ("subprocess.SubprocessError", "Exception"),
        "subprocess.TimeoutExpired": ("subprocess.SubprocessError", "Exception"),
        "unittest.case.SkipTest": ("Exception",),
        "urllib.error.HTTPError": ("urllib.error.URLError", "OSError"),
        "urllib.error.URLError": ("OSError",),
        "xml.etree.ElementTree.ParseError": ("SyntaxError",),
        "zoneinfo._common.ZoneInfoNotFoundError": ("KeyError",),
    }
)


@dataclass(frozen=True, slots=True)
class Classes:
    """What is known of classes beside their names."""

    #: For each type all of its bases, builtin ones by their bare name. Filled by whoever knows.
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def is_instance(
        self, type_name: str, wanted: str, *, is_exception: bool = False
    ) -> bool | None:
        """Whether a value of one type is an instance of another; `None` where nobody knows."""
        if wanted == "object" or names_class(wanted, type_name):
            return True
        if is_exception and wanted == "BaseException":
            return True
        found = getattr(builtins, type_name, None) if "." not in type_name else None
        if isinstance(found, type):
            # What Python itself brings has no bases of the project.
            return any(names_class(wanted, base.__name__) for base in found.__mro__)
        if "." not in type_name:
            return False  # one that Python keeps to itself: `NoneType`, `generator`
        known = self.bases.get(type_name) or _STANDARD.get(type_name)
        if known is not None:
            return any(
                names_class(wanted, base) or bool(self._is_builtin(base, wanted)) for base in known
            )
        if is_exception and wanted == "Exception":
            return True  # only what ends a program is not, and that has a name in the table
        return None

    def _is_builtin(self, base: str, wanted: str) -> bool:
        found = getattr(builtins, base, None)
        if not isinstance(found, type):
            return False
        return any(wanted == each.__name__ for each in found.__mro__)


def names_class(wanted: str, type_name: str) -> bool:
    """Whether a class as a contract file names it is the type that a snapshot names.

    Packages hand classes on under shorter names, so within one package the last part decides. A
    class that the contract file itself declares is of the module, whatever that is called.
    """
    if wanted == type_name:
        return True
    if "." not in wanted or not wanted.split(".")[0].islower():
        return not hasattr(builtins, wanted) and type_name.endswith(f".{wanted}")
    if "." not in type_name:
        return False
    same_name = wanted.rpartition(".")[2] == type_name.rpartition(".")[2]
    return same_name and wanted.partition(".")[0] == type_name.partition(".")[0]
