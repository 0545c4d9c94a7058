"""Are the contracts of the bench all there, and can they be read?"""

from __future__ import annotations

from pathlib import Path

import bench.contracts
from bench.contracts import clause_lines, read_changes

from swerve.meaning.contract import Contracts, read_contracts


def test_every_change_has_a_contract_and_a_mistake() -> None:
    changes = read_changes()
    assert len(changes) >= 12
    folder = Path(bench.contracts.__file__).with_suffix("")
    assert {each.contract for each in changes} == {path.stem for path in folder.glob("*.py")}
    for change in changes:
        read = read_contracts(change.text, change.contract, change.module)
        assert isinstance(read, Contracts), read.rendered
        assert read.of(change.function) is not None
        assert clause_lines(change) > 0
        assert change.written != change.mistake
        assert change.old_hash != change.new_hash
