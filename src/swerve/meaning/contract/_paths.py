"""Which contract file belongs to which module?"""

from __future__ import annotations

from pathlib import PurePosixPath

_FOLDER = "contracts"
_SUFFIX = ".contract.py"
#: Folders that hold packages and are no package themselves.
_ROOTS = ("src", "lib")


def module_of(contract_file: str) -> str | None:
    """The file of the code that a contract file speaks of; `None` for other files.

    `contracts/shop/orders.py` and `shop/orders.contract.py` both speak of `shop/orders.py`. Under
    `contracts/` a leading `src/` may be left out: see `contract_files_of`.
    """
    path = PurePosixPath(contract_file)
    if path.name.endswith(_SUFFIX) and path.name != _SUFFIX:
        return str(path.with_name(path.name.removesuffix(_SUFFIX) + ".py"))
    if len(path.parts) > 1 and path.parts[0] == _FOLDER and path.suffix == ".py":
        return str(PurePosixPath(*path.parts[1:]))
    return None


def contract_files_of(module_file: str) -> tuple[str, ...]:
    """Where the contracts of a module may stand, the first one first."""
    path = PurePosixPath(module_file)
    if path.suffix != ".py" or module_of(module_file) is not None:
        return ()
    places = [
        str(PurePosixPath(_FOLDER, path)),
        str(path.with_name(path.name.removesuffix(".py") + _SUFFIX)),
    ]
    if len(path.parts) > 1 and path.parts[0] in _ROOTS:
        places.insert(1, str(PurePosixPath(_FOLDER, *path.parts[1:])))
    return tuple(places)
