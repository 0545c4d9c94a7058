"""Where can the pairs of a change be called, and how is a call told on which they differ?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from swerve.model import ModuleImports, Pair, Realism, Side, Witness
from swerve.observe.comparison import Different, Rules
from swerve.observe.recipe import CallRecipe, encode_call, python_of
from swerve.observe.written_anew import written_anew

from .host import Compared, Conduct, Lane, Sides, Worker
from .places import FileLines, Places, lines_of

#: Seconds for the modules of a pair to be imported, and for one call.
IMPORT_S, CALL_S = 20.0, 0.5


@dataclass(frozen=True, slots=True)
class Workspace:
    """Both sides of a change, where its pairs can be called."""

    places: Places
    #: File of the new side -> the modules of both sides, where both can be imported.
    modules: Mapping[str, ModuleImports] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    #: Where in its tree what was given lies, on each side; empty where it is the tree.
    inside: tuple[str, str] = ("", "")

    def modules_of(self, pair: Pair) -> tuple[str, str] | None:
        """What the modules of a pair are called, where both can be imported."""
        found = self.modules.get(pair.new.module.path)
        if found is None or not found.works or found.old is None or found.new is None:
            return None
        return found.old, found.new

    def as_new(self, pair: Pair) -> Callable[[CallRecipe], CallRecipe] | None:
        """How calls of a pair are written for the new side; `None` where there is no difference."""
        modules = self.modules_of(pair)
        return None if modules is None else written_anew(pair, *modules)

    @contextmanager
    def opened(
        self,
        pair: Pair,
        seed: int,
        seconds: float,
        *,
        call_s: float = CALL_S,
        is_watched: bool = False,
    ) -> Iterator[Sides | str]:
        """Both sides, with the modules of a pair imported; in words why, if that does not work.

        Not much more than `seconds` are spent on the imports. With `is_watched`, it is seen which
        lines of the pair run.
        """
        modules = self.modules_of(pair)
        if modules is None:
            yield "its module cannot be imported"
            return
        with opened_sides(
            self.places,
            modules,
            self.rules,
            seed,
            import_s=min(IMPORT_S, seconds),
            call_s=call_s,
            as_new=written_anew(pair, *modules),
            watched=lines_of(pair, self.inside) if is_watched else (None, None),
        ) as sides:
            yield sides


@contextmanager
def opened_sides(
    places: Places,
    modules: tuple[str, str],
    rules: Rules,
    seed: int,
    *,
    import_s: float,
    call_s: float,
    as_new: Callable[[CallRecipe], CallRecipe] | None = None,
    watched: tuple[FileLines | None, FileLines | None] = (None, None),
) -> Iterator[Sides | str]:
    """Both sides with their modules imported; in words why, when that does not work.

    All their processes end with this: their cells are closed.
    """
    conduct = Conduct(seed=seed)
    with (
        Worker(places.old, places.level, conduct) as old,
        Worker(places.new, places.level, conduct) as new,
    ):
        sides = Sides(
            Lane(old, modules[:1], watched[0], limit_s=call_s),
            Lane(new, modules[1:], watched[1], limit_s=call_s),
            rules,
            as_new=as_new,
        )
        yield _trouble(sides, import_s) or sides


def _trouble(sides: Sides, import_s: float) -> str:
    for side, imported in zip(Side, sides.imported(import_s), strict=True):
        for each in imported:
            if not each.works:
                why = each.message or each.error
                return f"`{each.module}` of the {side.value} version cannot be imported: {why}"
    return ""


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
        recipe=encode_call(compared.call).decode("utf-8", "surrogatepass"),
        python=str(python) if python.runs else "",
        test=test,
    )
