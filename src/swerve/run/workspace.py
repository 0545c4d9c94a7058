"""Where can the pairs of a change be called, and how is a call told on which they differ?"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace

from swerve.model import ModuleImports, Pair, Realism, Side, Witness, modules_of
from swerve.observe.comparison import Different, Rules
from swerve.observe.recipe import CallRecipe, encode_call, python_of
from swerve.observe.written_anew import written_anew

from .held import drop, held
from .host import Compared, Conduct, Lane, Sides, Worker
from .places import FileLines, Places, lines_of, lines_of_modules
from .traces import traced

#: Seconds that may pass while all modules are imported, of which each has its own limit; and
#: seconds for one call.
IMPORTS_S, CALL_S = 180.0, 0.5
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Cells:
    """A cell for each side in which the modules of a change are imported once, for all engines.

    It pickles: another process opens cells of its own, which end with it.
    """

    places: Places
    #: Modules of the old and of the new side.
    modules: tuple[tuple[str, ...], tuple[str, ...]]
    #: Of each side, the lines of which it is seen whether they run.
    watched: tuple[FileLines, FileLines] = field(default_factory=lambda: ({}, {}))
    seed: int = 0
    name: str = field(default_factory=lambda: f"cells {uuid.uuid4().hex}")

    def lanes(self) -> tuple[Lane, Lane]:
        """The lane of each side, which stays open until this is closed."""
        return held(self.name, lambda: _Opened(self)).lanes

    def close(self) -> None:
        """End the processes, of this process's cells."""
        drop(self.name)


class _Opened:
    """Two workers, and a lane in each."""

    def __init__(self, cells: Cells) -> None:
        places, conduct = cells.places, Conduct(seed=cells.seed)
        self._workers = [
            Worker(ground, places.level, conduct) for ground in (places.old, places.new)
        ]
        old, new = (
            Lane(worker, modules, watched, limit_s=CALL_S)
            for worker, modules, watched in zip(
                self._workers, cells.modules, cells.watched, strict=True
            )
        )
        self.lanes = old, new

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.close()


@dataclass(frozen=True, slots=True)
class Workspace:
    """Both sides of a change, where its pairs can be called."""

    places: Places
    #: Those of both sides that hold pairs.
    modules: tuple[ModuleImports, ...] = ()
    rules: Rules = field(default_factory=Rules)
    #: Where in its tree what was given lies, on each side; empty where it is the tree.
    inside: tuple[str, str] = ("", "")
    #: Where the modules are imported already.
    cells: Cells | None = None
    #: Seconds that importing all of them took.
    import_s: float = 0.0

    def modules_of(self, pair: Pair) -> tuple[str, str] | None:
        """What the modules of a pair are called, where both can be imported."""
        return modules_of(pair, self.modules)

    def as_new(self, pair: Pair) -> Callable[[CallRecipe], CallRecipe] | None:
        """How calls of a pair are written for the new side; `None` where there is no difference."""
        modules = self.modules_of(pair)
        return None if modules is None else written_anew(pair, *modules)

    @contextmanager
    def opened(self, pair: Pair, seed: int, *, call_s: float = CALL_S) -> Iterator[Sides | str]:
        """Both sides, with the modules of a pair imported; in words why, if that does not work.

        It is seen which lines of the pair run.
        """
        modules = self.modules_of(pair)
        if modules is None:
            yield "its module cannot be imported"
            return
        as_new = written_anew(pair, *modules)
        if self.cells is not None:
            yield _sides(self.cells, modules, self.rules, call_s, as_new)
            return
        watched = lines_of(pair, self.inside)
        own = Cells(self.places, (modules[:1], modules[1:]), watched, seed)
        with closing(own):
            yield _sides(own, modules, self.rules, call_s, as_new)


@contextmanager
def opened_sides(
    places: Places,
    modules: tuple[str, str],
    rules: Rules,
    seed: int,
    *,
    call_s: float,
    as_new: Callable[[CallRecipe], CallRecipe] | None = None,
) -> Iterator[Sides | str]:
    """Both sides with their modules imported; in words why, when that does not work.

    All their processes end with this: their cells are closed.
    """
    watched = lines_of_modules(places, modules)
    with closing(Cells(places, (modules[:1], modules[1:]), watched, seed)) as cells:
        yield _sides(cells, modules, rules, call_s, as_new)


def rules_beside(
    rules: Rules, pairs: Iterable[Pair], modules: Callable[[Pair], tuple[str, str] | None]
) -> Rules:
    """Rules for comparing pairs, which know what only one version of a module mentions."""
    texts = {modules(pair): (pair.old.module.text, pair.new.module.text) for pair in pairs}
    #: Modules that are there on both sides: what has moved from one says nothing about it.
    there = {names[0] for names in texts if names and names[0] == names[1]}
    unshared = []
    for names, both in texts.items():
        old, new = (frozenset(_WORD.findall(text)) for text in both)
        here = dict.fromkeys(names or ())
        unshared += [(name, old ^ new) for name in here if len(here) == 1 or name not in there]
    return replace(rules, unshared=tuple(unshared))


def watched_lines(pairs: Iterable[Pair], inside: tuple[str, str]) -> tuple[FileLines, FileLines]:
    """All lines of some pairs, by their files, on each side."""
    found: tuple[dict[str, set[int]], dict[str, set[int]]] = {}, {}
    for pair in pairs:
        for files, lines in zip(found, lines_of(pair, inside), strict=True):
            for file, numbers in lines.items():
                files.setdefault(file, set()).update(numbers)
    old, new = ({file: tuple(sorted(lines)) for file, lines in side.items()} for side in found)
    return old, new


def _sides(
    cells: Cells,
    modules: tuple[str, str],
    rules: Rules,
    call_s: float,
    as_new: Callable[[CallRecipe], CallRecipe] | None,
) -> Sides | str:
    old, new = cells.lanes()
    for lane in (old, new):
        lane.limit_s = call_s
    sides = Sides(old, new, rules, as_new=as_new)
    for side, name, imported in zip(Side, modules, sides.imported(IMPORTS_S), strict=True):
        for each in imported:
            if each.module == name and not each.works:
                why = each.message or each.error
                return f"`{each.module}` of the {side.value} version cannot be imported: {why}"
    return sides


def witness_of(
    compared: Compared, different: Different, engine: str, realism: Realism, *, test: str = ""
) -> Witness:
    """A confirmed difference as a witness."""
    python = python_of(compared.call)
    lines = (*python.statements, python.expression)
    return Witness(
        engine=engine,
        realism=realism,
        kind=different.kind,
        call="; ".join(lines),
        old=different.old,
        new=different.new,
        path=different.path,
        place=different.place,
        elsewhere=different.elsewhere,
        effects=traced(compared.old, compared.new, different),
        recipe=encode_call(compared.call).decode("utf-8", "surrogatepass"),
        python=str(python) if python.runs else "",
        test=test,
    )
