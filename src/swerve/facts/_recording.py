"""How is it noted down what code does with a value?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from .classes import CoarseClass, coarse_class_of
from .names import classes_of_name
from .seen import FlowValue, extended, last_name
from .usage import Kind, ReadSite, Site, Usage, Usages, in_order, remember, remember_name

#: More places of one path say nothing new.
_MOST_PLACES = 16

_KINDS: dict[type, Kind] = {
    ast.Name: Kind.NAME,
    ast.Attribute: Kind.ATTRIBUTE,
    ast.Subscript: Kind.ITEM,
    ast.Call: Kind.CALL,
    ast.Await: Kind.CALL,
}


class Places:
    """Places of one version in the making."""

    def __init__(self, version: int) -> None:
        self._version = version
        #: What reads values that are what stands at a path, and values that may be.
        self._exact: dict[str, dict[ast.expr, Kind]] = {}
        self._doubtful: dict[str, dict[ast.expr, Kind]] = {}

    def read(self, node: ast.expr, seen: FlowValue) -> None:
        """Note what an expression gives, if that is something it reads and does not make.

        What is read to be changed, as by `+=`, stands nowhere as an expression of its own.
        """
        kind = _KINDS.get(type(node))
        if kind is not None and hasattr(node, "lineno") and not _makes_something(node):
            self.add(kind, node, seen)

    def add(self, kind: Kind, node: ast.expr, seen: FlowValue) -> None:
        """Note where a value is read."""
        known = self._exact if seen.is_exact and len(seen.paths) == 1 else self._doubtful
        for path in seen.paths:
            nodes = known.get(path)
            if nodes is None:
                nodes = known[path] = {}
            nodes[node] = kind

    def into(self, usages: Usages) -> None:
        """Hand the places of all sites over; what is in doubt counts where nothing else does."""
        for site in usages.sites:
            nodes = self._of(site.path)
            if not nodes and site.path.endswith("[]"):  # the others are like those that are read
                nodes = self._of(f"{site.path[:-1]}0]") or self._of(f"{site.path[:-1]}1]")
            if nodes:
                places = usages.places.setdefault(site.path, [])
                for node, kind in islice(nodes.items(), _MOST_PLACES - len(places)):
                    places.append(self._place(kind, node))

    def _of(self, path: str) -> dict[ast.expr, Kind]:
        return self._exact.get(path) or self._doubtful.get(path) or {}

    def _place(self, kind: Kind, node: ast.expr) -> ReadSite:
        end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
        return ReadSite(self._version, kind, node.lineno, node.col_offset, end_line, end_column)


def _makes_something(node: ast.expr) -> bool:
    """Whether a slice is taken, or something awaited that is not a call: nothing is read there."""
    if isinstance(node, ast.Subscript):
        index = node.slice
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        return any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts)
    return isinstance(node, ast.Await) and not isinstance(node.value, ast.Call)


def _added_by_name(seen: FlowValue) -> frozenset[CoarseClass]:
    """What can only be joined with its like, by what it is called."""
    for path in seen.paths:
        for kind, _ in () if path.endswith(")") else classes_of_name(last_name(path)):
            if kind is CoarseClass.STRING and not path.endswith("]"):
                return frozenset((kind,))
    return frozenset()


class Notes:
    """Usages in the making, with what surrounds the place that is being read."""

    def __init__(self, usages: Usages, version: int) -> None:
        self.usages = usages
        self.places = Places(version)
        self._known_sites = {site.path for site in usages.sites}
        #: Names in the `except` clauses around here, outermost first.
        self.expected: list[tuple[str, ...]] = []
        #: Paths whose class is known here, since the code asked, and what is said about them then.
        self._narrowed: list[str] = []
        self._inside: dict[str, Usage] = {}

    def of(self, seen: FlowValue) -> Iterator[Usage]:
        """What is noted about every path a value may have."""
        for path in seen.paths:
            if path in self._narrowed:
                yield self._inside.setdefault(path, Usage())
            else:
                yield self.usages.at(path)

    def site(self, path: str, kind: Kind, name: str = "") -> None:
        """Note that a path is read."""
        if path not in self._known_sites:
            self._known_sites.add(path)
            self.usages.at(path)
            self.usages.sites.append(Site(path, kind, name or last_name(path)))

    def reached(self, seen: FlowValue, part: str, kind: Kind, name: str = "") -> tuple[str, ...]:
        """The paths one part further on, noted as read."""
        found = []
        for path in seen.paths:
            longer = extended(path, part)
            if longer is not None:
                self.site(longer, kind, name)
                found.append(longer)
        return tuple(found)

    def expects(self, *names: str) -> bool:
        """Whether a `try` around here has a clause for one of these exceptions."""
        return any(name in names for clause in self.expected for name in clause)

    @contextmanager
    def expecting(self, names: tuple[str, ...]) -> Iterator[None]:
        """Read the body of a `try`."""
        self.expected.append(names)
        try:
            yield
        finally:
            self.expected.pop()

    @contextmanager
    def narrowing(self, seen: Iterable[FlowValue]) -> Iterator[None]:
        """Read what happens to values of a certain class only: it says nothing about others."""
        before = len(self._narrowed)
        self._narrowed += [path for one in seen for path in one.paths]
        try:
            yield
        finally:
            del self._narrowed[before:]

    def close(self) -> None:
        """Keep the places, and what matters whatever the class: constants, keys, sizes."""
        for path, inside in self._inside.items():
            usage = self.usages.at(path)
            for value in inside.literals:
                remember(usage.literals, value)
            for key, asked in inside.keys.items():
                usage.keys[key] = usage.keys.get(key, False) or asked
            for name in inside.instance_of:
                remember_name(usage.instance_of, name)
            for name in inside.raises:
                remember_name(usage.raises, name)
            for name in inside.key_paths:
                remember_name(usage.key_paths, name)
            usage.unpacked |= inside.unpacked
            usage.called_with |= inside.called_with
            usage.asked_attributes |= inside.asked_attributes
            usage.is_statement |= inside.is_statement
        self.places.into(self.usages)

    def literal(self, value: object) -> None:
        """Add to the pool."""
        remember(self.usages.pool.setdefault(coarse_class_of(value), []), value)

    def operator(self, seen: FlowValue, sign: str, other: FlowValue | None = None) -> None:
        """Note an operator, with what is known about the other operand."""
        for usage in self.of(seen):
            usage.operators.add(sign)
            if other is not None:
                usage.operand_classes.update(other.classes)
                if sign == "+" and not other.classes:
                    usage.operand_classes.update(_added_by_name(other))
                if other.is_bytes:
                    usage.operators.add("bytes")

    def compared(self, seen: FlowValue, values: Iterable[object]) -> None:
        """Note what a value is compared with."""
        values = [value for value in values if value is not None]
        for usage in self.of(seen):
            for value in values:
                remember(usage.literals, value)

    def instead(self, seen: FlowValue, other: FlowValue) -> None:
        """Note what stands in for a value when it is missing, or is stored in its place."""
        for usage in self.of(seen):
            for value in other.constants:
                remember(usage.defaults, value)
            if not other.constants:
                usage.operand_classes.update(other.classes - {CoarseClass.NONE})

    def held_against(self, seen: FlowValue, names: Iterable[str]) -> None:
        """Note the classes a value is held against."""
        names = [name for name in names if name]
        for name in names:
            remember_name(self.usages.instance_classes, name)
        for usage in self.of(seen):
            for name in names:
                remember_name(usage.instance_of, name)

    def tested(self, seen: FlowValue, exits: frozenset[bool]) -> None:
        """Note a truth test, and which of its answers leads to a way out."""
        if seen.origin == "len" and seen.subject is not None:
            seen = seen.subject
        for usage in self.of(seen):
            usage.truth_tested = True
            usage.exits_when |= exits

    def literals(self, value: object) -> None:
        """Add what a literal is made of to the pool."""
        if isinstance(value, (tuple, list, set, frozenset)):
            for item in in_order(value)[:20]:
                self.literals(item)
        elif isinstance(value, dict):
            for key, item in list(value.items())[:20]:
                self.literals(key)
                self.literals(item)
        elif value is not None:
            self.literal(value)

    def subscripted(self, base: FlowValue, index: FlowValue) -> None:
        """Note `[]` on a value."""
        key = index.constants[0] if len(index.constants) == 1 and not index.paths else None
        asked = self.expects("KeyError", "LookupError")
        for path, usage in zip(base.paths, self.of(base), strict=True):
            if type(key) is not int:
                usage.operators.add("[at]")
            if isinstance(key, str):
                usage.operators.add("[str]")
            elif CoarseClass.INTEGER in index.classes:
                usage.operators.add("[int]")
                usage.indexed_by_int = True
            elif index.classes == {CoarseClass.TUPLE}:
                usage.operators.add("[,]")
            elif CoarseClass.STRING in index.classes:
                usage.operators.add("[str]")
            elif f"{path}{{}}" in index.paths or f"{path}[]" in index.paths:
                usage.operators.add("[key]")
            else:
                usage.operators.add("[]")
            if key is None and asked:
                usage.operators.add("[?]")
            if key is None and self.expects("IndexError", "LookupError"):
                usage.operators.add("[?end]")
            if key is not None and isinstance(key, (str, int, bytes)):
                usage.keys[key] = usage.keys.get(key, False) or asked

    def picked(self, base: FlowValue, key: FlowValue) -> None:
        """Note which values are keys of another, or are asked for there."""
        for path, usage in zip(base.paths, self.of(base), strict=True):
            for each in key.paths:
                if not each.startswith(path) and "(" not in each:
                    remember_name(usage.key_paths, each)

    def used_as_index(self, base: FlowValue, index: FlowValue, mappings: frozenset[str]) -> None:
        """Note that a value picks an item of another."""
        self.picked(base, index)
        is_mapping = CoarseClass.DICT in base.classes or any(
            path in mappings for path in base.paths
        )
        is_sequence = bool(base.classes & {CoarseClass.LIST, CoarseClass.TUPLE}) and not is_mapping
        self.operator(index, "x[k]" if is_mapping else "x[n]" if is_sequence else "x[i]")
