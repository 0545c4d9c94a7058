"""Which pairs of versions must the static checker prove, and which must it never prove?

A pair is one file, `equivalent/<name>.py` or `different/<name>.py`, in the form of
`tests/quality/pairs.py`: comment lines with a sentence and with calls (`# calls: ` on which the
versions agree, `# shows: ` on which they differ), the old module, the line `# --- new ---`, the
new module. `f` is the function in question.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent
_NEW = "# --- new ---\n"


@dataclass(frozen=True, slots=True)
class ProofPair:
    """Two versions of a module."""

    #: Folder included: `equivalent/loop_index`.
    name: str
    is_equivalent: bool
    reason: str
    old: str
    new: str
    #: Calls as Python: versions differ on each of them, or agree on each.
    calls: tuple[str, ...]

    @property
    def has_loops(self) -> bool:
        """Say whether a version runs a loop whose length is not written there."""
        loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
        return any(isinstance(node, loops) for node in ast.walk(ast.parse(self.old)))


def proof_pairs() -> tuple[ProofPair, ...]:
    """Return all pairs, those that differ first."""
    files = [*_FOLDER.glob("different/*.py"), *_FOLDER.glob("equivalent/*.py")]
    return tuple(_pair_from_file(file) for file in sorted(files))


def _pair_from_file(file: Path) -> ProofPair:
    """Read one pair. A file that does not keep to the form is an error."""
    old, new = file.read_text(encoding="utf-8").split(_NEW)
    header, old = old.split("\n\n", 1)
    lines = header.splitlines()
    is_equivalent = file.parent.name == "equivalent"
    word = "# calls: " if is_equivalent else "# shows: "
    calls = [
        ast.unparse(statement)
        for line in lines
        if line.startswith(word)
        for statement in ast.parse(line.removeprefix(word)).body
    ]
    return ProofPair(
        name=file.relative_to(_FOLDER).with_suffix("").as_posix(),
        is_equivalent=is_equivalent,
        reason=" ".join(line[2:] for line in lines if not line.startswith(word)),
        old=old.strip() + "\n",
        new=new.strip() + "\n",
        calls=tuple(calls),
    )
