"""Does a name of the old version stand for the same thing as a name of the new one?

Two things are the same when the statements that bind them have equal normal forms, and all they
refer to is the same again. That is a walk over the product of two graphs: from a pair of names to
the pairs of names they mention. A difference met on the way is direct at its first step, and
indirect behind unchanged code.

What a statement reads when the file is imported is part of what it binds: with another `SMALL`,
`LIMIT = SMALL * 2` is another limit. What a function reads when it is called is not.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ._definitions import last_name
from ._facts import Binding, BindingKind, ModuleFacts
from ._import_time import is_script_guard
from ._reads import members_read, words_in
from ._words import names_of_guard
from .scopes import FUNCTIONS, all_defaults, holds

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


class TopName(NamedTuple):
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
        self._steps: dict[tuple[TopName, TopName], list[tuple[TopName, TopName]] | None] = {}
        self._staying: dict[tuple[TopName, TopName, bool], bool] = {}

    def of_names(self, old: TopName, new: TopName) -> Difference:
        """Compare two places, and all that is behind them where the thing is found elsewhere now.

        Of a thing that stayed where it was, only what it read when it was bound is followed: what
        else is behind it stands for itself.
        """
        if not self._is_in_place(old, new):
            return self._walked(old, new)
        return Difference.NONE if self._stays(old, new) else Difference.DIRECT

    def of_fields(self, old: TopName, new: TopName) -> Difference:
        """The same for a class without its methods, which stand for themselves."""
        if not self._is_in_place(old, new):
            return self._walked(old, new)
        return Difference.NONE if self._stays(old, new, is_value=True) else Difference.DIRECT

    def _is_in_place(self, old: TopName, new: TopName) -> bool:
        return followed(self._trees.old, old) == followed(self._trees.new, new)

    def _walked(self, old: TopName, new: TopName) -> Difference:
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

    def _stays(self, old: TopName, new: TopName, *, is_value: bool = False) -> bool:
        key = (old, new, is_value)
        if key not in self._staying:
            self._staying[key] = self._is_bound_alike(old, new, is_value)
        return self._staying[key]

    def _is_bound_alike(self, old: TopName, new: TopName, is_value: bool) -> bool:
        """The statements say the same, and so did what they read at import."""
        seen = {(old, new)}
        queue = deque(seen)
        while queue:
            steps = self._read_at_import(*queue.popleft(), is_value)
            if steps is None:
                return False
            is_value = True
            for step in steps:
                if not self._is_in_place(*step):
                    if self._walked(*step) is not Difference.NONE:
                        return False
                elif step not in seen:
                    seen.add(step)
                    queue.append(step)
        return True

    def _read_at_import(
        self, old: TopName, new: TopName, is_value: bool
    ) -> list[tuple[TopName, TopName]] | None:
        """What must be the same for a thing to be the same; `None` when it differs itself.

        With `is_value`, functions and the methods of classes do not count: they answer themselves.
        """
        old, new = followed(self._trees.old, old), followed(self._trees.new, new)
        old_facts, new_facts = self._trees.old.get(old.path), self._trees.new.get(new.path)
        if old_facts is None or new_facts is None:
            return self._step(old, new)
        old_bound, new_bound = bindings_at(old_facts, old), bindings_at(new_facts, new)
        kinds = {binding.kind for binding in (*old_bound, *new_bound)}
        if is_value and kinds == {BindingKind.FUNCTION} and len(old_bound) == len(new_bound):
            return []
        fields = _fields(old_facts, old, new_facts, new) if kinds == {BindingKind.CLASS} else []
        if fields is None or (is_value and kinds == {BindingKind.CLASS}):
            return fields
        if self._step(old, new) is None or len(old_bound) != len(new_bound):
            return self._step(old, new)
        steps = list(fields)
        for old_binding, new_binding in zip(old_bound, new_bound, strict=True):
            if old_binding.kind is not BindingKind.IMPORT:
                read = _read_now(new_binding, new_bound, new_facts)
                behind = _behind(old, old_binding, new, new_binding)
                steps.extend(pair for pair in behind if pair[0] != pair[1] or pair[1].name in read)
            steps.extend(self._attributes(new, new_binding))
            steps.extend(_deciding(new, new_binding))
        return steps

    def _attributes(self, place: TopName, binding: Binding) -> Iterator[tuple[TopName, TopName]]:
        """What a statement reads from imported files that are known, as in `conf.LIMIT * 2`."""
        facts = self._trees.new[place.path]
        if binding.kind is not BindingKind.CODE:
            return
        for node in ast.walk(binding.node):
            if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
                continue
            for bound in facts.names.get(node.value.id, ()):
                path = imported_file(self._trees.new, bound) if bound.alias is not None else None
                if path is not None and path in self._trees.old:
                    yield TopName(path, None, node.attr), TopName(path, None, node.attr)

    def _step(self, old: TopName, new: TopName) -> list[tuple[TopName, TopName]] | None:
        """The pairs of places behind this one, or `None` when the two differ here."""
        key = (old, new)
        if key not in self._steps:
            self._steps[key] = self._compare(old, new)
        return self._steps[key]

    def _compare(self, old: TopName, new: TopName) -> list[tuple[TopName, TopName]] | None:
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
        steps: list[tuple[TopName, TopName]] = []
        for old_binding, new_binding in zip(old_bound, new_bound, strict=True):
            if not alike(old_binding, new_binding):
                return None
            if old_binding.kind is BindingKind.IMPORT:
                steps.extend(self._inside_module(old_binding, new_binding))
            else:
                steps.extend(_behind(old, old_binding, new, new_binding))
        return steps

    def _inside_module(self, old: Binding, new: Binding) -> Iterator[tuple[TopName, TopName]]:
        """Everything in an imported file, when it is one of the known ones."""
        old_path = imported_file(self._trees.old, old)
        new_path = imported_file(self._trees.new, new)
        if old_path is None or new_path is None:
            return
        for name in {**self._trees.old[old_path].names, **self._trees.new[new_path].names}:
            yield TopName(old_path, None, name), TopName(new_path, None, name)


def alike(old: Binding, new: Binding) -> bool:
    """The two statements say the same, whatever the names in them stand for."""
    if old.kind is not new.kind or old.form.tokens != new.form.tokens:
        return False
    return old.guard_keys == new.guard_keys


def _behind(
    old: TopName, old_binding: Binding, new: TopName, new_binding: Binding
) -> Iterator[tuple[TopName, TopName]]:
    """What two equal bindings mention, side by side."""
    names = zip(old_binding.form.globals, new_binding.form.globals, strict=True)
    for old_name, new_name in names:
        yield TopName(old.path, None, old_name), TopName(new.path, None, new_name)
    if old.class_name is not None and new.class_name is not None:
        for name in sorted(_members_read(old_binding) | _members_read(new_binding)):
            yield old._replace(name=name), new._replace(name=name)


def _members_read(binding: Binding) -> frozenset[str]:
    if isinstance(binding.node, FUNCTIONS):
        return members_read(binding.node)
    tokens = (token for token in binding.form.tokens if isinstance(token, tuple))
    return frozenset(token[1] for token in tokens if token[0] == "member")


def _read_now(binding: Binding, bound: Iterable[Binding], facts: ModuleFacts) -> frozenset[str]:
    """The words of a statement that are read at import, and decide what the name stands for.

    A call neither binds the builtin or function that it calls, nor makes another one of it.
    """
    node = binding.node
    is_script = any(
        isinstance(guard.owner, ast.If) and is_script_guard(guard.owner, facts)
        for guard in binding.guards
    )
    if isinstance(node, ast.Expr):
        others = {each.kind for each in bound if not isinstance(each.node, ast.Expr)}
        if others <= {BindingKind.FUNCTION, BindingKind.CLASS}:
            return frozenset()
    if is_script or binding.kind is not BindingKind.CODE:
        return frozenset()
    if isinstance(node, ast.AnnAssign):
        return words_in(node.value) if node.value else frozenset()
    return words_in(node).union(binding.form.globals)  # which are spelled as the compiler does


def _deciding(place: TopName, binding: Binding) -> Iterator[tuple[TopName, TopName]]:
    """Names in the conditions around a statement."""
    for guard in binding.guards:
        for name in sorted(names_of_guard(guard)):
            yield TopName(place.path, None, name), TopName(place.path, None, name)


def _fields(
    old_facts: ModuleFacts, old: TopName, new_facts: ModuleFacts, new: TopName
) -> list[tuple[TopName, TopName]] | None:
    """What the value of a class depends on; `None` when its head or the order of fields differs."""
    before = old_facts.classes.get(_qualified(old))
    after = new_facts.classes.get(_qualified(new))
    if before is None or after is None:
        return [] if before is after else None
    if before.header.tokens != after.header.tokens or before.fields != after.fields:
        return None
    heads = zip(before.header.globals, after.header.globals, strict=True)
    steps = [(TopName(old.path, None, one), TopName(new.path, None, other)) for one, other in heads]
    for name in after.fields:
        steps.append(
            (
                TopName(old.path, _qualified(old), name),
                TopName(new.path, _qualified(new), name),
            )
        )
    return steps


def _qualified(place: TopName) -> str:
    return f"{place.class_name}.{place.name}" if place.class_name else place.name


def _may_be_elsewhere(binding: Binding) -> bool:
    """The thing is the same wherever and under whatever name it is bound."""
    node = binding.node
    if binding.guards:
        return False
    if binding.kind is BindingKind.FUNCTION:
        assert isinstance(node, FUNCTIONS)  # noqa: S101 (for mypy: the kind says so)
        plain = all(isinstance(default, ast.Constant) for default in all_defaults(node.args))
        return plain and not holds(node, ast.Global) and not node.decorator_list
    if binding.kind is BindingKind.CODE:  # a list or a lock would be another one elsewhere
        return isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_immutable(node.value)
    return binding.kind is BindingKind.IMPORT


def _is_immutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_immutable, value.elts))
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, ast.Constant)


def bindings_at(facts: ModuleFacts, place: TopName) -> list[Binding]:
    """The statements behind a name or member."""
    if place.class_name is None:
        return facts.names.get(place.name, [])
    owner = facts.classes.get(place.class_name)
    return owner.members.get(place.name, []) if owner else []


def followed(tree: Mapping[str, ModuleFacts], place: TopName) -> TopName:
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
        place = TopName(target, None, name)
    return place


def _inherited(tree: Mapping[str, ModuleFacts], place: TopName, depth: int = 0) -> TopName | None:
    facts = tree.get(place.path)
    owner = facts.classes.get(place.class_name or "") if facts else None
    if owner is None or depth > 10:
        return None
    if place.name in owner.members:
        return place
    for base in owner.node.bases:
        origin = followed(tree, TopName(place.path, None, last_name(base)))
        found = _inherited(tree, TopName(origin.path, origin.name, place.name), depth + 1)
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
