"""Which pairs of versions must the shadow engine tell apart, and which must it leave alone?

A pair is one file, `changed/<kind>/<name>.py` or `equivalent/<kind>/<name>.py`. Comment lines come
first: a sentence that says where the versions part, or why they do not; then `# shows: f(1, 2)`
for each call on which they differ, or `# calls: f(1, 2); f(3, 4)` for calls on which they agree.
Below stands the old module, then the line `# --- new ---`, then the new module. `f`, the function
under test, is the only definition that both have and that differs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent
_NEW = "# --- new ---\n"
_SHOWS = "# shows: "
_CALLS = "# calls: "


@dataclass(frozen=True, slots=True)
class Quality:
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
    #: Calls on which the versions differ, as Python; none where they are equivalent.
    shows: tuple[str, ...]
    #: Calls on which the versions agree, as Python; none where they differ.
    calls: tuple[str, ...]

    @property
    def is_annotated(self) -> bool:
        """Say whether every parameter of the function under test has an annotation."""
        parameters = definitions(self.new)[self.function]
        assert isinstance(parameters, ast.FunctionDef)
        named = [*parameters.args.posonlyargs, *parameters.args.args, *parameters.args.kwonlyargs]
        return all(one.annotation is not None for one in named)


def definitions(text: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes of a module by their names."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name: node for node in ast.parse(text).body if isinstance(node, kinds)}


def quality_pairs() -> tuple[Quality, ...]:
    """Return all pairs, the changed ones first."""
    files = [*_FOLDER.glob("changed/*/*.py"), *_FOLDER.glob("equivalent/*/*.py")]
    return tuple(_pair_from_file(file) for file in sorted(files))


def _pair_from_file(file: Path) -> Quality:
    """Read one pair. A file that does not keep to the form is an error."""
    old, new = file.read_text(encoding="utf-8").split(_NEW)
    header = [line for line in old.split("\n\n", 1)[0].splitlines() if line.startswith("# ")]
    shows = tuple(_calls_after(_SHOWS, header))
    calls = tuple(_calls_after(_CALLS, header))
    (function,) = {_function_of(call) for call in shows + calls}
    sentences = [line[2:] for line in header if not line.startswith((_SHOWS, _CALLS))]
    return Quality(
        name=file.relative_to(_FOLDER).with_suffix("").as_posix(),
        kind=file.parent.name,
        is_changed=file.parent.parent.name == "changed",
        reason=" ".join(sentences),
        old=old.split("\n\n", 1)[1].strip() + "\n",
        new=new.strip() + "\n",
        function=function,
        shows=shows,
        calls=calls,
    )


def _calls_after(word: str, header: list[str]) -> Iterator[str]:
    for line in header:
        if line.startswith(word):
            for statement in ast.parse(line.removeprefix(word)).body:
                yield ast.unparse(statement)


def _function_of(call: str) -> str:
    expression = ast.parse(call, mode="eval").body
    assert isinstance(expression, ast.Call), call
    assert isinstance(expression.func, ast.Name), call
    return expression.func.id
