"""Small trees to run code in, on both sides."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from swerve.model.behaviour import Behaviour
from swerve.observe.recipe import CallRecipe, Name, Recipe, encode_call
from swerve.observe.snapshot import decode, show
from swerve.run.host import Conduct, Ground, Lane, Sides, Worker, run_alone
from swerve.run.sandbox import Level, choose_level

LEVEL = choose_level().level
READABLE = tuple(sorted({Path(sys.prefix), Path(sys.base_prefix)}))


def ground(folder: Path, files: dict[str, str]) -> Ground:
    """A tree with these files, run by the interpreter of the tests."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Ground(folder, (".",), Path(sys.executable), READABLE)


def environment_in(folder: Path) -> Path:
    """The interpreter of the tests in a virtual environment at another place."""
    (folder / "bin").mkdir(parents=True)
    home = Path(sys.executable).resolve().parent
    (folder / "pyvenv.cfg").write_text(f"home = {home}\n")
    interpreter = folder / "bin" / "python"
    interpreter.symlink_to(Path(sys.executable).resolve())
    return interpreter


@contextmanager
def one_side(
    folder: Path, source: str, *, level: Level = LEVEL, limit_s: float = 0.5
) -> Iterator[Lane]:
    """A lane on a tree with one module, `subject`."""
    with Worker(ground(folder / "tree", {"subject.py": source}), level) as worker:
        yield Lane(worker, ("subject",), limit_s=limit_s)


@contextmanager
def both_sides(
    folder: Path, old: str, new: str, *, limit_s: float = 0.5, conduct: Conduct | None = None
) -> Iterator[Sides]:
    """Two sides of one module, `subject`."""
    conduct = conduct or Conduct()
    with (
        Worker(ground(folder / "old", {"subject.py": old}), LEVEL, conduct) as was,
        Worker(ground(folder / "new", {"subject.py": new}), LEVEL, conduct) as now,
    ):
        yield Sides(
            Lane(was, ("subject",), limit_s=limit_s), Lane(now, ("subject",), limit_s=limit_s)
        )


def call(function: str, *args: Recipe, **kwargs: Recipe) -> CallRecipe:
    """A call of a function of the module `subject`."""
    return CallRecipe(Name("subject", function), args=args, kwargs=tuple(kwargs.items()))


def job(function: str, *args: Recipe, **kwargs: Recipe) -> bytes:
    """The same, as a lane takes it."""
    return b"\x01" + encode_call(call(function, *args, **kwargs))


def ran(lane: Lane, function: str, *args: Recipe, **kwargs: Recipe) -> Behaviour:
    """What a call did, in a process of its own."""
    answer = run_alone(lane, job(function, *args, **kwargs))
    assert isinstance(answer, Behaviour)
    return answer


def seen(behaviour: Behaviour) -> dict[str, str]:
    """The roots of a behaviour, as a person reads them."""
    graph = decode(behaviour.snapshot)
    return {name: show(graph, index) for name, index in graph.roots}
