"""Which contracts are there for the functions of a change?"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from swerve.meaning.contract import (
    BadContracts,
    Contract,
    ContractFault,
    Contracts,
    Signature,
    Trailer,
    check_against,
    contract_files_of,
    read_contracts,
    signatures_in,
    trailers_in,
)
from swerve.model import Intent, Module, Pair, Problem, Side
from swerve.source.syntax import Unreadable, parse

_HINT = "Correct it: until then, no contract of this file is checked."
_OUTDATED = "If the change is right, apply the contracts that come with it: `--trust-change`."
_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Found:
    """Contracts by the ids of pairs, and what is wrong with others."""

    contracts: dict[str, Contract]
    problems: tuple[Problem, ...] = ()
    #: Those that come with the change: what they call intended is told, and decides nothing.
    claims: dict[str, Contract] = field(default_factory=dict)


def contracts_between(
    old: Path, new: Path, pairs: Sequence[Pair], intent: Intent, *, trusts_change: bool
) -> Found:
    """The contracts that decide about a change: those from before it, unless it is trusted."""
    theirs = contracts_for(new, pairs, intent)
    if trusts_change:
        return theirs
    before = _contracts_before(old, pairs)
    claims = {
        pair: contract
        for pair, contract in theirs.contracts.items()
        if pair not in before.contracts or contract.source != before.contracts[pair].source
    }
    seen = {(each.file, each.message, each.line) for each in before.problems}
    news = (each for each in theirs.problems if (each.file, each.message, each.line) not in seen)
    return Found(before.contracts, (*before.problems, *news), claims)


def _contracts_before(tree: Path, pairs: Sequence[Pair]) -> Found:
    """Contracts in the files of the old tree, for functions by their old names."""
    contracts: dict[str, Contract] = {}
    problems: list[Problem] = []
    files: dict[str, Contracts | None] = {}
    for pair in pairs:
        for file in contract_files_of(pair.old.module.path):
            if file not in files:
                files[file], faults = _read(tree, file, pair)
                problems.extend(map(_problem, faults))
                if faults and not _read(tree, file, replace(pair, new=pair.old))[1]:
                    problems[-len(faults) :] = [_outdated(faults[0])]
            read = files[file]
            contract = read.of(pair.old.name) if read is not None else None
            if contract is not None:
                contracts.setdefault(pair.id, contract)
    return Found(contracts, tuple(problems))


def contracts_for(tree: Path, pairs: Sequence[Pair], intent: Intent) -> Found:
    """Contracts in the files of the new tree, and promises of commit messages."""
    contracts: dict[str, Contract] = {}
    problems: list[Problem] = []
    trailers: list[Trailer] = []
    for words in intent.words:
        promised, faults = trailers_in(words.text, words.source)
        trailers.extend(promised)
        problems.extend(map(_problem, faults))
    files: dict[str, Contracts | None] = {}
    for pair in pairs:
        for file in contract_files_of(pair.new.module.path):
            if file not in files:
                files[file], faults = _read(tree, file, pair)
                problems.extend(map(_problem, faults))
            read = files[file]
            contract = read.of(pair.new.name) if read is not None else None
            if contract is not None:
                contracts.setdefault(pair.id, contract)
        for trailer in trailers:
            if pair.id not in contracts and trailer.speaks_of(pair.new.name):
                contracts[pair.id] = trailer.contract_for(pair.new.name)
    return Found(contracts, tuple(problems))


def leads_out(tree: Path, file: str) -> bool:
    """Whether links lead from a file of a tree to a place outside, which says nothing about it."""
    return not Path(os.path.realpath(tree / file)).is_relative_to(os.path.realpath(tree))


def _read(tree: Path, file: str, pair: Pair) -> tuple[Contracts | None, tuple[ContractFault, ...]]:
    path = tree / file
    try:
        if leads_out(tree, file) or not path.is_file() or path.stat().st_size > _LARGEST:
            return None, ()
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None, ()
    read = read_contracts(text, file, pair.new.module.path)
    if isinstance(read, BadContracts):
        return None, read.faults
    old, new = (tuple(_signatures(each.module)) for each in (pair.old, pair.new))
    faults = check_against(read, old, new)
    return (None, faults) if faults else (read, ())


def _signatures(module: Module) -> Iterator[Signature]:
    tree = parse(module.text)
    if isinstance(tree, ast.Module) and not isinstance(tree, Unreadable):
        yield from signatures_in(tree)


def _outdated(fault: ContractFault) -> Problem:
    """A contract from before the change that said nothing wrong then."""
    message = f"this contract no longer fits the new version: {fault.message}"
    return Problem("outdated-contract", fault.file, Side.OLD, message, _OUTDATED, fault.line)


def _problem(fault: ContractFault) -> Problem:
    _, _, excerpt = fault.rendered.partition("\n")
    return Problem("bad-contract", fault.file, Side.NEW, fault.message, _HINT, fault.line, excerpt)
