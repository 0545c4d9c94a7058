"""How do the parts of a test make a file that pytest runs?"""

from __future__ import annotations

import hashlib
import sys

from swerve.witness.tests._drafts import Draft

_INDENT = "    "
#: Begins every file; a number follows that is made of the rest.
_SEAL = "# Written by swerve, which replaces this file as long as nobody edits it: "


def file_text(draft: Draft, name: str, doc: tuple[str, ...]) -> str:
    """The file, which needs pytest and the project, and nothing of swerve."""
    imports = "".join(f"{line}\n" for line in _in_order(draft.imports))
    lead = f"{imports}\n\n" if imports else ""
    body = "\n".join(f"{_INDENT}{line}" if line else "" for line in (*doc, *draft.body))
    text = f"{lead}def {name}({', '.join(draft.fixtures)}):\n{body}\n"
    return f"{_sealed(text)}{text}"


def is_as_written(text: str) -> bool:
    """Whether a file was written here, and nobody has changed it since."""
    first, _, rest = text.partition("\n")
    return f"{first}\n" == _sealed(rest)


def _sealed(text: str) -> str:
    return f"{_SEAL}{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}\n"


def _in_order(imports: tuple[str, ...]) -> list[str]:
    """Imports as isort groups them: the standard library, pytest, and the project."""
    groups: tuple[list[str], ...] = ([], [], [])
    for line in imports:
        module = line.split()[1].partition(".")[0]
        is_import = line.startswith(("import ", "from "))
        is_standard = is_import and module in sys.stdlib_module_names
        groups[0 if is_standard else 1 if is_import and module == "pytest" else 2].append(line)
    return [line for group in groups if group for line in ("", *group)][1:]
