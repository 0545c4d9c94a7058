"""Which functions does a change concern, and why each of them?"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from swerve.model import (
    Cause,
    CauseKind,
    Change,
    Function,
    LineNo,
    Listed,
    Module,
    Pair,
    Problem,
    Renaming,
    Side,
    intent_from,
    is_public,
)
from swerve.model.plurals import named
from swerve.model.settings import DEFAULTS, Settings
from swerve.source._raw import RawChange
from swerve.source.syntax import (
    Definition,
    ModuleFacts,
    Role,
    Trees,
    Unreadable,
    facts_of,
    opaque_decorators,
    read_source,
    refused,
)

from ._added import hiding_library
from ._beside import is_compiled, said_beside
from ._causes import Dependencies
from ._elsewhere import Elsewhere
from ._matching import Match, Placed, match
from ._order import Order
from ._outside import differences_outside, docstring_words
from ._reach import Reach
from ._reaching_in import ReachingIn
from ._scope import reasons_to_set_aside
from ._sequences import differing_spans
from ._tampering import (
    files_with_other_code,
    hidden_by,
    hiding_packages,
    leads_into_project,
    names_of_project,
    tampering,
)


def pair_up(raw: RawChange, settings: Settings = DEFAULTS) -> Change:
    """Turn files that differ into pairs of functions.

    A file that cannot be read on one side is reported as a problem and set aside; the functions
    of all other files are still matched.
    """
    old: dict[str, ModuleFacts] = {}
    new: dict[str, ModuleFacts] = {}
    problems = list(raw.problems)
    for file in raw.files:
        found = [_read(file.path, file.old, Side.OLD), _read(file.path, file.new, Side.NEW)]
        unreadable = [item for item in found if isinstance(item, Problem)]
        problems.extend(unreadable)
        before, after = found
        if not unreadable:
            if isinstance(before, ModuleFacts):
                old[file.path] = before
            if isinstance(after, ModuleFacts):
                new[file.path] = after
    reaching = ReachingIn(raw, old, new)
    for path, (before, after) in reaching.beside.items():
        old[path], new[path] = before, after
    problems.extend(reaching.problems)
    problems.extend(hiding_packages(raw))
    trees = Trees(old, new)
    matching = match(_placed(old.values()), _placed(new.values()))
    not_read = frozenset([*(p.file for p in problems), *(left.file for left in raw.left_out)])
    pairs = tuple(_unique(_pairs(matching.matches, trees, not_read, raw, reaching)))
    return Change(
        old=raw.old,
        new=raw.new,
        intent=raw.intent | intent_from(*docstring_words(pairs, trees)),
        pairs=pairs,
        added=_listed(matching.added),
        removed=_listed(matching.removed),
        outside=tuple(differences_outside(trees)),
        problems=tuple(_told_once(problems)),
        left_out=raw.left_out,
        files=len(raw.files),
        set_aside=tuple(reasons_to_set_aside(raw, pairs, settings)),
        brought=raw.brought,
    )


_MOST_NAMED = 5


def _told_once(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Files that parse on neither side need a newer Python, most likely: one word for all."""
    sides: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.code == "unparsable-file":
            sides.setdefault(problem.file, []).append(problem)
    both = [found[0] for found in sides.values() if len(found) > 1]
    if both:
        first, *others = both
        also = ""
        if others:
            also = f"; nor does {named([each.file for each in others], _MOST_NAMED)}"
        message = f"{first.message}, on either side{also}"
        yield replace(first, side=None, message=message)
    files = {each.file for each in both}
    for problem in problems:
        if problem.code != "unparsable-file" or problem.file not in files:
            yield problem


def _read(path: str, data: bytes | None, side: Side) -> ModuleFacts | Problem | None:
    if data is None:
        return None
    text = read_source(data)
    if isinstance(text, Unreadable):
        return _problem("undecodable-file", path, side, text)
    facts = facts_of(Module(path, text))
    if isinstance(facts, Unreadable):
        return _problem("unparsable-file", path, side, facts)
    if why := refused(text, facts.tree):
        return _problem("unparsable-file", path, side, why)
    return facts


