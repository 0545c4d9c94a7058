"""Does a name of the old version stand for the same thing as a name of the new one?

Two things are the same when the statements that bind them have equal normal forms, and all they
refer to is the same again. That is a walk over the product of two graphs: from a pair of names to
the pairs of names they mention. A difference met on the way is direct at its first step, and
indirect behind unchanged code.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from swerve.syntax._definitions import last_name
from swerve.syntax._facts import Binding, BindingKind, ModuleFacts
from swerve.syntax._reads import members_read
from swerve.syntax._scopes import FUNCTIONS

#: Names that every module has and that depend on where it is.
_PER_MODULE = frozenset(
    {"__name__", "__file__", "__package__", "__spec__", "__loader__", "__path__"}
)


class Difference(Enum):
    """Where two things part."""

    NONE = "none"
    DIRECT = "direct"
    #: The things themselves agree; something behind them does not.
    INDIRECT = "indirect"


class Place(NamedTuple):
    """A name of a file's top level, or a member of one of its classes."""

    path: str
    class_name: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Trees:
    """All files that are known of both versions, by path."""

    old: Mapping[str, ModuleFacts]
    new: Mapping[str, ModuleFacts]


class Sameness:
    """Answers whether names stand for the same thing in both versions."""

    def __init__(self, trees: Trees) -> None:
        self._trees = trees
        self._steps: dict[tuple[Place, Place], list[tuple[Place, Place]] | None] = {}

    def of_names(self, old: Place, new: Place) -> Difference:
        """Compare two places, and all that is behind them where the thing is found elsewhere now.

        For a thing that stayed where it was only the first step is taken: what is behind it
        stands for itself.
        """
        if followed(self._trees.old, old) == followed(self._trees.new, new):
            return Difference.NONE if self._step(old, new) is not None else Difference.DIRECT
        seen = {(old, new)}
        queue = deque(seen)
        first = True
        while queue:
            steps = self._step(*queue.popleft())
            if steps is None:
                return Difference.DIRECT if first else Difference.INDIRECT
            first = False
            for step in steps:
                if step not in seen:
                    seen.add(step)
                    queue.append(step)
        return Difference.NONE

    def _step(self, old: Place, new: Place) -> list[tuple[Place, Place]] | None:
        """The pairs of places behind this one, or `None` when the two differ here."""
        key = (old, new)
        if key not in self._steps:
            self._steps[key] = self._compare(old, new)
        return self._steps[key]

    def _compare(self, old: Place, new: Place) -> list[tuple[Place, Place]] | None:
        old = followed(self._trees.old, old)
        new = followed(self._trees.new, new)
        old_facts, new_facts = self._trees.old.get(old.path), self._trees.new.get(new.path)
        if old_facts is None or new_facts is None:
            return [] if old == new else None
        if old.name in _PER_MODULE and old.name == new.name and old.class_name is None:
            return [] if old.path == new.path else None
        if old.name == "__doc__" == new.name and old.class_name is None:
            return [] if old_facts.docstring == new_facts.docstring else None
        old_bound, new_bound = bindings_at(old_facts, old), bindings_at(new_facts, new)
        if len(old_bound) != len(new_bound):
            return None
        if not old_bound:  # builtins, names from a star import, attributes of instances
            if old.name != new.name:
                return None
            star = "*" in old_facts.names or "*" in new_facts.names
            if star and old.name != "*" and old.class_name is None:
                return [(old._replace(name="*"), new._replace(name="*"))]
            return []
        if (old.path, old.name) != (new.path, new.name):
            if not all(map(_may_be_elsewhere, (*old_bound, *new_bound))):
                return None
            if old.name in old_facts.global_names or new.name in new_facts.global_names:
                return None
            stays = old.path == new.path and (
                old.name in new_facts.names or new.name in old_facts.names
            )
            if stays:  # two things that look alike, not one that was renamed
                return None
        steps: list[tuple[Place, Place]] = []
        for old_binding, new_binding in zip(old_bound, new_bound, strict=True):
            if not alike(old_binding, new_binding):
                return None
            if old_binding.kind is BindingKind.IMPORT:
                steps.extend(self._inside_module(old_binding, new_binding))
            else:
                steps.extend(_behind(old, old_binding, new, new_binding))
        return steps

    def _inside_module(self, old: Binding, new: Binding) -> Iterator[tuple[Place, Place]]:
        """Everything in an imported file, when it is one of the known ones."""
        old_path = imported_file(self._trees.old, old)
        new_path = imported_file(self._trees.new, new)
        if old_path is None or new_path is None:
            return
        for name in {**self._trees.old[old_path].names, **self._trees.new[new_path].names}:
            yield Place(old_path, None, name), Place(new_path, None, name)


