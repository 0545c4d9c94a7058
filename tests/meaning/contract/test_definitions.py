"""Is a judgement what definition 3 says, whichever clauses there are?

The definition is written down a second time here, with functions instead of texts, and both are
tried on contracts and functions that are put together by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.meaning.contract.two_versions import FILE, Versions

from swerve.meaning.contract import Contracts, Intended, NotRelevant, Unintended, read_contracts

Outcome = tuple[str, int]
#: Conditions before the call, after it, and on exceptions: as text, and as functions.
BEFORE: dict[str, Callable[[int], bool]] = {
    "x > 0": lambda x: x > 0,
    "x % 2 == 0": lambda x: x % 2 == 0,
    "True": lambda x: True,
}
AFTER: dict[str, Callable[[int, int], bool]] = {
    "result > 1": lambda x, y: y > 1,
    "result != x": lambda x, y: y != x,
    "True": lambda x, y: True,
}
ERRORS: dict[str, Callable[[str, int, int], bool | None]] = {
    "KeyError": lambda kind, x, y: True if kind == "KeyError" else None,
    "LookupError, exc.args[0] == x": lambda kind, x, y: (
        y == x if kind in ("KeyError", "IndexError") else None
    ),
    "ValueError, False": lambda kind, x, y: False if kind == "ValueError" else None,
}
RELATED: dict[str, Callable[[int, Outcome, int], bool]] = {
    "result == prev(result) + 1": lambda x, old, y: old[0] == "" and y == old[1] + 1,
    "result == x": lambda x, old, y: y == x,
    "True": lambda x, old, y: True,
}
KINDS = ("", "", "", "KeyError", "IndexError", "ValueError")
INPUTS = range(-2, 4)


def expected(clauses: dict[str, str], x: int, old: Outcome, new: Outcome) -> tuple[bool, bool]:
    """(whether the update condition holds, whether the contract is satisfied)."""
    (old_kind, y), (new_kind, z) = old, new
    required = clauses.get("when_required") or clauses.get("requires") or "True"
    if old_kind:
        default = "when_ensured" not in clauses
        signaled = clauses.get("when_signaled")
        leaves = default if signaled is None else bool(ERRORS[signaled](old_kind, x, y))
    else:
        default = "when_signaled" not in clauses
        ensured = clauses.get("when_ensured")
        leaves = default if ensured is None else AFTER[ensured](x, y)
    update = BEFORE[required](x) and leaves
    if not update:
        return False, old == new  # P2
    if not BEFORE[clauses.get("requires", "True")](x):
        return True, True
    if new_kind:  # P1
        signals = clauses.get("signals")
        return True, signals is None or ERRORS[signals](new_kind, x, z) is not False
    return True, RELATED[clauses.get("ensures", "True")](x, old, z)


POOLS: dict[str, tuple[str, ...]] = {
    "when_required": tuple(BEFORE),
    "when_ensured": tuple(AFTER),
    "when_signaled": tuple(ERRORS),
    "requires": tuple(BEFORE),
    "ensures": tuple(RELATED),
    "signals": tuple(ERRORS),
}


def drawn(random: Random) -> tuple[dict[str, str], dict[int, Outcome], dict[int, Outcome]]:
    clauses = {name: random.choice(pool) for name, pool in POOLS.items() if random.random() < 0.45}
    old = {x: (random.choice(KINDS), random.choice((x, x + 1, 2))) for x in INPUTS}
    new = {
        x: old[x] if random.random() < 0.5 else (random.choice(KINDS), random.choice((x, x + 1, 3)))
        for x in INPUTS
    }
    return clauses, old, new


def function_text(outcomes: dict[int, Outcome]) -> str:
    lines = ["def f(x):"]
    for x, (kind, value) in outcomes.items():
        action = f"raise {kind}({value})" if kind else f"return {value}"
        lines.append(f"    if x == {x}: {action}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(40))
def test_definition_3(seed: int) -> None:
    clauses, old, new = drawn(Random(seed))
    body = "".join(f"    {name}({text})\n" for name, text in clauses.items()) or "    ...\n"
    contract = f"def f(x):\n{body}"
    if not isinstance(read_contracts(contract, FILE), Contracts):
        return  # nothing can satisfy it, and reading says so
    versions = Versions(function_text(old), function_text(new), contract)
    for x in INPUTS:
        judgement = versions.judged("f", str(x))
        update, satisfied = expected(clauses, x, old[x], new[x])
        update = update and bool(clauses)  # without clauses there is no case
        satisfied = satisfied if clauses else old[x] == new[x]
        wanted = (Intended if update else NotRelevant) if satisfied else Unintended
        assert isinstance(judgement, wanted), (contract, x, old[x], new[x], judgement)
