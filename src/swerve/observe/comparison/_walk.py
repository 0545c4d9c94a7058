"""Where do two graphs differ?

Both are walked at the same time from their roots, each pair of nodes once, so sharing costs nothing
and cycles end. On the way mutable nodes are tied in pairs: what is one object on one side must be
one on the other. Members of sets and keys of dictionaries are matched by their looks first. Where
several look alike they are left for the end, when the ties made elsewhere tell which is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from swerve.model import is_public
from swerve.observe.snapshot import (
    Atom,
    Cut,
    Entries,
    Graph,
    Index,
    Items,
    Named,
    Node,
    Object,
    Opaque,
    Packed,
)

from ._leaves import Answer, Leaves
from ._looks import View, fields_of_both
from ._matching import Group, Matcher, Matching, Member, Ties
from ._paths import (
    MEMBER,
    Here,
    Key,
    Path,
    Places,
    Step,
    Task,
    Trail,
    is_aside,
    is_cut,
    is_of_lines,
    is_told_whole,
    joined,
    path_of,
    places_after,
    places_of,
    root_steps,
    step_text,
    to_attribute,
)
from ._rounding import Rounding
from ._rules import Rules
from ._spots import MISSING, Shown, Spot, end_shown, line_shown, some_shown

#: Pairs of nodes that are looked at, some microseconds each.
MOST_STEPS = 500_000

_KEYS = ".keys()"
_LINES = ".splitlines()"
#: Zeros of these types are equal to Python and may still differ in their sign.
_SIGNED = (float, complex)
_PACKED_OR_CUT = {Packed, Cut}


class Walk:
    """One comparison of two graphs: `visit` each pair of roots, then `settle`."""

    def __init__(
        self,
        old: Graph,
        new: Graph,
        rules: Rules,
        noise: Iterable[Path],
        *,
        most_spots: int,
        skips_noise: bool = False,
    ) -> None:
        """`skips_noise`: what differs as a whole is not looked into, as if it were noise."""
        #: Places that differ, in the order of the walk.
        self.spots: list[Spot] = []
        #: Why something that is no difference may still hide one; the first reason found.
        self.unclear = ""
        #: Roots of which something was set aside as noise, and those of which a leaf was seen.
        self.hidden: set[str] = set()
        self.seen: set[str] = set()
        self._old = View(old, rules, rules.renamed)
        self._new = View(new, rules, ())
        self.rounding = Rounding(self._old.unpacking, self._new.unpacking)
        self._leaves = Leaves(rules, self.rounding)
        self._matcher = Matcher(self._old, self._new, self._leaves, tolerant=bool(rules.tolerance))
        self._ties = Ties(self._old, self._new, self._matcher.looks)
        self._starts = (places_of(rules.paths), places_of(noise))
        self._tied = all(each.minds_aliasing for _, each in rules.named)
        #: Of one root.
        self._most_spots = most_spots
        self._spots_before = 0
        self._steps_left = MOST_STEPS
        self._root = ""
        self._tasks: list[Task] = []
        self._visited: set[tuple[Index, Index, Places, bool]] = set()
        #: Pairs met at a place that is noise: they are noise wherever they are met again.
        self._noisy: set[tuple[Index, Index]] = set()
        self._met_noise = False
        self._skips_noise = skips_noise
        self._groups: list[tuple[str, Here, Group]] = []

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        """The two graphs, with all nodes that spots refer to."""
        return self._old.graph, self._new.graph

    def visit(self, root: str, old: Index, new: Index) -> None:
        """Compare two roots of one name."""
        if (here := self._at_root(root)) is not None:
            self._tasks = [(old, new, here)]
            self._spots_before = len(self.spots)
            self._run()

    def miss(self, root: str, old: Shown, new: Shown) -> None:
        """Note a root that only one side has."""
        here = self._at_root(root)
        if here is not None:
            self._differ(here, old, new)

    def note(self, root: str, why: str) -> None:
        """Remember that nothing can be said about a root."""
        here = self._at_root(root)
        if here is not None:
            self._note(here, why)

    def settle(self) -> None:
        """Tell apart what looks alike. Nothing found here is sure: it may be a wrong match."""
        while self._groups and not self.spots and not self._is_over():
            groups, self._groups = self._groups, []
            for root, here, group in sorted(groups, key=lambda waiting: len(waiting[2].olds)):
                self._root = root
                self._settle_group(here._replace(sure=False), group)

    def _settle_group(self, here: Here, group: Group) -> None:
        before = self._ties.looked_at
        for old, new in self._ties.take_pairs(group):
            self._pair(self._tasks, old, new, here)
        self._steps_left -= 3 * (self._ties.looked_at - before)
        if group.olds:
            self._groups.append((self._root, here, group))
        self._run()

    def _run(self) -> None:
        while self._tasks and not self._is_over():
            self._steps_left -= 1
            old, new, here = self._tasks.pop()
            children = self._compare(old, new, here)
            if children:
                self._tasks.extend(reversed(children))

    def _is_over(self) -> bool:
        """Whether enough was found, or the walk has taken as long as it may."""
        if self._steps_left <= 0 and not self.unclear:
            self.unclear = "the values are too large to be compared in full"
        return self._steps_left <= 0 or len(self.spots) - self._spots_before >= self._most_spots

    # --- places ---------------------------------------------------------------------------------

    def _at_root(self, root: str) -> Here | None:
        self._root = root
        first, *rest = root_steps(root)
        places, noise = (places_after(start, first) for start in self._starts)
        if self._is_aside(places, noise):
            return None
        here = Here((None, first), places, noise, sure=True, tied=self._tied)
        return self._there(here, *rest)

    def _there(self, here: Here, *steps: Step) -> Here | None:
        """The place some steps further; `None` when it is set aside."""
        trail, places, noise, sure, tied, whole = here
        for step in steps:
            trail = (trail, step)
            if places or noise:
                text = step_text(step)
                places, noise = places_after(places, text), places_after(noise, text)
                if self._is_aside(places, noise):
                    return None
        return Here(trail, places, noise, sure, tied, whole)

    def _is_aside(self, places: Places, noise: Places) -> bool:
        # What the project calls noise is no loss of sight, whatever two runs of old say about it.
        if is_aside(places):
            return True
        self._met_noise = is_aside(noise)
        if self._met_noise:
            self.hidden.add(self._root)
        return self._met_noise

    def _child(self, tasks: list[Task], i: Index, j: Index, here: Here, *steps: Step) -> None:
        """Compare two children later, or now when that is quick."""
        old, new = self._old.nodes[i], self._new.nodes[j]
        if type(old) is Atom and type(new) is Atom and not here.places and not here.noise:
            kind = type(old.value)
            is_same = kind is type(new.value) and old.value == new.value
            if is_same and (kind not in _SIGNED or (kind is float and old.value)):
                self.seen.add(self._root)
                return
        there = self._there(here, *steps)
        if there is not None:
            tasks.append((i, j, there))
        elif self._met_noise:
            self._noisy.add((i, j))

    # --- what is found --------------------------------------------------------------------------

    def _differ(
        self,
        here: Here,
        old: Shown,
        new: Shown,
        *,
        aliasing: bool = False,
        around: Trail | None = None,
    ) -> None:
        trail = here.trail
        if here.whole is not None:
            (trail, old, new), around = here.whole, None
        if here.sure:
            self.spots.append(Spot(self._root, trail, old, new, aliasing, around))
        else:
            self._note(here, "could not be matched: several members look alike")

    def _note(self, here: Here, why: str) -> None:
        """Remember that nothing can be said about a place."""
        if not self.unclear:
            self.unclear = f"`{joined(path_of(here.trail))}` {why}"

    def _conclude(self, answer: Answer, i: Index, j: Index, here: Here, unclear: str) -> None:
        self.seen.add(self._root)
        if answer is Answer.DIFFERENT:
            self._differ(here, i, j)
        elif answer is Answer.UNCLEAR:
            self._note(here, unclear)

    # --- one pair of nodes ----------------------------------------------------------------------

    def _compare(self, i: Index, j: Index, here: Here) -> Sequence[Task]:
        """Compare two nodes by themselves; what is left to compare is returned, in order."""
        old, new = self._old.nodes[i], self._new.nodes[j]
        if type(old) is Atom and type(new) is Atom:
            return self._atoms(old, new, i, j, here)
        if isinstance(old, Opaque) or isinstance(new, Opaque):
            return self._opaque(old, new, i, j, here)
        if {type(old), type(new)} == _PACKED_OR_CUT:
            answer = self._leaves.answer_packed(old, new)
            self._conclude(answer, i, j, here, "was captured in two ways")
        elif self._old.type_of(old) != self._new.type_of(new):
            self._differ(here, i, j)
        elif self._old.is_aside(old):
            pass
        elif isinstance(old, (Atom, Cut)) and isinstance(new, (Atom, Cut)):
            answer = self._leaves.answer_cut(old, new)
            self._conclude(answer, i, j, here, "was too long to be captured in full")
        elif isinstance(old, Named) and isinstance(new, Named):
            same = self._old.name(old.name) == new.name
            self._conclude(Answer.SAME if same else Answer.DIFFERENT, i, j, here, "")
        else:
            return self._inside(old, new, i, j, here)
        return ()

    def _atoms(self, old: Atom, new: Atom, i: Index, j: Index, here: Here) -> Sequence[Task]:
        answer = self._leaves.answer_at(i, j, old.value, new.value)
        has_lines = answer is Answer.DIFFERENT and is_of_lines(self._root, here.trail)
        if has_lines and type(old.value) is type(new.value) is str:
            self._lines(old.value, new.value, i, j, here)
        else:
            self._conclude(answer, i, j, here, "differs in what may be an address")
        return ()

    def _opaque(self, old: Node, new: Node, i: Index, j: Index, here: Here) -> Sequence[Task]:
        """At least one of the two could not be seen; `object` stands for any type then."""
        types = {self._old.type_of(old), self._new.type_of(new)}
        if len(types) == 2 and "object" not in types:
            self._differ(here, i, j)
        elif not self._new.is_aside(new):
            why = old.why if isinstance(old, Opaque) else new.why  # type: ignore[union-attr]
            self._note(here, f"could not be captured ({why})")
        return ()

    def _inside(self, old: Node, new: Node, i: Index, j: Index, here: Here) -> Sequence[Task]:
        """Compare what has children."""
        before = len(self.spots)
        if here.tied and (self._old.has_identity(i) or self._new.has_identity(j)):
            here = self._tie(i, j, here)
        key = (i, j, here.places, here.tied)
        if key in self._visited or (i, j) in self._noisy:
            return ()
        self._visited.add(key)
        tasks = self._parts(old, new, i, j, here)
        if self._skips_noise and any(spot.covers(here.trail) for spot in self.spots[before:]):
            return ()
        return tasks

    def _parts(self, old: Node, new: Node, i: Index, j: Index, here: Here) -> Sequence[Task]:
        if isinstance(old, Packed) or isinstance(new, Packed):
            if not (here.places or here.noise) and self._leaves.are_alike(i, j, old, new):
                self.seen.add(self._root)
                return ()
            old, new = self._old.unpacking.unpacked(i), self._new.unpacking.unpacked(j)
        if isinstance(old, Items) and isinstance(new, Items) and old.ordered == new.ordered:
            return (self._items if old.ordered else self._members)(old, new, i, j, here)
        if isinstance(old, Entries) and isinstance(new, Entries) and old.ordered == new.ordered:
            return self._entries(old, new, i, j, here)
        if isinstance(old, Object) and isinstance(new, Object):
            return self._fields(old, new, i, j, here)
        self._note(here, "was captured in two ways")
        return ()

    def _tie(self, i: Index, j: Index, here: Here) -> Here:
        """Take two nodes for the same object from now on, if neither is taken."""
        if self._ties.tie(i, j, here.trail):
            return here
        words = [
            f"the same object as `{joined(path_of(first))}`" if first else "an object of its own"
            for first in (self._ties.first_old.get(i), self._ties.first_new.get(j))
        ]
        self._differ(here, *words, aliasing=True)
        return here._replace(tied=False)

    # --- what has an order ----------------------------------------------------------------------

    def _items(self, old: Items, new: Items, i: Index, j: Index, here: Here) -> list[Task]:
        common = min(len(old.items), len(new.items))
        if old.end or new.end:
            common = self._ends(old, new, here)
        elif old.length != new.length:
            self._differ(here, i, j)
        elif common < old.length:
            self._note(here, f"was truncated after {common} of {old.length} items")
        tasks: list[Task] = []
        for at in range(common):
            self._child(tasks, old.items[at], new.items[at], here, at)
        return tasks

    def _ends(self, old: Items, new: Items, here: Here) -> int:
        """Compare how two iterators end; how many items there are to compare is returned."""
        old_count = len(old.items) - (old.end == "raised")
        new_count = len(new.items) - (new.end == "raised")
        old_has_more = old_count > new_count and new.end != "cut"
        new_has_more = new_count > old_count and old.end != "cut"
        if old.end == new.end == "raised" and old_count == new_count:
            return old_count + 1
        if old_has_more or new_has_more or (old.end != new.end and "cut" not in (old.end, new.end)):
            old_words = end_shown(self._old.graph, old, old_count)
            self._differ(here, old_words, end_shown(self._new.graph, new, new_count))
        elif "cut" in (old.end, new.end):
            self._note(here, f"was read only up to {min(old_count, new_count)} items")
        return min(old_count, new_count)

    def _lines(self, old: str, new: str, i: Index, j: Index, here: Here) -> None:
        """Compare two streams that differ line by line."""
        self.seen.add(self._root)
        old_lines, new_lines = old.splitlines(), new.splitlines()
        # Where lines were added or removed, those below prove nothing, and noise is everywhere.
        is_aligned = len(old_lines) == len(new_lines)
        is_found = False
        for at, (old_line, new_line) in enumerate(zip_longest(old_lines, new_lines)):
            if self._leaves.answer(old_line, new_line) is not Answer.DIFFERENT:
                continue
            is_found = True
            there = self._there(here, _LINES, at)
            if there is not None:
                around = None if is_aligned else here.trail
                self._differ(there, line_shown(old_line), line_shown(new_line), around=around)
            if not is_aligned or self._is_over():
                break
        if not is_found:  # but for the ends of lines
            self._differ(here, i, j)

    def _fields(self, old: Object, new: Object, i: Index, j: Index, here: Here) -> list[Task]:
        olds, news = fields_of_both((self._old, old), (self._new, new))
        tasks: list[Task] = []
        if old.type == "function" and not self._has_same_code(olds, news):
            self._note(here, "is a function created during the call from different code")
            return tasks
        only = {*olds} ^ {*news}
        if len(only) > 1 and "__dict__" in only:  # too many attributes for the room left
            self._note(here, "was captured in two ways")
            return tasks
        if here.whole is None and is_told_whole(old):
            here = here._replace(whole=(here.trail, i, j))
        for name in sorted({**olds, **news}):
            steps = to_attribute(name)
            if name in olds and name in news:
                self._child(tasks, olds[name], news[name], here, *steps)
            elif is_public(name) and (there := self._there(here, *steps)):
                self._differ(there, olds.get(name, MISSING), news.get(name, MISSING))
        if old.content is not None and new.content is not None:
            tasks.append((old.content, new.content, here))
        elif old.content is not new.content:
            self._differ(here, i, j)
        return tasks

    def _has_same_code(self, olds: dict[str, Index], news: dict[str, Index]) -> bool:
        old = self._old.nodes[olds.get("__code__", 0)]
        new = self._new.nodes[news.get("__code__", 0)]
        if not isinstance(old, Cut) or not isinstance(new, Cut):
            return False
        return self._leaves.answer_cut(old, new) is Answer.SAME

    # --- what has none --------------------------------------------------------------------------

    def _members(self, old: Items, new: Items, i: Index, j: Index, here: Here) -> list[Task]:
        olds: list[Member] = [(member,) for member in old.items]
        news: list[Member] = [(member,) for member in new.items]
        there = self._there(here, MEMBER)
        if there is None:
            return []
        matching = self._matcher.match(olds, news, there.places + there.noise)
        is_certain = self._is_certain(matching, old, new, i, j, here)
        if is_certain and (matching.old_only or matching.new_only):
            old_words = some_shown(self._old.graph, matching.old_only)
            new_words = some_shown(self._new.graph, matching.new_only)
            self._differ(there, old_words, new_words, around=here.trail)
        return self._matched(matching, here, is_certain)

    def _entries(self, old: Entries, new: Entries, i: Index, j: Index, here: Here) -> list[Task]:
        if old.ordered:
            self._order(old, new, here)
        elif old.type == "collections.OrderedDict":
            self._note(here, "has an order that was not captured")
        if self._matcher.has_same_keys(old, new):
            matching = Matching(pairs=[*zip(old.entries, new.entries, strict=True)])
        else:
            matching = self._matcher.match(old.entries, new.entries)
        is_certain = self._is_certain(matching, old, new, i, j, here)
        left: list[tuple[Key, Shown, Shown]] = []
        if is_certain:
            for key, value in matching.old_only:
                left.append((Key(self._old.graph, key), value, MISSING))
            for key, value in matching.new_only:
                left.append((Key(self._new.graph, key), MISSING, value))
        for step, old_value, new_value in left:
            there = self._there(here, step)
            if there is not None:
                self._differ(there, old_value, new_value, around=here.trail)
        return self._matched(matching, here, is_certain)

    def _is_certain(
        self,
        matching: Matching,
        old: Items | Entries,
        new: Items | Entries,
        i: Index,
        j: Index,
        here: Here,
    ) -> bool:
        """Whether members without an equal partner are a difference; says so when they are not."""
        lacks_some = is_cut(old) or is_cut(new)
        if matching.is_certain and not lacks_some:
            return True
        if old.length != new.length:
            self._differ(here, i, j)
        elif lacks_some:
            self._note(here, f"was truncated: not all of its {old.length} members were captured")
        else:
            self._note(here, "has members that could not be captured in full")
        return False

    def _order(self, old: Entries, new: Entries, here: Here) -> None:
        """Compare the order of keys, where all keys are there on both sides."""
        answer = self._matcher.answer_order(old, new)
        if answer is Answer.UNCLEAR:
            self._note(here, "has an order that could not be determined")
        elif answer is Answer.DIFFERENT:
            old_words = "in the order " + some_shown(self._old.graph, old.entries)
            new_words = "in the order " + some_shown(self._new.graph, new.entries)
            self._differ(here, old_words, new_words)

    def _matched(self, matching: Matching, here: Here, is_certain: bool) -> list[Task]:
        """Compare those that have a partner; where there are several, later."""
        tasks: list[Task] = []
        for old, new in matching.pairs:
            if is_certain or isinstance(self._old.nodes[old[0]], Atom):
                self._pair(tasks, old, new, here)
            else:
                self._groups.append((self._root, here, Group([old], [new])))
        for old, new in matching.near if is_certain else ():
            self._pair(tasks, old, new, here)
        for olds, news in matching.alike:
            self._groups.append((self._root, here, Group(olds, news)))
        return tasks

    def _pair(self, tasks: list[Task], old: Member, new: Member, here: Here) -> None:
        if len(old) == 1:
            self._child(tasks, old[0], new[0], here, MEMBER)
            return
        old_key, new_key = self._old.nodes[old[0]], self._new.nodes[new[0]]
        if not isinstance(old_key, Atom) or not isinstance(new_key, Atom):
            self._child(tasks, old[0], new[0], here, _KEYS, MEMBER)
        elif self._leaves.answer(old_key.value, new_key.value) is Answer.UNCLEAR:
            self._note(here, "has keys that differ in what may be an address")
        self._child(tasks, old[1], new[1], here, Key(self._old.graph, old[0]))