def alike(old: Binding, new: Binding) -> bool:
    """The two statements say the same, whatever the names in them stand for."""
    if old.kind is not new.kind or old.form.tokens != new.form.tokens:
        return False
    return old.guard_keys == new.guard_keys


def _behind(
    old: Place, old_binding: Binding, new: Place, new_binding: Binding
) -> Iterator[tuple[Place, Place]]:
    """What two equal bindings mention, side by side."""
    names = zip(old_binding.form.globals, new_binding.form.globals, strict=True)
    for old_name, new_name in names:
        yield Place(old.path, None, old_name), Place(new.path, None, new_name)
    if old.class_name is not None and new.class_name is not None:
        for name in sorted(_members_read(old_binding) | _members_read(new_binding)):
            yield old._replace(name=name), new._replace(name=name)


def _members_read(binding: Binding) -> frozenset[str]:
    return members_read(binding.node) if isinstance(binding.node, FUNCTIONS) else frozenset()


def _may_be_elsewhere(binding: Binding) -> bool:
    """The thing is the same wherever and under whatever name it is bound."""
    node = binding.node
    if binding.guards:
        return False
    if binding.kind is BindingKind.FUNCTION:
        assert isinstance(node, FUNCTIONS)  # noqa: S101 (for mypy: the kind says so)
        writes = any(isinstance(child, ast.Global) for child in ast.walk(node))
        defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        plain = all(isinstance(default, ast.Constant) for default in defaults)
        return plain and not writes and not node.decorator_list
    if binding.kind is BindingKind.CODE:  # a list or a lock would be another one elsewhere
        return isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_immutable(node.value)
    return binding.kind is BindingKind.IMPORT


def _is_immutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_immutable, value.elts))
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, ast.Constant)


def bindings_at(facts: ModuleFacts, place: Place) -> list[Binding]:
    """The statements behind a name or member."""
    if place.class_name is None:
        return facts.names.get(place.name, [])
    owner = facts.classes.get(place.class_name)
    return owner.members.get(place.name, []) if owner else []


def followed(tree: Mapping[str, ModuleFacts], place: Place) -> Place:
    """Where a name really comes from: through imports of known files and bases of known classes."""
    for _ in range(20):  # imports can run in circles
        facts = tree.get(place.path)
        if facts is None:
            return place
        if place.class_name is not None:
            found = _inherited(tree, place)
            return found or place
        bound = facts.names.get(place.name, [])
        if len(bound) != 1 or bound[0].kind is not BindingKind.IMPORT:
            return place
        module, name = bound[0].imports
        target = file_of_module(tree, module) if name else None
        if target is None or name == "*" or name not in tree[target].names:
            return place
        place = Place(target, None, name)
    return place


def _inherited(tree: Mapping[str, ModuleFacts], place: Place, depth: int = 0) -> Place | None:
    facts = tree.get(place.path)
    owner = facts.classes.get(place.class_name or "") if facts else None
    if owner is None or depth > 10:
        return None
    if place.name in owner.members:
        return place
    for base in owner.node.bases:
        origin = followed(tree, Place(place.path, None, last_name(base)))
        found = _inherited(tree, Place(origin.path, origin.name, place.name), depth + 1)
        if found is not None:
            return found
    return None


def imported_file(tree: Mapping[str, ModuleFacts], binding: Binding) -> str | None:
    """The known file that an import makes available as a whole module."""
    module, name = binding.imports
    return file_of_module(tree, f"{module}.{name}" if name else module)


def file_of_module(tree: Mapping[str, object], module: str) -> str | None:
    """The path of a module among the known files; absolute names match from the right."""
    if module.startswith("."):
        parts = [part for part in module.split(".") if part]
        candidates = ("/".join(parts) + ".py", "/".join([*parts, "__init__.py"]))
        return next((path for path in candidates if path in tree), None)
    tail = module.replace(".", "/")
    for path in tree:
        for ending in (f"{tail}.py", f"{tail}/__init__.py"):
            if path == ending or path.endswith(f"/{ending}"):
                return path
    return None
