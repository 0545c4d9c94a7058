"""Does a change bring code that can reach into other code, past the names that lead there?

Code stays the same, or is proved to do the same, only as long as its names mean what they seem to
mean. `builtins.len = ...` in another file takes that away, and so does a package that hides a
module. Nothing is said about what was there before the change: that is trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from swerve.syntax import Trees, reaching_words


def tampering(trees: Trees) -> Iterator[str]:
    """In words after "may be changed by", what files of a change bring that reaches elsewhere."""
    for path, facts in trees.new.items():
        before = trees.old.get(path)
        known = Counter() if before is None else Counter(reaching_words(before))
        for word in Counter(reaching_words(facts)) - known:
            yield f"{path}, which brings `{word}`"


def hidden_by(trees: Trees, path: str) -> str:
    """The package that a change adds and that is found in place of a module; often none."""
    package = f"{path.removesuffix('.py')}/__init__.py"
    return package if package in trees.new and package not in trees.old else ""
