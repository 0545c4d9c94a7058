"""What do the contracts of a change say about differences that no engine asked them about?

Contracts are asked where calls are made. A default value that changed is found without one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from swerve.engines.contracted import contracts_between
from swerve.meaning.claims import as_claim
from swerve.meaning.contract import Contract, contract_files_of
from swerve.model import FunctionReport, Pair, Report, Witness
from swerve.source import (
    Given,
    InGit,
    Kept,
    Listing,
    RawChange,
    TreeSource,
    list_tree,
    read_objects,
)
from swerve.source.disk import Content, read_file

from .defaults import is_default, judged_default

_LARGEST = 1 << 20


def with_promises(report: Report, raw: RawChange, *, trusts_change: bool) -> Report:
    """The report, with judgements where a contract speaks of a default value."""
    open_pairs = [
        each.pair
        for each in report.functions
        if any(is_default(one) and one.judgement is None for one in each.witnesses)
    ]
    if not open_pairs or raw.trees is None:
        return report
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        sides = Path(folder, "old"), Path(folder, "new")
        for side, source in zip(sides, raw.trees, strict=True):
            _lay_out(source, open_pairs, side)
        found = contracts_between(*sides, open_pairs, raw.intent, trusts_change=trusts_change)
    claims = {key: each for key, each in found.claims.items() if key not in found.contracts}

    def judged(function: FunctionReport) -> FunctionReport:
        key = function.pair.id
        if key in found.contracts:
            return _judged(function, found.contracts[key])
        return _judged(function, claims[key], is_claim=True) if key in claims else function

    return replace(report, functions=tuple(map(judged, report.functions)))


def _judged(
    report: FunctionReport, contract: Contract, *, is_claim: bool = False
) -> FunctionReport:
    def judged(witness: Witness) -> Witness:
        if not is_default(witness) or witness.judgement is not None:
            return witness
        judgement, why = judged_default(contract, witness, report.pair)
        told = replace(witness, judgement=judgement, why=why)
        return as_claim(told, contract.file) if is_claim else told

    return replace(report, witnesses=tuple(map(judged, report.witnesses)))


def _lay_out(source: TreeSource, pairs: Iterable[Pair], folder: Path) -> None:
    """Write the contract files of a tree that speak of pairs."""
    wanted = {
        file
        for pair in pairs
        for path in (pair.old.module.path, pair.new.module.path)
        for file in contract_files_of(path)
    }
    listing = list_tree(source)
    folder.mkdir()
    for path, place in listing.places.items():
        is_wanted = path in wanted and ".." not in PurePosixPath(path).parts
        data = _data(listing, path, place) if is_wanted else None
        if data is not None:
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


def _data(listing: Listing, path: str, place: Kept) -> bytes | None:
    if isinstance(place, Given):
        return place.data
    if isinstance(place, InGit):
        _, stored = next(read_objects(listing.top, [place.oid], _LARGEST))
        return None if stored is None or place.is_link else stored.data
    loaded = read_file(str(listing.top / path), _LARGEST)
    return loaded.data if isinstance(loaded, Content) else None
