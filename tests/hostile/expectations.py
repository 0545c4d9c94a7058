"""What must be seen of an attack, and where does it hold?

Each file in `attacks/` is one attack. Comments at its top say what to expect:

    # shows: timeout | raised OSError      what the outcome must name; any of these
    # threat: network                      which entry of `swerve.run.sandbox.THREATS` it belongs to
    # when: import                         the attack is the import itself, not `attack(place)`
    # limit: 0.2                           seconds for the call, if not the usual ones
    # detail: SIGSEGV                      must occur in the words for a person
    # agrees: never                        the two sides leave something else, and try to hide it

An attack finds in `benign.SIDE` which side it is on.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from swerve.run.sandbox import THREATS, Level

ATTACKS = Path(__file__).parent / "attacks"
#: Seconds for a call that does not say otherwise.
USUAL_LIMIT_S = 0.3

_LINE = re.compile(r"# (shows|threat|when|limit|detail|agrees): (.+)")


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack, and what must be seen of it."""

    name: str
    source: str
    #: Any of these may be shown: `timeout`, `raised OSError`, `returned 'EROFS'`.
    shows: tuple[str, ...]
    threat: str
    is_import: bool
    limit_s: float
    detail: str
    #: The sides differ in an effect: whoever takes them for the same was deceived.
    differs: bool

    def holds_at(self, level: Level) -> bool:
        """Whether swerve promises to hold it there."""
        return level in THREATS[self.threat].held_by


def read_attacks() -> list[Attack]:
    """All attacks, by name."""
    return [_read(path) for path in sorted(ATTACKS.glob("*.py"))]


def _read(path: Path) -> Attack:
    source = path.read_text()
    said: dict[str, str] = {}
    for line in source.splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            break
        said[found[1]] = found[2].strip()
    assert ast.get_docstring(ast.parse(source)), f"{path.name} does not say what it tries"
    return Attack(
        name=path.stem,
        source=source,
        shows=tuple(word.strip() for word in said["shows"].split(" | ")),
        threat=said["threat"],
        is_import=said.get("when") == "import",
        limit_s=float(said.get("limit", USUAL_LIMIT_S)),
        detail=said.get("detail", ""),
        differs=said.get("agrees") == "never",
    )
