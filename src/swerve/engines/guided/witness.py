"""How is a world in which two versions part shown to a person, and how does it run again?"""

from __future__ import annotations

import ast
import base64
import json
import re
import textwrap
import zlib
from dataclasses import replace

from swerve.model import Given, Pair, Realism, Witness
from swerve.observe.comparison import Different

from ._runs import Guidance
from ._setting import Setting
from ._worlds import WorldRecipe
from .words import names_in

NAME = "guided"
#: Values that are told; of the others it is said how many there are.
_MOST_VALUES = 12
_MOST_TEXT = 120
#: An injected object is known by its path.
_INJECTED = re.compile(r"""injected\(path=(?:'([^']*)'|"([^"]*)")\)""")
#: The last one, where a long value ends in the middle of it.
_CUT = re.compile(r"""injected\((?:path=['"]?)?(?=[^'"]*\Z)""")
_LINE = 88


def witness_for(
    pair: Pair,
    recipe: WorldRecipe,
    setting: Setting,
    guidance: tuple[Guidance, Guidance],
    different: Different,
    words: frozenset[str],
) -> Witness:
    """The world in which the two versions part, what the change speaks of first."""
    shown = {path: text for side in guidance for path, text in side.shown.items()}
    given = sorted(
        (Given(path, _cut(text)) for path, text in shown.items()),
        key=lambda each: (words.isdisjoint(names_in(each.path)), len(each.path) > _LINE),
    )
    old, new = readable(different.old), readable(different.new)
    witness = Witness(
        engine=NAME,
        realism=Realism.INJECTED,
        kind=different.kind,
        call=f"{pair.name}({', '.join(_parameter_names(pair))})",
        old=old,
        new=new,
        path=readable(different.path),
        place=different.place,
        elsewhere=different.elsewhere,
        given=tuple(given[:_MOST_VALUES]),
    )
    return replace(witness, script=_script(witness, pair, recipe, setting))


def _parameter_names(pair: Pair) -> list[str]:
    try:
        node = ast.parse(textwrap.dedent(pair.new.source)).body[0]
    except SyntaxError:
        return ["..."]
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return ["..."]
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    names += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    names += [f"{each.arg}=..." for each in arguments.kwonlyargs]
    names += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    return names


def readable(text: str) -> str:
    """A value as it is shown: an injected object is its path, and what was done to it."""
    if "injected(" not in text:
        return text
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError):  # words, or cut
        return _CUT.sub("<", _INJECTED.sub(lambda match: f"<{match[1] or match[2]}>", text))
    return ast.unparse(_Shorter().visit(tree))


class _Shorter(ast.NodeTransformer):
    """Writes injected objects as people read them."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`injected(attributes={'x': 1}, path='a.b')` is `<a.b with .x = 1>`."""
        self.generic_visit(node)
        fields = {each.arg: each.value for each in node.keywords}
        path = fields.get("path")
        is_injected = isinstance(node.func, ast.Name) and node.func.id == "injected"
        if not is_injected or not isinstance(path, ast.Constant):
            return node
        done = [
            *_entries(fields.get("attributes"), ".{} = {}"),
            *_entries(fields.get("items"), "[{}] = {}"),
        ]
        changes = fields.get("changes")
        if isinstance(changes, ast.List):
            done += [f".{each.value!s}" for each in changes.elts if isinstance(each, ast.Constant)]
        return ast.Name(f"<{path.value!s}{' with ' if done else ''}{', '.join(done)}>")


def _entries(node: ast.expr | None, form: str) -> list[str]:
    if not isinstance(node, ast.Dict):
        return []
    return [
        form.format(str(key.value), ast.unparse(value))
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant)
    ]


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else f"{text[: _MOST_TEXT - 1]}…"


# --- the script ---------------------------------------------------------------------------------


def _script(witness: Witness, pair: Pair, recipe: WorldRecipe, setting: Setting) -> str:
    data = {
        "seed": recipe.seed,
        "choices": dict(recipe.choices),
        "pins": dict(recipe.pins),
        "likely": recipe.is_likely,
        "shortcuts": recipe.shortcuts,
        "orders": setting.orders,
        "parameters": [
            {"renamed": dict(each.renamed), "left_out": each.left_out}
            for each in setting.parameters
        ],
    }
    packed = base64.b85encode(zlib.compress(json.dumps(data).encode(), 9)).decode()
    lines = [packed[start : start + _LINE] for start in range(0, len(packed), _LINE)]
    values = "\n".join(f"#     {each.path} = {each.value}" for each in witness.given)
    body = "\n".join(f"    {line!r}" for line in lines)
    return _SCRIPT.format(
        name=pair.name,
        file=pair.new.module.path,
        values=values or "#     nothing",
        call=witness.call,
        old=_commented(witness.old),
        new=_commented(witness.new),
        because=witness.words,
        data=body,
    )


def _commented(text: str) -> str:
    return " ".join(text.split())[:300]


_SCRIPT = """\
# Replays what swerve found in {name}, {file}:
#
#     {call}
#     old  {old}
#     new  {new}
#     {because}
#
# Both versions run in isolation. Missing values are simulated, the same on both sides, among them:
#
{values}
#
# Needs swerve, and the packages that were installed when it was found. The two versions and their
# files are in DATA. They run in a sandbox.
import sys

from swerve.witness.replay import replay

DATA = (
{data}
)

if __name__ == "__main__":
    sys.exit(replay(DATA))
"""
