"""Which contract covers given differences, and as little else as possible?

The differences are grouped by how the two versions ended. For each group conditions on the
arguments and the old result are tried, simplest first, until one covers every difference and no
call that stayed the same; then relations between the results. Where none does, the case speaks of
exactly these arguments. What is written was read back and judged: every given difference is
intended by it, no call that stayed violates it, and no other difference is intended by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from typing import Any, TypeAlias

from swerve.model import Side
from swerve.observe.snapshot import BadSnapshot

from ._budget import CannotTell, ClauseBudget, NoValue
from ._classes import Classes
from ._guesses import Part, conditions_on, exactly, pair_conditions, parts_in, relations
from ._meaning import judge, relevant_cases
from ._model import Contract, Contracts, Faulty, Intended, Judgement, Moment, Signature, Unintended
from ._purity import LANGUAGE_VALUES, is_exception
from ._reading import read_contracts
from ._states import ObservedCall, States
from ._writing import (
    FILE,
    LANGUAGE,
    OPAQUE,
    Difference,
    plain_value,
    printable,
    types_of,
    witness_lines,
    written_head,
)

#: Differences of one group that conditions are tried on.
_MOST_TRIED = 40
#: Conditions that hold for some calls that stayed, of which the best are tried.
_MOST_SELECTIVE = 3
_ENTRY = Moment(Side.OLD, is_before=True)
#: The clauses of one case, as Python.
_Clauses: TypeAlias = tuple[str, ...]
_NOTHING_RENAMED: Mapping[str, str] = {}


def inferred(
    old: Signature,
    new: Signature,
    differences: Sequence[Difference],
    preserved: Sequence[ObservedCall] = (),
    classes: Classes | None = None,
    *,
    others: Sequence[ObservedCall] = (),
    renamed: Mapping[str, str] = _NOTHING_RENAMED,
    is_named: bool = False,
) -> str | None:
    """The text of the smallest contract found that covers the differences; `None` if none does.

    `preserved` are calls that did not differ: the conditions leave them out where they can, and
    they never violate the contract. `others` are calls that differ in ways that are not meant: the
    contract does not allow them. `renamed` are parameters, old name to new one. With `is_named` a
    single case has a name too.
    """
    groups: dict[tuple[str, str, str], list[Difference]] = {}
    for difference in differences:
        key = (*types_of(difference.call), difference.kind)
        groups.setdefault(key, []).append(difference)
    search = _Search(
        old, new, tuple(preserved), tuple(others), classes or Classes(), renamed, is_named
    )
    bodies = []
    for (old_type, new_type, kind), members in groups.items():
        clauses = search.case(old_type, new_type, kind, members)
        if clauses is None:
            return None
        bodies.append((_title(old_type, new_type, kind), clauses, [*witness_lines(members)]))
    text = search.written(bodies)
    return text if bodies and search.is_true(text, differences) else None


def contract_file(
    old: Signature,
    new: Signature,
    title: str,
    clauses: Sequence[str],
    comments: Sequence[str] = (),
    renamed: Mapping[str, str] = _NOTHING_RENAMED,
) -> str:
    """A contract file with one function, which has one case."""
    search = _Search(old, new, (), (), Classes(), renamed, is_named=True)
    return search.written([(title, tuple(clauses), [*map(printable, comments)])])


def _title(old_type: str, new_type: str, kind: str) -> str:
    old_name, new_name = (_last_name(name) for name in (old_type, new_type))
    if kind == "message":
        return f"the message of {old_name}"
    if old_name and new_name:
        return f"{old_name} became {new_name}"
    if old_name:
        return f"no longer raises {old_name}"
    if new_name:
        return f"raises {new_name}"
    titles = {"argument": "arguments after the call", "output": "what is printed or warned"}
    return titles.get(kind, kind)


def _last_name(type_name: str) -> str:
    """The name of a class, for a title; target code chose it, so it may be anything."""
    name = type_name.rpartition(".")[2]
    return name if not name or name.isidentifier() else "an exception"


class _Search:
    """The clauses of one contract, tried one after the other."""

    def __init__(
        self,
        old: Signature,
        new: Signature,
        preserved: tuple[ObservedCall, ...],
        others: tuple[ObservedCall, ...],
        classes: Classes,
        renamed: Mapping[str, str],
        is_named: bool,
    ) -> None:
        self._new = new
        self._old = old
        self._stayed = preserved
        self._others = others
        #: Calls that conditions are to leave out.
        self._preserved = preserved[:_MOST_TRIED] + others[:_MOST_TRIED]
        self._classes = classes
        self._is_named = is_named
        self._imports: dict[str, str] = {}
        self._read: dict[str, Contract | None] = {}
        #: By the id of the call, which is kept alive by being there.
        self._seen: dict[int, tuple[ObservedCall, States | None]] = {}
        before = {
            new_name: old_name
            for old_name, new_name in renamed.items()
            if old_name in old.names and new_name in new.names and new_name not in old.names
        }
        self._head = written_head(old, new, before)
        receiver = new.positional[:1] if new.has_receiver else ()
        known = (*old.names, *before)
        common = [name for name in new.positional + new.keyword_only if name in known]
        self._parameters = tuple(name for name in common if name not in receiver)

    # --- one group ------------------------------------------------------------------------------

    def case(
        self, old_type: str, new_type: str, kind: str, members: Sequence[Difference]
    ) -> _Clauses | None:
        """The clauses that cover a group; `None` where none do."""
        tried = members[:_MOST_TRIED]
        for update in self._updates(old_type, tried):
            for change in self._changes(new_type, kind, tried):
                clauses = (*update, *change)
                if self.is_true(self.written([("", clauses, ())]), tried):
                    return clauses
        return None

    def _updates(self, old_type: str, members: Sequence[Difference]) -> Iterator[_Clauses]:
        """Update conditions that hold for all members, the best one first.

        First one that holds for no call that stayed; then those that hold for few of them, for
        changes that leave them as they are; then one that speaks of exactly these arguments, and
        one that speaks of every call.
        """
        plain_update = (
            f"when_signaled({self._class(old_type)})" if old_type else "when_ensured(True)",
        )
        yield from islice(self._fitting(old_type, plain_update, members), 1)
        yield from self._selective(plain_update, members)
        exact = self._exactly(members)
        if exact:
            yield (f"requires({exact})", *plain_update)
        yield plain_update

    def _fitting(
        self, old_type: str, plain_update: _Clauses, members: Sequence[Difference]
    ) -> Iterator[_Clauses]:
        if old_type and self._fits(plain_update, members):
            yield plain_update
        clauses: _Clauses
        for condition in self._conditions(members, is_before=True):
            clauses = (f"requires({condition})", *plain_update)
            if self._fits(clauses, members):
                yield clauses
        for condition in self._conditions(members, is_before=False):
            clauses = (
                (f"when_signaled({self._class(old_type)}, {condition})",)
                if old_type
                else (f"when_ensured({condition})",)
            )
            if self._fits(clauses, members):
                yield clauses

    def _selective(
        self, plain_update: _Clauses, members: Sequence[Difference]
    ) -> Iterator[_Clauses]:
        """Conditions that hold for less than half of the calls that stayed, fewest first."""
        ranked: list[tuple[int, _Clauses]] = []
        for condition in self._conditions(members, is_before=True):
            clauses = (f"requires({condition})", *plain_update)
            is_relevant = self._relevance(clauses)
            if is_relevant is not None and all(is_relevant(each.call) for each in members):
                ranked.append((sum(map(is_relevant, self._preserved)), clauses))
        few = [each for each in ranked if 2 * each[0] < len(self._preserved)]
        yield from (clauses for _, clauses in sorted(few, key=itemgetter(0))[:_MOST_SELECTIVE])

    def _exactly(self, members: Sequence[Difference]) -> str:
        """A condition that holds for these arguments and no others; empty where there is none."""
        calls = [each.call for each in members]
        parts = self._parts(calls)
        names = [part.text for part in parts]
        rows = [[self._part(call, part) for part in parts] for call in calls]
        known = [
            number for number in range(len(names)) if all(row[number] is not OPAQUE for row in rows)
        ]
        if not known:
            return ""
        return exactly([names[n] for n in known], [[row[n] for n in known] for row in rows])

    def _fits(self, clauses: _Clauses, members: Sequence[Difference]) -> bool:
        is_relevant = self._relevance(clauses)
        if is_relevant is None or not all(is_relevant(each.call) for each in members):
            return False
        return not any(map(is_relevant, self._preserved))

    def _relevance(self, clauses: _Clauses) -> Callable[[ObservedCall], bool] | None:
        """Whether an update condition holds for a call."""
        contract = self._contract(self.written([("", clauses, ())]))
        if contract is None:
            return None
        return lambda call: bool(relevant_cases(contract, call.old, self._classes))

    def _conditions(self, members: Sequence[Difference], *, is_before: bool) -> Iterator[str]:
        calls = [each.call for each in members]
        if not is_before:
            for name in ("result", "str(exc)"):
                values = [self._outcome(call, name) for call in calls]
                others = [self._outcome(call, name) for call in self._preserved]
                yield from conditions_on(name, values, others)
            return
        columns: dict[str, tuple[list[Any], list[Any]]] = {}
        for part in self._parts(calls):
            values = [self._part(call, part) for call in calls]
            columns[part.text] = values, [self._part(call, part) for call in self._preserved]
        # What says most first: an exact value of any parameter before a class of values.
        for is_exact in (True, False):
            for name, (values, others) in columns.items():
                yield from conditions_on(name, values, others, is_exact=is_exact)
            if is_exact:
                continue
            for first in columns:
                for second in columns:
                    if first < second:
                        both = columns[first][0], columns[second][0]
                        yield from pair_conditions(first, second, *both)

    def _changes(
        self, new_type: str, kind: str, members: Sequence[Difference]
    ) -> Iterator[_Clauses]:
        if new_type:
            name = self._class(new_type)
            messages = {self._message(each.call) for each in members}
            if kind == "message" and len(messages) == 1 and None not in messages:
                (message,) = messages
                told = f"isinstance(exc, {name}) and str(exc) == {message!r}"
                yield "ensures(False)", f"signals(Exception, {told})"
            yield "ensures(False)", f"signals(Exception, isinstance(exc, {name}))"
            yield ("ensures(False)",)
            return
        forbidden = "signals(Exception, False)"
        if kind in ("argument", "output"):
            yield "ensures(result == prev(result))", forbidden
        else:
            parameters = {
                name: [self._part(each.call, Part(name)) for each in members]
                for name in self._parameters
            }
            old = [self._outcome(each.call, "result") for each in members]
            new = [self._outcome(each.call, "result", Side.NEW) for each in members]
            for relation in relations(old, new, parameters):
                yield f"ensures({relation})", forbidden
        yield (forbidden,)

    def _class(self, type_name: str) -> str:
        """The name of a class in the contract file, imported if that is needed."""
        module, _, name = type_name.rpartition(".")
        if not all(part.isidentifier() for part in type_name.split(".")):
            return "Exception"  # made during the call: it has no name to be imported by
        if module and not is_exception(type_name):
            self._imports[name] = f"from {module} import {name}"
        return name

    # --- values ---------------------------------------------------------------------------------

    def _states(self, call: ObservedCall) -> States | None:
        if id(call) not in self._seen:
            contract = self._contract(self.written([("", ("ensures(True)",), ())]))
            try:
                found = None if contract is None else States(contract, call.old, call.new)
            except BadSnapshot:
                found = None
            self._seen[id(call)] = call, found
        return self._seen[id(call)][1]

    def _part(self, call: ObservedCall, part: Part) -> Any:
        """A value to make conditions from; something opaque where there is none."""
        try:
            return plain_value(part.of(self._given(call, part.name)))
        except (CannotTell, NoValue, KeyError, AttributeError, RecursionError):
            return OPAQUE

    def _given(self, call: ObservedCall, name: str) -> Any:
        states = self._states(call)
        return OPAQUE if states is None else states.value(name, _ENTRY, ClauseBudget())

    def _parts(self, calls: Sequence[ObservedCall]) -> list[Part]:
        """Parameters, and what is in them and in the receiver."""
        receiver = self._new.positional[:1] if self._new.has_receiver else ()
        found = [Part(name) for name in self._parameters]
        for name in (*receiver, *self._parameters):
            with suppress(CannotTell, NoValue, KeyError, RecursionError):
                found += parts_in(name, [self._given(call, name) for call in calls])
        return found

    def _outcome(self, call: ObservedCall, name: str, side: Side = Side.OLD) -> Any:
        if name == "str(exc)":
            return self._message(call, side)
        states = self._states(call)
        try:
            if states is None:
                return OPAQUE
            return plain_value(states.value(name, Moment(side, is_before=False), ClauseBudget()))
        except (CannotTell, NoValue, KeyError, RecursionError):
            return OPAQUE

    def _message(self, call: ObservedCall, side: Side = Side.NEW) -> Any:
        states = self._states(call)
        error = None if states is None else states.exception(side)
        try:
            arguments = None if error is None else error.field("args")
        except (AttributeError, CannotTell, RecursionError):
            return None
        is_text = isinstance(arguments, tuple) and len(arguments) == 1
        text = arguments[0] if is_text and isinstance(arguments, tuple) else None
        is_key = error is not None and error.type == "KeyError"
        return repr(text) if is_key and text is not None else text if type(text) is str else None

    # --- texts ----------------------------------------------------------------------------------

    def written(self, bodies: Iterable[tuple[str, _Clauses, Sequence[str]]]) -> str:
        """A contract file with these cases: a title, clauses, and comments above them."""
        bodies = [*bodies]
        owner, _, name = self._new.function.rpartition(".")
        lines: list[str] = []
        if self._old.function != self._new.function:
            shown = self._old.function
            if owner and shown.startswith(f"{owner}."):
                shown = shown.removeprefix(f"{owner}.")
            lines.append(f'renamed_from("{shown}")')
        for title, clauses, comments in bodies:
            indent = ""
            if len(bodies) > 1 or self._is_named:
                lines.append(f'with case("{title}"):')
                indent = "    "
            lines.extend(f"{indent}# {line}" for line in comments)
            lines.extend(indent + clause for clause in clauses)
        parts = owner.split(".") if owner else []
        depth = "    " * len(parts)
        head = [f"{'    ' * level}class {part}:" for level, part in enumerate(parts)]
        is_static = owner and not self._new.has_receiver
        head += [f"{depth}@staticmethod"] if is_static else []
        head.append(f"{depth}def {name}({self._head}) -> None:")
        body = "\n".join([*head, *(f"{depth}    {line}" for line in lines)])
        return f"{self._import_lines(body)}\n\n\n{body}\n"

    def _import_lines(self, body: str) -> str:
        words = set(body.replace("(", " ").replace("[", " ").replace(":", " ").split())
        names = {word for word in LANGUAGE if word in words or f"{word}(" in body}
        names |= {word for word in LANGUAGE_VALUES if word in body}
        lines = ["from typing import Any\n"] if "Any" in body else []
        lines.append(
            f"from swerve.meaning.contract import {', '.join(sorted(names, key=str.lower))}"
        )
        lines.extend(line for name, line in sorted(self._imports.items()) if name in body)
        return "\n".join(lines)

    def _contract(self, text: str) -> Contract | None:
        if text not in self._read:
            found = read_contracts(text, FILE)
            self._read[text] = (
                found.of(self._new.function) if isinstance(found, Contracts) else None
            )
        return self._read[text]

    def is_true(self, text: str, differences: Sequence[Difference]) -> bool:
        """Whether a contract covers differences, and is true of all other calls."""
        contract = self._contract(text)
        if contract is None:
            return False

        def judged(call: ObservedCall) -> Judgement:
            return judge(contract, call, self._classes)

        return (
            all(isinstance(judged(each.call), Intended) for each in differences)
            and not any(isinstance(judged(each), (Unintended, Faulty)) for each in self._stayed)
            and not any(isinstance(judged(each), (Intended, Faulty)) for each in self._others)
        )
