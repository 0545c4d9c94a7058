"""Do the words speak of what the difference shows?"""

from __future__ import annotations

import re
from dataclasses import dataclass

from swerve.intent._difference import Difference
from swerve.intent._outcome import SOME_ERROR
from swerve.intent._question import Shown
from swerve.intent._script import Used
from swerve.intent._words import Said, stem, stems_of

#: Words that any text may hold: they say nothing about what it is about.
_COMMON = frozenset(
    stem(word)
    for word in (
        "the a an and or of to in on for with is are was be by as it this that not no from at "
        "error exception raise return result output value values type object none true false print "
        "expected got must can cannot test tests function method class use using name names "
        "call called given when which have has new old if all any one two input data example "
        "python file line module self int float str list dict tuple set bool array number"
    ).split()
)
_RAISING = re.compile(
    r"\b(?:rais(?:e|es|ed|ing)|error(?:s|ed|ing)?|exceptions?|invalid\w*|validat\w+|reject\w*"
    r"|disallow\w*|forbid\w*|forbidden|enforc\w+|strict\w*|refus\w+|prohibit\w*|illegal"
    r"|requir\w+|mandatory|must|restrict\w*|\w+Error)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Relation:
    """What words and difference have in common."""

    #: Functions, classes and attributes that the script uses and the words name.
    named: tuple[str, ...]
    #: Arguments, texts and special values that the script passes and the words name.
    passed: tuple[str, ...]
    #: Words of what differs in the outputs that the words use, too.
    shown: tuple[str, ...]
    #: The type of the error that came or went is named.
    names_error: bool
    #: The words speak of raising, refusing or validating.
    speaks_of_raising: bool

    @property
    def is_where_said(self) -> bool:
        """The difference is in something the words name."""
        return bool(self.named)

    @property
    def is_as_said(self) -> bool:
        """The difference shows something the words speak of."""
        return bool(self.passed or self.shown or self.names_error)


def relation_between(said: Said, used: Used, shown: Shown, difference: Difference) -> Relation:
    """Find what words and difference have in common."""
    names = set(used.names)
    if shown.function:
        names |= {part for part in shown.function.split(".") if part != "<locals>"}
    project = {name.lower() for name in used.projects}
    named = sorted(name for name in names if name.lower() in said.names - project)
    plain = {word.lower() for word in re.findall(r"\w+", said.text)}
    passed = sorted(
        {each for each in used.keywords | used.values if each.lower() in plain | said.names}
        - {"true", "false"}
    )
    outputs = stems_of(difference.old_text) ^ stems_of(difference.new_text)
    shared = sorted(
        word for word in outputs & said.stems if len(word) > 2 and word not in _COMMON
    )
    errors = {
        error.type_name.lower()
        for error in (difference.old_error, difference.new_error)
        if error is not None and error.type_name != SOME_ERROR
    }
    return Relation(
        tuple(named),
        tuple(passed),
        tuple(shared),
        bool(errors & plain),
        bool(_RAISING.search(said.text)),
    )
