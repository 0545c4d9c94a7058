"""What was a function given in a simulated run, as far as it asked?

What it did not ask for had no influence, so that it is not there is as good as anything.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeAlias

from swerve.meaning.contract import Signature
from swerve.worker.snapshot.snapshot import take_snapshot

_NOTHING = object()
_Step: TypeAlias = tuple[str, Any]
_FAILURES = (ValueError, TypeError, SyntaxError, MemoryError, RecursionError)


@dataclass(slots=True)
class _Node:
    value: Any = _NOTHING
    fields: dict[str, _Node] = field(default_factory=dict)
    items: dict[Any, _Node] = field(default_factory=dict)

    def made(self) -> Any:
        """A value that holds what is known; `_NOTHING` where nothing is."""
        if self.value is not _NOTHING:
            return self.value
        fields = {name: each.made() for name, each in self.fields.items()}
        items = {key: each.made() for key, each in self.items.items()}
        if items and not fields:
            return {key: each for key, each in items.items() if each is not _NOTHING}
        known = {name: each for name, each in fields.items() if each is not _NOTHING}
        return SimpleNamespace(**known) if known else _NOTHING


def entry_of(shown: Mapping[str, str], signature: Signature) -> bytes:
    """A snapshot of the arguments, from what was made up by path."""
    tops: dict[str, _Node] = {}
    for path, text in shown.items():
        steps = _steps(path)
        if steps is None or steps[0][1] not in signature.names:
            continue
        node = tops.setdefault(steps[0][1], _Node())
        for kind, step in steps[1:]:
            node = (node.fields if kind == "field" else node.items).setdefault(step, _Node())
        try:
            node.value = ast.literal_eval(text)
        except _FAILURES:
            continue
    receiver = signature.positional[:1] if signature.has_receiver else ()
    made = {name: node.made() for name, node in tops.items()}
    return take_snapshot(
        ("receiver" if name in receiver else f"arguments.{name}", value)
        for name, value in made.items()
        if value is not _NOTHING
    )


def _steps(path: str) -> list[_Step] | None:
    """A path as steps from a name; `None` for one that goes through a call."""
    try:
        node: ast.expr = ast.parse(path, mode="eval").body
    except _FAILURES:
        return None
    steps: list[_Step] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.append(("field", node.attr))
            node = node.value
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            steps.append(("item", node.slice.value))
            node = node.value
        else:
            return None
    return [("name", node.id), *reversed(steps)]
