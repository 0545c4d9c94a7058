"""Which test files may reach a changed function, nearest first? Judged by what they import."""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from swerve.model import Function

from ..project import Checkout, module_name
from ._focus import words_near
from ._limits import FAR

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<source>\.*[\w.]*)[ \t]+import[ \t]*"
    r"(?P<names>\([^)]{0,5000}\)|[^\n#;]*)|import[ \t]+(?P<modules>[^\n#;]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_COMMENT = re.compile(r"#[^\n]*")
_MOST_BYTES = 1_000_000
_SKIPPED = frozenset(("node_modules", "venv", "build", "dist", "__pycache__"))


@dataclass(frozen=True, slots=True)
class Near:
    """A test file, and how near it is to what changed: the smaller the nearer."""

    file: str
    #: How much it speaks of changed functions and of what leads to changed lines, negative: of all
    #: that tests say about one, its part; and imports between it and the function's module.
    rank: tuple[float, int]


class Imports:
    """Who imports whom in a tree, as far as the text of its files tells."""

    def __init__(self, checkout: Checkout) -> None:
        self._tree = checkout.tree.path
        self._roots = checkout.roots
        self._texts: dict[str, str] = {}
        #: File by the name of its module.
        self._files: dict[str, str] = {}
        self._known = frozenset(_python_files(self._tree))
        for file in sorted(self._known):
            for name in _names_of(file, checkout.roots):
                self._files.setdefault(name, file)

    def distances(self, targets: Iterable[str]) -> dict[str, int]:
        """How many imports lie between a file and the targets, for each file that reaches one."""
        importers: dict[str, set[str]] = {}
        for file in sorted(self._known):
            for imported in self._imported_by(file):
                importers.setdefault(imported, set()).add(file)
        found = dict.fromkeys(targets, 0)
        waiting = deque(found)
        while waiting:
            file = waiting.popleft()
            for importer in importers.get(file, ()):
                if importer not in found:
                    found[importer] = found[file] + 1
                    waiting.append(importer)
        return found

    def text(self, file: str) -> str:
        """The text of a file; empty when it cannot be read."""
        if file not in self._texts:
            try:
                data = (self._tree / file).read_bytes()[:_MOST_BYTES]
            except OSError:
                data = b""
            self._texts[file] = data.decode("utf-8", "replace")
        return self._texts[file]

    def _imported_by(self, file: str) -> Iterator[str]:
        """Files of the tree that one imports: modules, and the packages that hold them."""
        for name in self._names_imported_by(file):
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                found = self._files.get(".".join(parts[:length]))
                if found is not None and found != file:
                    yield found
        if os.path.basename(file) != "conftest.py":
            folder = file
            while folder:
                folder = os.path.dirname(folder)
                conftest = os.path.join(folder, "conftest.py")
                if conftest in self._known:
                    yield conftest

    def _names_imported_by(self, file: str) -> Iterator[str]:
        package = _package_of(file, self._roots)
        for match in _IMPORT.finditer(self.text(file)):
            if match["modules"] is not None:
                yield from _NAME.findall(match["modules"])
                continue
            source = match["source"]
            dots = len(source) - len(source.lstrip("."))
            base = source[dots:]
            if dots:
                above = package[: len(package) - dots + 1]
                base = ".".join([*above, *([base] if base else [])])
            if base:
                yield base
            for name in _NAME.findall(_COMMENT.sub("", match["names"])):
                yield f"{base}.{name}" if base else name


def nearest(checkout: Checkout, tests: Iterable[str], functions: Iterable[Function]) -> list[Near]:
    """The test files that may reach one of some functions, nearest first.

    A file that neither imports their modules, however indirectly, nor names one of them is left
    out.
    """
    wanted = tuple(functions)
    imports = Imports(checkout)
    targets = {checkout.in_tree(each.module.path) for each in wanted}
    distances = imports.distances(targets)
    names = {each.name.rpartition(".")[2] for each in wanted}
    near = frozenset(word for each in wanted for word in words_near(each)) - names
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names | near)))})\b")
    said = {test: Counter(words.findall(imports.text(test))) for test in tests}
    in_all: Counter[str] = sum(said.values(), Counter())
    found = []
    for test, times in said.items():
        named = sum(times[name] / in_all[name] for name in names & times.keys())
        # Those that speak of what leads to changed code are more likely to get there.
        hints = sum(times[word] / in_all[word] for word in near & times.keys()) / (len(near) or 1)
        distance = distances.get(test, FAR)
        if distance < FAR or named:
            found.append(Near(test, (-named - hints, distance)))
    return sorted(found, key=lambda near: (near.rank, near.file))


def _python_files(tree: Path) -> Iterator[str]:
    for place, folders, names in os.walk(tree):
        folders[:] = sorted(f for f in folders if f not in _SKIPPED and not f.startswith("."))
        folder = os.path.relpath(place, tree)
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.normpath(os.path.join(folder, name))


def _names_of(file: str, roots: tuple[str, ...]) -> Iterator[str]:
    """The names that a file may be imported by: from its root, and from its own folder."""
    for each in (module_name(file, roots), module_name(file, ("",))):
        if each is not None:
            yield each
    folder, _, name = file.rpartition("/")
    if folder and name != "__init__.py":
        yield name.removesuffix(".py")


def _package_of(file: str, roots: tuple[str, ...]) -> list[str]:
    """The package that relative imports in a file start from."""
    name = module_name(file, roots)
    if name is None:
        return []
    parts = name.split(".")
    return parts if file.endswith("/__init__.py") else parts[:-1]
