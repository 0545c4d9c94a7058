"""What do the contracts of a change say about differences that no engine asked them about?

Contracts are asked where calls are made. A default value that changed is found without one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from swerve.approving._defaults import is_default, judged_default
from swerve.change import (
    Given,
    InGit,
    Kept,
    Listing,
    RawChange,
    TreeSource,
    list_tree,
    read_objects,
)
from swerve.change._disk import Content, read_file
from swerve.contract import Contract, contract_files_of
from swerve.engines.contracted import contracts_for
from swerve.model import FunctionReport, Intent, Pair, Report, Witness

_LARGEST = 1 << 20


def with_promises(report: Report, raw: RawChange) -> Report:
    """The report, with judgements where a contract speaks of a default value."""
    open_pairs = [
        each.pair
        for each in report.functions
        if any(is_default(one) and one.judgement is None for one in each.witnesses)
    ]
    if not open_pairs or raw.trees is None:
        return report
    contracts = contracts_in(raw.trees[1], open_pairs, raw.intent)
    functions = tuple(
        _judged(each, contracts[each.pair.id]) if each.pair.id in contracts else each
        for each in report.functions
    )
    return replace(report, functions=functions)


def _judged(report: FunctionReport, contract: Contract) -> FunctionReport:
    def judged(witness: Witness) -> Witness:
        if not is_default(witness) or witness.judgement is not None:
            return witness
        judgement, why = judged_default(contract, witness, report.pair)
        return replace(witness, judgement=judgement, why=why)

    return replace(report, witnesses=tuple(map(judged, report.witnesses)))


def contracts_in(source: TreeSource, pairs: Iterable[Pair], intent: Intent) -> dict[str, Contract]:
    """The contracts of a tree that is not laid out; files that have faults are left out."""
    pairs = [*pairs]
    wanted = {file for pair in pairs for file in contract_files_of(pair.new.module.path)}
    listing = list_tree(source)
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        for path, place in listing.places.items():
            is_wanted = path in wanted and ".." not in PurePosixPath(path).parts
            data = _data(listing, path, place) if is_wanted else None
            if data is not None:
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        return contracts_for(Path(folder), pairs, intent).contracts


def _data(listing: Listing, path: str, place: Kept) -> bytes | None:
    if isinstance(place, Given):
        return place.data
    if isinstance(place, InGit):
        _, stored = next(read_objects(listing.top, [place.oid], _LARGEST))
        return None if stored is None or place.is_link else stored.data
    loaded = read_file(str(listing.top / path), _LARGEST)
    return loaded.data if isinstance(loaded, Content) else None
