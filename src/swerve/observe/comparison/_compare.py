"""Did two runs of one call behave alike?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from swerve.model import DifferenceKind
from swerve.model.behaviour import Behaviour, Returned, Unfinished
from swerve.observe.effects import (
    EFFECTS,
    UNCHANGED,
    place_words,
    with_empty,
    without_effects,
    without_state,
)
from swerve.observe.snapshot import Atom, BadSnapshot, Graph, Index, Items, Object, decode, show

from ._agreement import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Same,
    Unknown,
    compare_endings,
    ended_alike,
    ending_words,
)
from ._paths import Path, joined, root_steps
from ._rules import Rules
from ._spots import Spot, both_shown
from ._walk import Walk

_SAME = Same()
_NO_RULES = Rules()
#: The second byte of a snapshot, when nothing was cut and everything was seen.
_COMPLETE = b"\x01"
_MOST_OTHERS = 10
_MOST_ELSEWHERE = 5
#: Enough that the first of them are those that tell most.
_MOST_SPOTS = 100
#: Walks that look for noise: each sets aside what those before have found.
_MOST_WALKS = 5
#: With more places than this, a whole root is noise.
_MOST_NOISE = 500
_WIDTH = 200
_OUTCOMES = ("result", "exception")
_POSITION = re.compile(r"\[\d+\]")


def compare(
    old: Behaviour,
    new: Behaviour,
    rules: Rules = _NO_RULES,
    noise: Noise = NO_NOISE,
    *,
    repeated: bool = False,
) -> Agreement:
    """Say whether two runs of one call behaved alike.

    A run that did not finish in time is missing evidence, never evidence of change, unless it was
    `repeated` with ten times the time and did not finish either.
    """
    if (
        old.snapshot == new.snapshot
        and type(old.outcome) is type(new.outcome)
        and old.snapshot[1:2] == _COMPLETE
        and noise is NO_NOISE
        and not old.notes
        and not new.notes
    ):
        return _SAME
    if noise.unstable:
        return Unknown(noise.unstable)
    if isinstance(old.outcome, Unfinished) or isinstance(new.outcome, Unfinished):
        words = _outcome_words(old), _outcome_words(new)
        return compare_endings(old.outcome, new.outcome, *words, repeated=repeated)
    if type(old.outcome) is not type(new.outcome):
        words = _outcome_words(old), _outcome_words(new)
        elsewhere = _effects_apart(old, new, rules, noise)
        return Different(DifferenceKind.EXCEPTION, "outcome", *words, elsewhere=elsewhere)
    try:
        old_graph, new_graph = decode(old.snapshot), decode(new.snapshot)
    except BadSnapshot as error:
        return Unknown(_unreadable(error))
    agreement = compare_graphs(old_graph, new_graph, rules, noise)
    if not isinstance(agreement, Same):
        return agreement
    for side, run in (("old", old), ("new", new)):
        if run.left_behind:
            return Unknown(f"the {side} version {run.left_behind}, which may still do something")
    return agreement


def compare_graphs(
    old: Graph, new: Graph, rules: Rules = _NO_RULES, noise: Noise = NO_NOISE
) -> Agreement:
    """Say whether what two runs left is alike; how they ended is not looked at."""
    old, new = with_empty(old, new), with_empty(new, old)
    if rules.unshared:
        old, new = (without_state(graph, rules.unshared) for graph in (old, new))
    if rules.effects:
        old, new = (without_effects(graph, rules.effects) for graph in (old, new))
    meaningless = _of_no_meaning(old, new)
    walk = Walk(old, new, rules, noise.paths | meaningless, most_spots=_MOST_SPOTS)
    walk_roots(walk, old, new)
    if walk.spots:
        return _different(walk.spots, *walk.graphs)
    if walk.unclear:
        return Unknown(walk.unclear)
    if not (old.complete and new.complete) and not noise and not rules.set_something_aside:
        # The walk should have met what is missing; where rules set it aside, it need not.
        return Unknown(next(iter(old.notes + new.notes), "not everything was observed"))
    for root in _OUTCOMES:
        if root in walk.hidden and root not in walk.seen and not meaningless:
            return Unknown(f"`{root}` differs between two runs of the old version")
    return Same(walk.rounding.ulps)


def _effects_apart(old: Behaviour, new: Behaviour, rules: Rules, noise: Noise) -> tuple[str, ...]:
    """The places of effects that differ, of calls that did not end alike."""
    try:
        graphs = [decode(each.snapshot) for each in (old, new)]
    except BadSnapshot:
        return ()
    one, other = (
        replace(graph, roots=tuple(root for root in graph.roots if root[0] in EFFECTS))
        for graph in graphs
    )
    agreement = compare_graphs(one, other, rules, noise)
    if not isinstance(agreement, Different):
        return ()
    return tuple(filter(None, (agreement.place, *agreement.elsewhere)))[:_MOST_ELSEWHERE]


def _of_no_meaning(old: Graph, new: Graph) -> frozenset[Path]:
    """What of an exception says nothing: where exactly in the code the stack was used up."""
    for graph in (old, new):
        node = graph.root("exception")
        if not isinstance(node, Object) or node.type != RecursionError.__name__:
            return frozenset()
    return frozenset({("exception", ".args")})


def noise_between(first: Behaviour, again: Behaviour) -> Noise:
    """Say what differs between two runs of one call by the old version."""
    if first.outcome == again.outcome and first.snapshot == again.snapshot:
        return NO_NOISE
    if not ended_alike(first.outcome, again.outcome):
        endings = f"{ending_words(first.outcome)} once, and then {ending_words(again.outcome)}"
        return Noise(unstable=f"the old version {endings}")
    if isinstance(first.outcome, Unfinished):
        return NO_NOISE
    try:
        one, other = decode(first.snapshot), decode(again.snapshot)
    except BadSnapshot as error:
        return Noise(unstable=_unreadable(error))
    graphs = with_empty(one, other), with_empty(other, one)
    paths: frozenset[Path] = frozenset()
    for _ in range(_MOST_WALKS):  # what has two paths is met by the other one the next time
        walk = Walk(*graphs, _NO_RULES, paths, most_spots=_MOST_NOISE, skips_noise=True)
        walk_roots(walk, *graphs)
        counts = Counter(spot.root for spot in walk.spots)
        found = {
            spot.noise_path if counts[spot.root] < _MOST_NOISE else root_steps(spot.root)
            for spot in walk.spots
        }
        if found <= paths:
            break
        paths |= found | _shuffled(found)
    return Noise(paths) if paths else NO_NOISE


def _shuffled(paths: set[Path]) -> set[Path]:
    """Lists in which several items came out otherwise: their order is noise, all of it."""
    lists = Counter(path[:-1] for path in paths if path and _POSITION.fullmatch(path[-1]))
    return {path for path, count in lists.items() if count > 1 and path}


def _different(spots: list[Spot], old: Graph, new: Graph) -> Different:
    roots = list(dict.fromkeys(spot.root for spot in spots))
    # In each root, first what differs in itself: that two objects became one is often its effect.
    ordered = sorted(spots, key=lambda spot: (roots.index(spot.root), spot.aliasing))
    first = ordered[0]
    path = joined(first.path)
    others = dict.fromkeys(joined(spot.path) for spot in ordered[1 : 2 * _MOST_OTHERS])
    others.pop(path, None)
    old_text, new_text = both_shown(old, new, first)
    more = tuple(others)[:_MOST_OTHERS]
    place = place_words(first.path)
    places = dict.fromkeys(place_words(spot.path) for spot in ordered)
    elsewhere = tuple(each for each in places if each not in ("", place))[:_MOST_ELSEWHERE]
    return Different(kind_of(first.root), path, old_text, new_text, more, place, elsewhere)


def _outcome_words(behaviour: Behaviour) -> str:
    """The outcome as a person reads it: "returned 3"."""
    words = ending_words(behaviour.outcome)
    if isinstance(behaviour.outcome, Unfinished):
        return words
    name = "result" if isinstance(behaviour.outcome, Returned) else "exception"
    try:
        graph = decode(behaviour.snapshot)
    except BadSnapshot:
        return words
    index = dict(graph.roots).get(name)
    return words if index is None else f"{words} {show(graph, index, width=_WIDTH)}"


def _unreadable(error: BadSnapshot) -> str:
    return f"the worker's reply cannot be read: {error}"


# --- which roots of two snapshots are compared with each other? -----------------------------------

_KINDS = {
    "result": DifferenceKind.RETURN,
    "exception": DifferenceKind.EXCEPTION,
    "stdout": DifferenceKind.OUTPUT,
    "stderr": DifferenceKind.OUTPUT,
    "warnings": DifferenceKind.WARNING,
    "calls": DifferenceKind.CALLS,
    **dict.fromkeys(EFFECTS, DifferenceKind.EFFECT),
}
#: Roots that are not there when there is nothing in them.
_EMPTY = {
    "stdout": "''",
    "stderr": "''",
    "warnings": "[]",
    "calls": "[]",
    **dict.fromkeys(EFFECTS, UNCHANGED),
}


def kind_of(root: str) -> DifferenceKind:
    """What it means when a root differs; arguments and the receiver go by one name."""
    return _KINDS.get(root, DifferenceKind.ARGUMENT)


def walk_roots(walk: Walk, old: Graph, new: Graph) -> None:
    """Compare all roots, by name."""
    for name, i, j in _paired(old, new):
        if i is not None and j is not None:
            walk.visit(name, i, j)
        elif name not in _EMPTY:
            walk.note(name, "was observed on one side only")
        elif not (_is_empty(old, i) and _is_empty(new, j)):
            empty = _EMPTY[name]
            walk.miss(name, empty if i is None else i, empty if j is None else j)
    walk.settle()


def _paired(old: Graph, new: Graph) -> Iterator[tuple[str, Index | None, Index | None]]:
    """Roots by name. Arguments without a namesake go by their order: a parameter was renamed."""
    olds, news = dict(old.roots), dict(new.roots)
    renamed = iter([name for name in news if name not in olds and _is_argument(name)])
    taken = set()
    for name, index in olds.items():
        partner = name
        if name not in news and _is_argument(name):
            partner = next(renamed, name)
        taken.add(partner)
        yield name, index, news.get(partner)
    for name, index in news.items():
        if name not in taken:
            yield name, None, index


def _is_argument(name: str) -> bool:
    return name.startswith("arguments.")


def _is_empty(graph: Graph, index: Index | None) -> bool:
    if index is None:
        return True
    node = graph.nodes[index]
    if isinstance(node, Items):
        return not node.length
    return isinstance(node, Atom) and node.value in ("", b"")
