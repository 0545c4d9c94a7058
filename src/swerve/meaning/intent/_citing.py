"""Does what a model cites stand in the words or in the tests of a change?

The words of other people and labels do not count: only what the author wrote, and what the change
is about, can tell what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from swerve.model import WordsKind

from ._question import Question

_CITED = (
    WordsKind.TITLE,
    WordsKind.DESCRIPTION,
    WordsKind.COMMIT,
    WordsKind.PATCH,
    WordsKind.REMARK,
    WordsKind.ISSUE,
    WordsKind.CHANGELOG,
    WordsKind.DOCSTRING,
)
#: Their first line is a title.
_TITLED = (WordsKind.TITLE, WordsKind.COMMIT, WordsKind.PATCH)
#: A single word stands in many sentences, and says little.
_FEWEST_WORDS = 2
#: What people put around words that they repeat.
_AROUND = "\"'`“”‘’«» .…"
_WORD = re.compile(r"\w")
_TEST = re.compile(r"^\s*(?:async\s+)?(?:def\s+(test\w*)|class\s+(Test\w*))", re.MULTILINE)


def is_cited(cites: str, question: Question) -> bool:
    """Whether a citation is there, word for word but for spaces and capitals, and long enough."""
    wanted = _even(cites).strip(_AROUND)
    if not _WORD.search(wanted):
        return False
    if any(wanted == _even(each).strip(_AROUND) for each in _short(question)):
        return True
    if sum(bool(_WORD.search(each)) for each in wanted.split()) < _FEWEST_WORDS:
        return False
    # Whole words only: "he pr" is in "the price".
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return any(pattern.search(_even(text)) for text in _texts(question))


def has_something_to_cite(question: Question) -> bool:
    """Whether an answer can cite anything at all."""
    return any(text.strip() for text in (*_texts(question), *_short(question)))


def _texts(question: Question) -> Iterator[str]:
    """All that may be cited a part of."""
    yield from (each.text for each in question.words.words if each.kind in _CITED)
    yield question.docs
    yield from (each.text for each in question.words.tests)


def _short(question: Question) -> Iterator[str]:
    """What may be one word when it is cited as a whole: titles, and names of tests."""
    for each in question.words.words:
        if each.kind in _TITLED and each.text.strip():
            yield each.text.strip().splitlines()[0]
    for each in question.words.tests:
        names = [found[1] or found[2] for found in _TEST.finditer(each.text)]
        yield from names
        yield from (f"{each.source}::{name}" for name in names)
    for shown in (question.shown, *question.others):
        if shown.test:
            # "tests/test_cart.py::TestCart::test_total[2]", then without arguments, then the end
            name = shown.test.partition("[")[0]
            yield from (shown.test, name, name.rpartition("::")[2])


def _even(text: str) -> str:
    """A text on one line, lower case, without what cannot be printed."""
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split()).casefold()
