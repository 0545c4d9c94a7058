"""Which pairs of versions must engines tell apart, and which must they leave alone?

A pair is one file below `tests/cases/solver`, `proofs`, `arrays` or `effects`, in the folder
`changed` or another one (`equivalent`, `preserved`). Comment lines come first: a sentence that says
where the versions part, or why they do not; then `# shows: f(1, 2)` for each call on which they
differ, or `# calls: f(1, 2); f(3, 4)` for calls on which they agree. Below stands the old module,
then the line `# --- new ---`, then the new module. The function under test is the one that the
calls name, or a line `# function: Class.method`. Where versions part in what they do to the world,
a line such as `# effect: file out/report.csv` names the first such difference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_CASES = Path(__file__).parent / "cases"
_NEW = "# --- new ---\n"
_SHOWS = "# shows: "
_CALLS = "# calls: "
_FUNCTION = "# function: "
_EFFECT = "# effect: "


@dataclass(frozen=True, slots=True)
class VersionPair:
    """Two versions of a module, and calls that show what they have in common or have not."""

    #: Folders included: `changed/floats/cents`.
    name: str
    kind: str
    is_changed: bool
    #: Where the versions part, or why they do not.
    reason: str
    old: str
    new: str
    function: str
    #: Calls as Python: the versions differ on each of them, or agree on each.
    calls: tuple[str, ...]
    #: The effect in which they differ, `file out/report.csv`; empty where it is a value.
    effect: str

    @property
    def is_annotated(self) -> bool:
        """Say whether every parameter of the function under test has an annotation."""
        parameters = definitions(self.new)[self.function]
        assert isinstance(parameters, ast.FunctionDef)
        named = [*parameters.args.posonlyargs, *parameters.args.args, *parameters.args.kwonlyargs]
        return all(one.annotation is not None for one in named)

    @property
    def has_loops(self) -> bool:
        """Say whether a version runs a loop whose length is not written there."""
        loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
        return any(isinstance(node, loops) for node in ast.walk(ast.parse(self.old)))


def definitions(text: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes of a module by their names."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name: node for node in ast.parse(text).body if isinstance(node, kinds)}


def solver_pairs() -> tuple[VersionPair, ...]:
    """Pairs whose differences only a solver finds, the changed ones first."""
    return _pairs_in(_CASES / "solver")


def proof_pairs() -> tuple[VersionPair, ...]:
    """Pairs that can be proved, and pairs that must not be; those that differ come first."""
    return _pairs_in(_CASES / "proofs")


def array_pairs() -> tuple[VersionPair, ...]:
    """Pairs of array code: those that differ, then those that differ by rounding at most."""
    return _pairs_in(_CASES / "arrays")


def effect_pairs() -> tuple[VersionPair, ...]:
    """Pairs that differ in their effects alone, then those that differ in nothing."""
    return _pairs_in(_CASES / "effects")


def _pairs_in(folder: Path) -> tuple[VersionPair, ...]:
    return tuple(_pair_from_file(file, folder) for file in sorted(folder.rglob("*.py")))


def _pair_from_file(file: Path, folder: Path) -> VersionPair:
    """Read one pair. A file that does not keep to the form is an error."""
    old, new = file.read_text(encoding="utf-8").split(_NEW)
    header, old = old.split("\n\n", 1)
    lines = [line for line in header.splitlines() if line.startswith("# ")]
    name = file.relative_to(folder).with_suffix("").as_posix()
    is_changed = name.startswith("changed/")
    word = _SHOWS if is_changed else _CALLS
    calls = tuple(_calls_after(word, lines))
    (function,) = _after(_FUNCTION, lines) or {_function_of(call) for call in calls}
    (effect,) = _after(_EFFECT, lines) or [""]
    marks = (word, _FUNCTION, _EFFECT)
    return VersionPair(
        name=name,
        kind=file.parent.name,
        is_changed=is_changed,
        reason=" ".join(line[2:] for line in lines if not line.startswith(marks)),
        old=old.strip() + "\n",
        new=new.strip() + "\n",
        function=function,
        calls=calls,
        effect=effect,
    )


def _after(word: str, header: list[str]) -> list[str]:
    return [line.removeprefix(word) for line in header if line.startswith(word)]


def _calls_after(word: str, header: list[str]) -> Iterator[str]:
    for text in _after(word, header):
        for statement in ast.parse(text).body:
            yield ast.unparse(statement)


def _function_of(call: str) -> str:
    expression = ast.parse(call, mode="eval").body
    assert isinstance(expression, ast.Call), call
    assert isinstance(expression.func, ast.Name), call
    return expression.func.id
