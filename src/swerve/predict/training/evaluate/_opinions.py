"""What does each predictor say about the places of a piece of code?

Predictors speak of paths, events of places. A place that reads what stands at a path has the
opinion about that path. Of any other place, `types` only knows when it is called: that it can be.
What it does not know is left to the second predictor, as ever.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.locating import Version, statements_in
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind, Site, Usages
from swerve.predict import Combined, Explicit, Frequency, Naive, Predictor, Table, Types
from swerve.predict.neural._context import Surroundings
from swerve.predict.neural._encoding import Window, windows_of_function, windows_of_statements
from swerve.predict.neural._rows import Place
from swerve.predict.training.events import Event, Recorded, Span
from swerve.predict.training.train import functions_of
from swerve.source.syntax import FUNCTIONS, FunctionNode, parse


@dataclass(frozen=True, slots=True)
class Piece:
    """A function that stands in no other, or all that stands in none."""

    file: Recorded
    module: ast.Module
    #: `None` for what stands in none.
    function: FunctionNode | None
    owner: ast.ClassDef | None
    #: Qualified, in the module; empty for what stands in none.
    name: str
    surroundings: Surroundings
    #: Those it is asked about.
    events: tuple[Event, ...]

    @property
    def line(self) -> int:
        """The line of the `def`; 0 for what stands in none."""
        return self.function.lineno if self.function is not None else 0

    def windows(self) -> Iterator[Window]:
        """The piece as training saw it."""
        if self.function is None:
            return windows_of_statements(self.module.body, whole_functions=False)
        return windows_of_function(self.surroundings, self.function, self.owner)

    def called(self) -> frozenset[Span]:
        """Where it stands who is called."""
        return frozenset(
            (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
            for call in ast.walk(self.function or self.module)
            if isinstance(call, ast.Call)
            for node in (call.func,)
        )


def pieces_of(file: Recorded, wanted: Sequence[Event]) -> Iterator[Piece]:
    """The pieces of a file that have some of its events; none of a file that does not parse."""
    module = parse(file.source) if wanted else None
    if not isinstance(module, ast.Module):
        return
    functions = sorted(functions_of(module.body, None), key=lambda each: _first_line(each[0]))
    lines = [_first_line(function) for function, _ in functions]
    found: dict[int, list[Event]] = {}
    for event in wanted:
        at = bisect_right(lines, event.place[0]) - 1
        is_inside = at >= 0 and event.place[0] <= (functions[at][0].end_lineno or 0)
        found.setdefault(at if is_inside else -1, []).append(event)
    names, surroundings = _names(module), Surroundings(module)
    for at, events in found.items():
        function, owner = functions[at] if at >= 0 else (None, None)
        name = names[function] if function is not None else ""
        yield Piece(file, module, function, owner, name, surroundings, tuple(events))


def _first_line(function: FunctionNode) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


def _names(module: ast.Module) -> dict[ast.stmt, str]:
    """The qualified names of all functions that stand in no other."""
    found: dict[ast.stmt, str] = {}
    queue: list[tuple[ast.AST, str]] = [(module, "")]
    while queue:
        node, before = queue.pop()
        for child in statements_in(node):
            if isinstance(child, FUNCTIONS):
                found[child] = before + child.name
            elif isinstance(child, ast.ClassDef):
                queue.append((child, f"{before}{child.name}."))
            else:
                queue.append((child, before))
    return found


Opinion: TypeAlias = Sequence[Distribution]

_CALLABLE: Distribution = {ValueClass.CALLABLE: 1.0}
_CLASSES = tuple(ValueClass)
_NOTHING = Usages()


class Network(Protocol):
    """Labels places of a window."""

    def shares(self, shapes: Sequence[int], lexemes: Sequence[str], places: Sequence[int]) -> Any:
        """The share of each class at each place, a row a place."""


class Opinions:
    """All predictors, each to be asked about the same places."""

    def __init__(self, names: Sequence[str], table: Table, network: Network | None) -> None:
        self._names = names
        self._network = network
        self._frequency = Frequency(table)

    def about(self, piece: Piece) -> Mapping[str, Opinion]:
        """What each says about the events of a piece, in their order."""
        asked = _Asked(piece, self._frequency, self._network)
        return {name: _OPINIONS[name](asked) for name in self._names}


class _Asked:
    """A piece of code, with what several predictors need to know of it, found out once."""

    def __init__(self, piece: Piece, frequency: Frequency, network: Network | None) -> None:
        self._piece = piece
        self._network = network
        self._usages: Usages | None = None
        self._sites: Sequence[Site | None] = ()
        self._known: Opinion = ()
        self._labels: Opinion | None = None
        self._called: frozenset[Span] = frozenset()
        self.frequency = frequency
        self.events = piece.events

    def by_name(self, predictor: Predictor) -> Opinion:
        """What a predictor says that minds kinds and names only."""
        return predictor.predict(_NOTHING, [_site_of(event) for event in self.events])

    def by_path(self, predictor: Callable[[Predictor], Predictor], other: Opinion) -> Opinion:
        """What `types` and another say, put together somehow; elsewhere what is given."""
        usages, sites = self._read()
        found = [at for at, site in enumerate(sites) if site is not None]
        both = predictor(_Prepared("types", [self._known[at] for at in found]))
        answers = both.predict(usages, [site for site in sites if site is not None])
        said = [
            _CALLABLE if event.place in self._called else each
            for event, each in zip(self.events, other, strict=True)
        ]
        for at, answer in zip(found, answers, strict=True):
            said[at] = answer
        return said

    def of_sites(self, opinion: Opinion) -> Opinion:
        """What is said of places that have a site."""
        _, sites = self._read()
        return [each for each, site in zip(opinion, sites, strict=True) if site is not None]

    def labels(self) -> Opinion:
        """What the network says; nothing where a place is in none of its windows."""
        if self._labels is None:
            found = _labels_of(self._piece, self._network) if self._network else {}
            self._labels = [found.get((each.kind, *each.place), {}) for each in self.events]
        return self._labels

    def _read(self) -> tuple[Usages, Sequence[Site | None]]:
        if self._usages is None:
            piece = self._piece
            usages = usages_of([Version(piece.file.source, piece.name, piece.line)])
            by_path = {site.path: site for site in usages.sites}
            at: dict[Place, Site] = {}
            for path, places in usages.places.items():
                for place in places:
                    at.setdefault((place.kind.value, *place[2:]), by_path[path])
            self._usages, self._called = usages, piece.called()
            self._sites = [at.get((each.kind, *each.place)) for each in self.events]
            sites = [site for site in self._sites if site is not None]
            known = iter(Types().predict(usages, sites))
            self._known = [next(known) if site is not None else {} for site in self._sites]
        return self._usages, self._sites


class _Prepared:
    """A predictor that was asked before."""

    def __init__(self, name: str, answers: Opinion) -> None:
        self.name = name
        self._answers = tuple(answers)

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """What it said about these very sites."""
        return self._answers


def _labels_of(piece: Piece, network: Network) -> Mapping[Place, Distribution]:
    wanted = {(event.kind, *event.place) for event in piece.events}
    found: dict[Place, Distribution] = {}
    try:
        windows = list(piece.windows())
    except RecursionError:  # nested too deeply to be followed
        return found
    for window in windows:
        tokens = {place: token for place, token in window.places.items() if place in wanted}
        if tokens:
            shares = network.shares(window.shapes, window.lexemes, list(tokens.values()))
            for place, row in zip(tokens, shares.tolist(), strict=True):
                found[place] = dict(zip(_CLASSES, row, strict=True))
    return found


def _site_of(event: Event) -> Site:
    return Site(event.name, Kind(event.kind), event.name)


def _or(opinion: Opinion, other: Opinion) -> Opinion:
    return [one or two for one, two in zip(opinion, other, strict=True)]


def _random(asked: _Asked) -> Opinion:
    """Nothing: all classes are alike, in either granularity."""
    return [{}] * len(asked.events)


def _naive(asked: _Asked) -> Opinion:
    return asked.by_name(Naive())


def _frequency(asked: _Asked) -> Opinion:
    return asked.by_name(asked.frequency)


def _model(asked: _Asked) -> Opinion:
    return _or(asked.labels(), _naive(asked))


def _types(asked: _Asked) -> Opinion:
    return asked.by_path(lambda types: Combined(types, Naive()), _naive(asked))


def _types_frequency(asked: _Asked) -> Opinion:
    return asked.by_path(lambda types: Combined(types, asked.frequency), _frequency(asked))


def _types_model(asked: _Asked) -> Opinion:
    model = _Prepared("model", asked.of_sites(asked.labels()))
    return asked.by_path(
        lambda types: Combined(Explicit(types, model), asked.frequency),
        _or(asked.labels(), _frequency(asked)),
    )


_OPINIONS: Mapping[str, Callable[[_Asked], Opinion]] = {
    "model": _model,
    "types+model": _types_model,
    "naive": _naive,
    "random": _random,
    "frequency": _frequency,
    "types": _types,
    "types+frequency": _types_frequency,
}
#: Those that can be asked, in the order in which they are reported.
NAMES = tuple(_OPINIONS)
#: Those that ask the network.
NEURAL = frozenset({"model", "types+model"})
