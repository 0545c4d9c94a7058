"""Are contracts for real changes of libraries checked as they should be?

    python -m bench.contracts [--cache DIR] [CONTRACT ...]

`contracts.tsv` lists changes between two releases of libraries, `contracts/` holds what was meant,
written for them by hand. Each is checked on the release, where all differences are to be intended,
and on the release with a mistake in it, where one is to be unintended. The tests of the libraries
are not run, and no solver looks at their code.

Seconds are those from the two trees until the first stage of the check is over that has calls of
every case; for the mistake they are those until it is found. On a busy machine they say little: the
load is printed.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.libraries import CACHE, copied, read_text, write_text
from bench.results import table
from bench.sdists import downloaded, unpack

from swerve.check.investigating import Plan, investigate
from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.meaning.contract import read_contracts
from swerve.model import Effort, Learned, Pair, Settings, Verdict, Witness
from swerve.source import Selection, pair_up, read_paths

_HERE = Path(__file__).parent
_SKIPPED = ("replay", "shadow", "guided")
#: Seconds to find a call that a contract speaks of: the most that the paper reports.
_BAR_S = 9.0


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one function between two releases, and a mistake in it."""

    contract: str
    name: str
    old: str
    old_hash: str
    new: str
    new_hash: str
    module: str
    function: str
    written: str
    mistake: str

    @property
    def title(self) -> str:
        """Library, versions and function."""
        return f"{self.name} {self.old} -> {self.new} {self.function}"

    @property
    def text(self) -> str:
        """The contract."""
        return (_HERE / "contracts" / f"{self.contract}.py").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking one version."""

    #: Until a call of every case was known; `None` when that did not happen.
    relevant_s: float | None
    seconds: float
    witnesses: tuple[Witness, ...]
    reason: str

    @property
    def judgement(self) -> str:
        """The worst of all witnesses."""
        found = {each.judgement for each in self.witnesses}
        return next((each for each in ("unintended", "unclear", "intended") if each in found), "-")


def main(words: Sequence[str] | None = None) -> int:
    """Print a table; 1 where something was judged otherwise than it should be, or too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("contracts", nargs="*", help="only these")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--effort", default="normal", help="more where the machine is busy")
    parser.add_argument("--each", action="store_true", help="show a witness of each judgement")
    options = parser.parse_args(words)
    rows, lines, times, failures = [], [], [0.0], 0
    for change in read_changes():
        if options.contracts and change.contract not in options.contracts:
            continue
        print(f"{change.title} ...", file=sys.stderr, flush=True)
        old, new = (_tree(change, side, options.cache) for side in ("old", "new"))
        effort = Effort(options.effort)
        right = _checked(change, old, new, effort, mistaken=False)
        wrong = _checked(change, old, new, effort, mistaken=True)
        count = clause_lines(change)
        lines.append(count)
        is_good = right.judgement == "intended" and wrong.judgement == "unintended"
        is_good = is_good and right.relevant_s is not None
        failures += not is_good
        times.append(right.relevant_s or 0.0)
        rows.append(
            (
                change.title,
                count,
                right.judgement,
                "-" if right.relevant_s is None else f"{right.relevant_s:.1f}",
                wrong.judgement,
                f"{wrong.seconds:.1f}",
                "" if is_good else "not so",
            )
        )
        if options.each:
            _tell(right, wrong)
    head = ("change", "lines", "release", "relevant s", "with mistake", "found s", "")
    print(table(head, rows))
    print(f"lines of a contract on average: {sum(lines) / max(1, len(lines)):.1f} (paper: 2.7)")
    print(f"as they should be: {len(rows) - failures} of {len(rows)}")
    load, cores = os.getloadavg()[1], os.cpu_count()
    print(f"until a relevant call at most: {max(times):.1f} s (limit: {_BAR_S:g} s)")
    print(f"load of the last five minutes: {load:.1f} on {cores} cores")
    return 1 if failures or max(times) > _BAR_S else 0


def read_changes() -> list[Change]:
    """The changes that there are contracts for."""
    lines = (_HERE / "contracts.tsv").read_text("utf-8").splitlines()
    return [Change(*line.split("\t")) for line in lines[1:]]


def clause_lines(change: Change) -> int:
    """Lines of the body of the contract: clauses and cases."""
    read = read_contracts(change.text, change.contract, change.module)
    bodies = {
        node.name: node.body
        for node in ast.walk(ast.parse(change.text))
        if isinstance(node, ast.FunctionDef)
    }
    if not hasattr(read, "contracts"):
        raise ValueError(read.rendered)
    body = bodies[change.function.rpartition(".")[2]]
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


def _tree(change: Change, side: str, cache: Path) -> Path:
    version, digest = (
        (change.old, change.old_hash) if side == "old" else (change.new, change.new_hash)
    )
    archive = downloaded(change.name, version, cache / "sdists")
    if hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{archive} is not the release that the contract was written for")
    tree = cache / "contracts" / f"{change.name}-{version}"
    if not tree.is_dir():
        unpack(archive, tree)
    return tree


def _checked(change: Change, old: Path, new: Path, effort: Effort, *, mistaken: bool) -> Checked:
    with copied(new) as tree:
        place = tree / "contracts" / change.module
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, change.text)
        if mistaken:
            _make_mistake(change, tree / change.module)
        return _check(change, old, tree, effort)


def _make_mistake(change: Change, file: Path) -> None:
    """Put the mistake where it belongs, in the function."""
    text = read_text(file)
    start = text.index(f"def {change.function.rpartition('.')[2]}(")
    at = text.index(change.written, start)
    write_text(file, text[:at] + change.mistake + text[at + len(change.written) :])


def _check(change: Change, old: Path, new: Path, effort: Effort) -> Checked:
    started = time.monotonic()
    raw = read_paths(old, new, Selection(include=(f"/{change.module}",)))
    pairs = [each for each in pair_up(raw).pairs if _is_of(change, each)]
    if not pairs:
        raise ValueError(f"{change.title}: nothing differs")
    relevant = None
    with prepare(raw, Settings(skip=_SKIPPED, trust_change=True), pairs) as prepared:
        known: dict[str, Learned] = {}
        for stage in prepared.stages:
            engines = stage(pairs, Silence())
            report = investigate(pairs[0], Plan(engines, effort, known=known))
            notes = [each.note for each in report.evidence if each.engine == "contract"]
            has_all = any("satisfy the update" in each for each in notes)
            if relevant is None and has_all and "none satisfies" not in notes[0]:
                relevant = time.monotonic() - started
            if report.verdict is not Verdict.INCONCLUSIVE:
                break
            known = {pairs[0].id: report.learned}
    problems = "; ".join(each.message for each in prepared.runtime.problems)
    seconds = time.monotonic() - started
    return Checked(relevant, seconds, report.witnesses, problems or report.reason)


def _is_of(change: Change, pair: Pair) -> bool:
    return pair.new.name == change.function and pair.new.module.path == change.module


def _tell(*checked: Checked) -> None:
    for each in checked:
        print(f"  {each.judgement} after {each.seconds:.1f} s: {each.reason}")
        for witness in each.witnesses:
            print(f"    {witness.judgement}: {witness.call}: {witness.old} -> {witness.new}")
            print(f"      {witness.why}")


if __name__ == "__main__":
    sys.exit(main())
