"""Do the tests that a change brings along expect what is shown?"""

from __future__ import annotations

import re
from collections.abc import Iterator

_FILE = re.compile(r"^\+\+\+ (?:b/)?(\S+)")
_IS_TEST = re.compile(r"(?:^|/)tests?/|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")


def expects_error(diff: str, type_name: str) -> bool:
    """Whether an added line of a test waits for an error of this type."""
    waits = re.compile(rf"(?:raises|assertRaises\w*)\(\s*(?:[\w.]*\.)?{re.escape(type_name)}\b")
    return any(waits.search(line) for line in _added_test_lines(diff))


def _added_test_lines(diff: str) -> Iterator[str]:
    is_test = False
    for line in diff.splitlines():
        file = _FILE.match(line)
        if file:
            is_test = bool(_IS_TEST.search(file[1]))
        elif is_test and line.startswith("+"):
            yield line[1:]
