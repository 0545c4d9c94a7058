"""Which names does a piece of Python import, and what does it call its variables?"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata

from swerve.worker.recipes.building import attribute_path

from ._constants import written_constant

_BUILTINS = frozenset(dir(builtins))


def is_identifier(name: str) -> bool:
    """Say whether Python source can hold the name as it is."""
    return (
        name.isidentifier()
        and not keyword.iskeyword(name)
        and (name.isascii() or unicodedata.normalize("NFKC", name) == name)
    )


def attribute_of(base: str, name: str) -> str:
    """Return Python for an attribute, whatever its name."""
    if is_identifier(name):
        return f"{base}.{name}"
    return f"getattr({base}, {written_constant(name)})"


def snake_case(name: str) -> str:
    """Return the name of a variable for an instance of a class: `LineItem` gives `line_item`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower().strip("_")


class Scope:
    """The names in use in one piece of Python; each means one thing.

    No name hides a builtin, so what the text says with builtins stays true.
    """

    def __init__(self, rebound: frozenset[tuple[str, str]] = frozenset()) -> None:
        #: Module-level names that are set first: an import of the name would hold the value before.
        self._rebound = rebound
        self._taken: set[str] = set()
        #: Where to go on counting, by the name that was wanted.
        self._numbers: dict[str, int] = {}
        #: What was imported: (module, name) or (module, "") to its name here.
        self._imported: dict[tuple[str, str], str] = {}

    def variable(self, wanted: str) -> str:
        """Take a name for a variable, the wanted one if it is free."""
        return self._take(wanted if is_identifier(wanted) else "value")

    def name(self, module: str, qualname: str) -> str:
        """Return Python for an importable thing, and import what that needs."""
        if not qualname:
            return self._module(module)
        root, *rest = attribute_path(qualname)
        if module == "builtins" and root in _BUILTINS and is_identifier(root):
            text = root
        elif (
            (module, root) in self._rebound
            or not is_identifier(root)
            or not _is_dotted(module)
            or module in ("builtins", "__future__")
        ):
            text = attribute_of(self._module(module), root)
        else:
            text = self._import(module, root)
        for name in rest:
            text = attribute_of(text, name)
        return text

    def owner(self, module: str, qualname: str) -> tuple[str, str]:
        """Return Python for what holds the name as an attribute, and that attribute."""
        *owner, _ = qualname.split(".")
        return self.name(module, ".".join(owner)), attribute_path(qualname)[-1]

    def imports(self) -> tuple[str, ...]:
        """Return the import statements, in the order that isort gives them."""
        plain, members, computed = [], dict[str, list[str]](), []
        for (module, name), local in self._imported.items():
            if name:
                clause = name if name == local else f"{name} as {local}"
                members.setdefault(module, []).append(clause)
            elif not _is_dotted(module):
                finder = self._imported["importlib", ""]
                computed.append(f"{local} = {finder}.import_module({written_constant(module)})")
            elif module == local:
                plain.append(f"import {module}")
            elif module.rpartition(".")[2] == local:
                members.setdefault(module.rpartition(".")[0], []).append(local)
            else:
                plain.append(f"import {module} as {local}")
        froms = [
            f"from {module} import {', '.join(sorted(clauses))}"
            for module, clauses in sorted(members.items())
        ]
        return (*sorted(plain), *froms, *sorted(computed))

    def _module(self, module: str) -> str:
        if _is_dotted(module):
            return self._import(module, "")
        self._import("importlib", "")
        return self._import(module, "")

    def _import(self, module: str, name: str) -> str:
        local = self._imported.get((module, name))
        if local is None:
            wanted = name or module.rpartition(".")[2]
            spelled = re.sub(r"\W", "_", f"{module}.{name}" if name else module)
            if not is_identifier(wanted):
                wanted = spelled if is_identifier(spelled) else f"module_{spelled}"
            local = self._take(wanted, spelled)
            self._imported[module, name] = local
        return local

    def _take(self, *wanted: str) -> str:
        for name in wanted:
            if name not in self._taken and name not in _BUILTINS and is_identifier(name):
                break
        else:
            number = self._numbers.get(wanted[0], 2)
            while f"{wanted[0]}_{number}" in self._taken:
                number += 1
            self._numbers[wanted[0]] = number + 1
            name = f"{wanted[0]}_{number}"
        self._taken.add(name)
        return name


def _is_dotted(module: str) -> bool:
    """Say whether an import statement can name the module."""
    return all(is_identifier(part) for part in module.split("."))