def _problem(code: str, path: str, side: Side, why: Unreadable) -> Problem:
    return Problem(code, path, side, why.message, why.hint, why.line, why.excerpt)


def _placed(files: Iterable[ModuleFacts]) -> Iterator[Placed]:
    for facts in files:
        for definition in facts.definitions:
            yield Placed(definition, facts)


def _listed(placed: Iterable[Placed]) -> tuple[Listed, ...]:
    """Functions of one side, without those inside another function that is listed."""
    found = [p for p in placed if not p.definition.is_nested]
    found.sort(key=lambda p: (p.path, p.definition.node.lineno))
    return tuple(
        Listed(p.definition.name, p.path, p.definition.node.lineno, is_public(p.definition.name))
        for p in found
        if p.definition.role is not Role.OVERLOAD or opaque_decorators(p.definition, p.facts)
    )


def _pairs(
    matches: Iterable[Match],
    trees: Trees,
    not_read: frozenset[str],
    raw: RawChange,
    reaching: ReachingIn,
) -> Iterator[Pair]:
    dependencies, reach = Dependencies(trees), Reach(trees, not_read)
    ordered = sorted(matches, key=lambda m: (m.new.path, m.new.definition.node.lineno))
    beyond = _Beyond(trees, raw, ordered, reaching.sides)
    order = Order(trees)
    compiled = next(filter(is_compiled, raw.beside), "")
    for found in ordered:
        own = list(_own_causes(found, order))
        outside, renamings = dependencies.causes(found)
        reached, reached_from = reaching.causes(found)
        outside += reached
        if found.new.path in reaching.beside and not reached:
            continue
        if own or any(cause.kind is CauseKind.READS for cause in outside):
            obstacles = _obstacles(found, reach, dependencies, renamings) if own else ()
            around = _distinct(*own, *outside, *obstacles, *beyond.causes(found))
            pair = _pair(found, around, renamings)
            works = _old_place_works(found, trees)
            yield replace(pair, old_place_works=works, compiled=compiled, reached_from=reached_from)


class _Beyond:
    """What in a change may change what a function does, past the names that it reads."""

    def __init__(
        self,
        trees: Trees,
        raw: RawChange,
        matches: Iterable[Match],
        sides: Mapping[Side, Elsewhere],
    ) -> None:
        self._trees = trees
        self._raw = raw
        names = {path.rpartition("/")[2].removesuffix(".py") for path in raw.around}
        hiding = hiding_library([*trees.old, *trees.new], sides[Side.OLD], sides[Side.NEW])
        self._modules = names - sys.stdlib_module_names | hiding
        edited = {
            each.new.definition.bare_name
            for each in matches
            if each.old.definition.body.tokens != each.new.definition.body.tokens
        }
        not_read = (f"{path}, which changed and is not read" for path in raw.unread)
        found = itertools.chain(tampering(trees, edited, self._is_of_project, sides), not_read)
        self._brought = list(itertools.islice(found, 1))
        #: By path: what is the same for all functions of a file.
        self._beside: dict[str, list[str]] = {}
        self._own: dict[str, set[str]] = {}

    @cached_property
    def _differing(self) -> list[str]:
        return files_with_other_code(self._trees)

    def causes(self, found: Match) -> Iterator[Cause]:
        """Why a function may do something else that is the same by its text."""
        facts = found.new.facts
        hiding = hidden_by(self._trees, found.new.path)
        words = [*self._brought, *([f"{hiding}, which hides its module"] if hiding else ())]
        if found.new.path not in self._beside:
            self._beside[found.new.path] = list(
                itertools.islice(said_beside(self._raw.beside, facts), 1)
            )
        for path in self._beside[found.new.path]:
            yield Cause(CauseKind.BEYOND, f"may be affected by {path}, which changed", path)
        if other := next((path for path in self._differing if path != found.new.path), ""):
            if found.new.path not in self._own:
                self._own[found.new.path] = names_of_project(facts, self._is_of_project)
            line = found.new.definition.node.lineno
            if name := leads_into_project(facts, line, self._own[found.new.path]):
                words.append(f"{other}, which changed, through `{name}`")
        for each in words:
            yield Cause(CauseKind.BEYOND, f"may be affected by {each}")

    def _is_of_project(self, name: str) -> bool:
        return name in self._modules


