"""How is one difference that somebody means written down?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.engines.contracted import contracts_for
from swerve.model import FunctionReport, Intent, Report, Settings, Witness
from swerve.model.errors import CannotWrite, NoContract, NoWorkTree
from swerve.model.writing import write_file
from swerve.source import RawChange
from swerve.witness.stored import place_of

from ._drafting import Drafts
from ._looking import Found, look_closer
from ._model import Kind, Meant, grouped


@dataclass(frozen=True, slots=True)
class Approved:
    """A difference that is recorded as meant."""

    kind: Kind
    #: The files that were written, with the contracts that were added to them.
    files: tuple[Path, ...]
    contracts: tuple[str, ...]
    #: How many calls at hand they mean.
    calls: int
    #: Differences of the kind that they do not cover, each in a line.
    left: tuple[str, ...] = ()


def approved(
    report: Report,
    function: FunctionReport,
    witness: Witness,
    raw: RawChange,
    settings: Settings,
    may_write: Callable[[Path], None] = lambda _: None,
) -> Approved:
    """Write contracts for what a witness shows, and for other calls that differ in that way.

    `may_write` is asked about each file before the first is written, and raises to refuse.
    """
    top = top_of(raw)
    if top is None:
        raise NoWorkTree(
            "There is no folder to write contracts to.", "Check two folders or a git repository."
        )
    there = contracts_for(top, report.change.pairs, Intent()).contracts
    alone = replace(report, functions=(replace(function, witnesses=(_open(witness),)),))
    found = look_closer(alone, raw, settings, there)
    kind = _kind(found, witness)
    if kind is None:
        why = found.lost[0].why if found.lost else "existing contracts already cover it"
        raise _no_contract(function, why)
    drafts = Drafts(top)
    for group in grouped(found.seen):
        if group.kind is kind:
            drafts.accept(group)
    if not drafts.added:
        raise _no_contract(function, drafts.lost[0].why if drafts.lost else "none was found")
    files = tuple(top / name for name in drafts.files)
    for file in files:
        may_write(file)
    write_files(top, drafts.files)
    return Approved(
        kind,
        files,
        tuple(each.text for each in drafts.added),
        sum(each.count for each in drafts.added),
        tuple(f"{each.call}: {each.why}" for each in (*found.lost, *drafts.lost)),
    )


def _open(witness: Witness) -> Witness:
    """As nobody judged it yet: words may call it intended, which is no contract."""
    return replace(witness, judgement=None)


def _kind(found: Found, witness: Witness) -> Kind | None:
    """What the difference is to a person; the first that was seen is the one of the witness."""
    seen: list[Meant] = [one for each in found.seen for one in each.differences]
    same = [one for one in seen if (one.old, one.new) == (witness.old, witness.new)]
    return next((one.kind for one in (*same, *seen)), None)


def _no_contract(function: FunctionReport, why: str) -> NoContract:
    return NoContract(
        f"No contract was written for {function.pair.name}: {why}.",
        "Write one by hand: see docs/contracts.md.",
    )


def top_of(raw: RawChange) -> Path | None:
    """The folder that paths of the new side are relative to; `None` where there is none."""
    return None if raw.trees is None else place_of(raw.trees[1])


def write_files(top: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder, each whole or not at all."""
    for name, text in files.items():
        target = top / name
        try:
            write_file(target, text)
        except OSError as error:
            raise CannotWrite(
                f"`{target}` cannot be written: {error.strerror}.",
                "Make its folder writable. Files before it in the list have been written.",
            ) from error
