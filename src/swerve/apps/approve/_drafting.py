"""Which contract files come of differences that somebody means?

What is drafted was read back, and asked about every call at hand: it means the differences that
were accepted, calls that did not differ do not violate it, and it means no other difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from swerve.check.defaults import default_contract, judged_default
from swerve.engines.contracted import leads_out
from swerve.meaning.contract import (
    BadContracts,
    Contract,
    Contracts,
    Difference,
    Faulty,
    Intended,
    Unintended,
    contract_files_of,
    inferred,
    judge,
    read_contracts,
)
from swerve.model import Witness

from ._merging import CannotMerge, merged
from ._model import FunctionCalls, Group, Lost, Meant

#: Stands for a file that is left alone: it is no Python, so that nothing can be merged with it.
_UNREADABLE = "not readable:"
_NONE_FOUND = "no contract was found that covers it and holds for all other calls"


@dataclass(frozen=True, slots=True)
class Added:
    """A contract that was drafted."""

    file: str
    function: str
    #: A contract file with this contract alone.
    text: str
    #: How many calls at hand it means.
    count: int


class Drafts:
    """Contract files as they will be, with what was accepted so far."""

    def __init__(self, top: Path | None) -> None:
        """`top` is the folder that holds files with contracts already; `None` starts from none."""
        self._top = top
        #: Path relative to the top -> text.
        self.files: dict[str, str] = {}
        #: What could not be covered.
        self.lost: list[Lost] = []
        #: Contracts as they are added, with the function and the file of each.
        self.added: list[Added] = []
        self._accepted: dict[str, list[Meant]] = {}

    def copy(self) -> Drafts:
        """The same, to try something on."""
        twin = Drafts(self._top)
        twin.files, twin.lost, twin.added = dict(self.files), [*self.lost], [*self.added]
        twin._accepted = {pair: [*meant] for pair, meant in self._accepted.items()}
        return twin

    def accept(self, group: Group) -> None:
        """Add contracts for the differences of a group, function by function."""
        for seen, chosen in group.members:
            for part in _parts(chosen):
                self._add(seen, part)

    def _add(self, seen: FunctionCalls, chosen: Sequence[Meant]) -> None:
        why = self._try(seen, chosen)
        if why is None:
            return
        groups = {_manner(each): each for each in chosen}
        if len(groups) == 1:
            self.lost += [Lost(seen.pair.name, each.call, why) for each in chosen[:1]]
            return
        for manner in groups:
            self._add(seen, [each for each in chosen if _manner(each) == manner])

    def _try(self, seen: FunctionCalls, chosen: Sequence[Meant]) -> str | None:
        """Draft a contract for some differences; why not, where that does not work."""
        accepted = self._accepted.setdefault(seen.pair.id, [])
        others = [each for each in seen.differences if each not in chosen and each not in accepted]
        addition = _contract_text(seen, chosen, [*others, *accepted])
        if addition is None:
            return _NONE_FOUND
        file, existing = self._place(seen)
        text = addition if existing is None else merged(existing, addition, file)
        if isinstance(text, CannotMerge):
            return f"{file} was left unchanged: {text.why}"
        read = read_contracts(text, file, seen.pair.new.module.path)
        if isinstance(read, BadContracts):
            return f"{_NONE_FOUND}: {read.faults[0].message}"
        contract = read.of(seen.pair.new.name)
        if contract is None:
            return _NONE_FOUND
        trouble = _trouble(contract, seen, [*chosen, *accepted], others)
        if trouble:
            return trouble
        self.files[file] = text
        accepted += chosen
        self.added.append(Added(file, seen.pair.name, addition, len(chosen)))
        return None

    def _place(self, seen: FunctionCalls) -> tuple[str, str | None]:
        """The file that a contract goes to, and what it holds; `None` where it is not there.

        That is where the function has a contract, else where its module has some, else the first.
        """
        candidates = contract_files_of(seen.pair.new.module.path)
        if any(".." in PurePosixPath(file).parts for file in candidates):
            return candidates[0], _UNREADABLE
        there = [(file, text) for file in candidates if (text := self._text(file)) is not None]
        for file, text in there:
            read = read_contracts(text, file, seen.pair.new.module.path)
            if isinstance(read, Contracts) and read.of(seen.pair.new.name) is not None:
                return file, text
        return there[0] if there else (candidates[0], None)

    def _text(self, file: str) -> str | None:
        if file in self.files:
            return self.files[file]
        if self._top is None:
            return None
        if leads_out(self._top, file):
            return _UNREADABLE
        try:
            return (self._top / file).read_bytes().decode("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            return _UNREADABLE


def _parts(chosen: Sequence[Meant]) -> Iterator[list[Meant]]:
    """Defaults one by one, and all calls together."""
    yield from ([each] for each in chosen if isinstance(each.source, Witness))
    calls = [each for each in chosen if isinstance(each.source, Difference)]
    if calls:
        yield calls


def _manner(each: Meant) -> tuple[str, ...]:
    """What differences that one case covers have in common."""
    if isinstance(each.source, Witness):
        return ("default",)
    call = each.source.call
    endings = [type(run.behaviour.outcome).__name__ for run in (call.old, call.new)]
    return (each.source.kind, *endings)


def _contract_text(
    seen: FunctionCalls, chosen: Sequence[Meant], others: Sequence[Meant]
) -> str | None:
    first = chosen[0].source
    if isinstance(first, Witness):
        return default_contract(first, seen.signatures)
    return inferred(
        *seen.signatures,
        [each.source for each in chosen if isinstance(each.source, Difference)],
        seen.preserved,
        others=[each.source.call for each in others if isinstance(each.source, Difference)],
        renamed=seen.renamed,
        is_named=True,
    )


def _trouble(
    contract: Contract, seen: FunctionCalls, accepted: Sequence[Meant], others: Sequence[Meant]
) -> str:
    """What a drafted contract gets wrong, as the end of a sentence; empty when nothing."""
    for each in accepted:
        if isinstance(each.source, Witness):
            judgement, why = judged_default(contract, each.source, seen.pair)
            if judgement != "intended":
                return f"the contract made for it does not cover it: {why}"
    if seen.is_made_up:
        contract = replace(contract, signature=replace(contract.signature, defaults=()))
    for each in accepted:
        if isinstance(each.source, Difference):
            said = judge(contract, each.source.call)
            if not isinstance(said, Intended):
                return f"the contract made for it does not cover it: {said.why}"
    for call in seen.preserved:
        said = judge(contract, call)
        if isinstance(said, (Unintended, Faulty)):
            return f"a call that did not differ would violate its contract: {said.why}"
    for each in others:
        if isinstance(each.source, Difference):
            said = judge(contract, each.source.call)
            if isinstance(said, (Intended, Faulty)):
                return f"its contract would also cover `{each.call}`: {said.why}"
    return ""