def _obstacles(
    found: Match, reach: Reach, dependencies: Dependencies, renamings: list[Renaming]
) -> Iterator[Cause]:
    """What keeps code that stayed the same from being called preserved."""
    if found.old.definition.body.tokens == found.new.definition.body.tokens:
        aside = {name for renaming in renamings for name in (renaming.old, renaming.new)}
        yield from reach.obstacles(found, aside | dependencies.same_names(found))


def _distinct(*causes: Cause) -> tuple[Cause, ...]:
    """Without what is only reached when it is read anyway."""
    read = {cause.name for cause in causes if cause.kind is CauseKind.READS and cause.name}
    return tuple(c for c in causes if c.kind is not CauseKind.REACHES or c.name not in read)


def _old_place_works(found: Match, trees: Trees) -> bool:
    """Whether code that names the old file and function still finds it."""
    name = found.old.definition.name
    if found.old.path == found.new.path and name == found.new.definition.name:
        return True
    left = trees.new.get(found.old.path)
    return left is not None and name in left.names


def _own_causes(found: Match, order: Order) -> Iterator[Cause]:
    old, new = found.old, found.new
    if not found.follows:
        if old.path != new.path:
            yield Cause(CauseKind.MOVED, f"moved from {old.path}")
        old_parent, new_parent = _parent(old.definition), _parent(new.definition)
        if old_parent != new_parent:
            place = f"`{old_parent}`" if old_parent else "the top level"
            yield Cause(CauseKind.MOVED, f"moved from {place}")
        if old.definition.bare_name != new.definition.bare_name:
            yield Cause(CauseKind.RENAMED, f"renamed from `{old.definition.bare_name}`")
    if old.text != new.text:
        yield Cause(CauseKind.EDITED, "edited")
    elif found.reordered or _conditions(old.definition) != _conditions(new.definition):
        words = "is defined under a different condition or in a different order"
        yield Cause(CauseKind.EDITED, words)
        yield Cause(CauseKind.REACHES, words)
    if old.path == new.path and (
        passed := order.passed_by(new.path, old.definition, new.definition)
    ):
        words = f"moved past `{passed}`"
        yield Cause(CauseKind.EDITED, words)
        yield Cause(CauseKind.REACHES, words)


def _conditions(definition: Definition) -> list[str]:
    return [guard.words for guard in definition.guards]


def _parent(definition: Definition) -> str:
    return definition.name.rpartition(".")[0].removesuffix(".<locals>")


def _pair(found: Match, causes: tuple[Cause, ...], renamings: list[Renaming]) -> Pair:
    old_changed, new_changed = _changed_lines(found.old.lines, found.new.lines)
    if not (old_changed or new_changed):  # strings inside may differ by where the whole stands
        old_lines, new_lines = found.old.text.split("\n"), found.new.text.split("\n")
        old_changed, new_changed = _changed_lines(old_lines, new_lines)
    name = found.new.definition.name
    role = found.new.definition.role
    suffix = f".{role.value}" if role is not Role.PLAIN else ""
    return Pair(
        id=f"{found.new.path}::{name}{suffix}",
        old=_function(found.old, old_changed),
        new=_function(found.new, new_changed),
        causes=causes,
        renamings=(*_local_renamings(found), *renamings),
    )


def _function(placed: Placed, changed: list[int]) -> Function:
    definition = placed.definition
    first = definition.first_line
    return Function(
        name=definition.name,
        module=placed.facts.module,
        first_line=first,
        last_line=definition.last_line,
        def_line=definition.node.lineno,
        changed_lines=tuple(first + offset for offset in changed),
    )


def _changed_lines(old: list[str], new: list[str]) -> tuple[list[LineNo], list[LineNo]]:
    """Offsets of lines that only one side has."""
    old_changed: list[int] = []
    new_changed: list[int] = []
    for span in differing_spans(old, new):
        old_changed.extend(range(span.old_from, span.old_to))
        new_changed.extend(range(span.new_from, span.new_to))
    return old_changed, new_changed


def _local_renamings(found: Match) -> Iterator[Renaming]:
    """Parameters and locals whose name changed while the code stayed the same."""
    old, new = found.old.definition.body, found.new.definition.body
    if old.tokens != new.tokens:
        return
    seen: set[tuple[str, str]] = set()
    for before, after in zip(old.locals, new.locals, strict=True):
        if before != after and (before, after) not in seen:
            seen.add((before, after))
            yield Renaming(before, after)


def _unique(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Tell pairs of one name apart by their order in the file."""
    seen: dict[str, int] = {}
    for pair in pairs:
        count = seen[pair.id] = seen.get(pair.id, 0) + 1
        yield pair if count == 1 else replace(pair, id=f"{pair.id}#{count}")


def pair_in(
    path: str, old: str, new: str, function: str, old_function: str | None = None
) -> Pair | Problem:
    """The pair of one function in two versions of a file, whether it differs or not.

    `old_function` is its name in the old one, where that is another.
    """
    sides: list[ModuleFacts] = []
    for side, text in ((Side.OLD, old), (Side.NEW, new)):
        facts = _read(path, text.encode("utf-8", "surrogateescape"), side)
        if not isinstance(facts, ModuleFacts):
            return facts if isinstance(facts, Problem) else _no_function(path, side, function)
        sides.append(facts)
    before, after = sides
    trees = Trees({path: before}, {path: after})
    if old_function is None:
        found = _named(match(_placed([before]), _placed([after])).matches, function)
    else:
        found = _of_names(before, old_function, after, function)
    if found is None:
        return _no_function(path, None, function)
    dependencies = Dependencies(trees)
    outside, renamings = dependencies.causes(found)
    outside += ReachingIn(RawChange("", "", ()), trees.old, trees.new).causes(found)[0]
    own = list(_own_causes(found, Order(trees))) or [Cause(CauseKind.EDITED, "given as a pair")]
    obstacles = _obstacles(found, Reach(trees), dependencies, renamings)
    pair = _pair(found, _distinct(*own, *outside, *obstacles), renamings)
    return replace(pair, old_place_works=_old_place_works(found, trees))


def _named(matches: list[Match], function: str) -> Match | None:
    """The match of that name: qualified, else by its last part when only one fits.

    `name#2` is the second one of that name in the file.
    """
    function, _, number = function.partition("#")
    exact = [m for m in matches if function in (m.new.definition.name, m.old.definition.name)]
    if number.isdecimal() and exact:
        exact.sort(key=lambda match: match.new.definition.node.lineno)
        return exact[int(number) - 1] if 0 < int(number) <= len(exact) else None
    if exact:
        edited = [m for m in exact if m.old.text != m.new.text]
        return (edited or exact)[-1]
    bare = function.rpartition(".")[2]
    loose = [m for m in matches if m.new.definition.bare_name == bare]
    return loose[0] if len(loose) == 1 else None


def _of_names(
    before: ModuleFacts, old_name: str, after: ModuleFacts, new_name: str
) -> Match | None:
    """Two functions that somebody calls two versions of one."""
    old, new = (
        [placed for placed in _placed([facts]) if placed.definition.name == name]
        for facts, name in ((before, old_name), (after, new_name))
    )
    return Match(old[-1], new[-1]) if old and new else None


def _no_function(path: str, side: Side | None, function: str) -> Problem:
    return Problem(
        "function-missing",
        path,
        side,
        f"no function `{function}` on both sides",
        "Give the qualified name, as in `Class.method` or `outer.<locals>.inner`.",
    )
