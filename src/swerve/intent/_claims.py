"""What does a sentence about a change claim that the change does?"""

from __future__ import annotations

import re
from enum import Enum


class Claim(Enum):
    """What a change is said to be."""

    FIX = "a fix"
    ADDITION = "an addition"
    #: Of something that users had, at once or announced.
    REMOVAL = "a removal or deprecation"
    #: Another default, output, precision or rule, on purpose.
    CHANGE = "a change of behaviour"
    REFACTORING = "a refactoring"
    SPEED = "a matter of speed or memory"
    TYPING = "about types for checkers"
    DOCS = "about documentation"
    TESTS = "about tests or tooling"


#: Claims that promise to leave behaviour alone.
QUIET = frozenset({Claim.REFACTORING, Claim.SPEED, Claim.TYPING, Claim.DOCS, Claim.TESTS})

#: Marks that projects put before a title: `BUG:`, `[perf]`, `fix(core)!:`.
_TAG = re.compile(r"^\W*([A-Za-z]{2,12})(?:\([^)]*\))?(!?)\]?\s*[:/\]]\s*")
_TAGS = {
    Claim.FIX: ("bug", "fix", "bugfix", "hotfix", "regr"),
    Claim.SPEED: ("perf", "speed"),
    Claim.TYPING: ("typ", "typing", "types"),
    Claim.DOCS: ("doc", "docs"),
    Claim.TESTS: ("tst", "test", "tests", "ci", "bld", "build", "bench", "lint"),
    Claim.REMOVAL: ("depr", "dep", "deprecate", "remove", "break", "breaking"),
    Claim.REFACTORING: ("ref", "refactor", "cln", "clean", "cleanup", "sty", "style"),
}
#: Tags that only count where the words after them claim nothing.
_WEAK_TAGS = {
    Claim.ADDITION: ("enh", "feat", "feature", "add", "new"),
    Claim.REFACTORING: ("maint", "chore", "mnt"),
    Claim.CHANGE: ("api",),
}
_CLAIM_OF_TAG = {tag: claim for claim, tags in _TAGS.items() for tag in tags}
_CLAIM_OF_WEAK_TAG = {tag: claim for claim, tags in _WEAK_TAGS.items() for tag in tags}

#: What is worked on, when that alone says that behaviour stays: "fix typo", "add tests".
_OBJECTS = (
    (Claim.TYPING, r"type[- ](?:hint|annotation|check)\w*|typing|annotations?|mypy|pyright|stubs?"),
    (Claim.DOCS, r"typos?|docs?|docstrings?|documentation|readme|changelog|comments?|spelling"),
    (Claim.TESTS, r"(?:unit ?)?tests?|test suite|ci|workflows?|lint(?:er|ing)?|pre-?commit|flak\w+"),
)
_WORK = r"(?:add|fix|improv|updat|correct|clean|remov|extend|simplif|us|complet|rework)\w*"
_VERBS = (
    (
        Claim.REFACTORING,
        r"refactor\w*|clean(?:s|ed|ing)?[- ]?ups?|clean up|simplif\w+|restructur\w+|reorgani[sz]\w+"
        r"|moderni[sz]\w+|re-?writ\w+|rewrote|de-?duplicat\w+|consolidat\w+|extract\w*|reus\w+"
        r"|mov(?:e|es|ed|ing)|inlin\w+|pythoni[sz]\w+|reformat\w*|tid(?:y|ied|ying)\w*"
        r"|no (?:functional|behaviou?r\w*) changes?|vendor\w*|port(?:s|ed|ing)?|translat\w+",
    ),
    (
        Claim.SPEED,
        r"perf(?:ormance)?|performant|speed\w*|fast(?:er)?|optimi[sz]\w+|efficien\w+|vectori[sz]\w+"
        r"|accelerat\w+|overhead|memory (?:use|usage|footprint)|short-?cut\w*|lazy|lazily|cach\w+",
    ),
    (
        Claim.FIX,
        r"fix\w*|bugs?|bug-?fix\w*|correct(?:s|ly|ed|ness)?|incorrect\w*|wrong\w*|repair\w*"
        r"|crash\w*|broken|regressions?|mishandl\w+|handl(?:e|es|ed|ing)|avoid\w*|prevent\w*"
        r"|no longer|should(?:n't| not)?|fail(?:s|ed|ing|ures?)?|unexpected\w*|properly",
    ),
    (
        Claim.CHANGE,
        r"chang(?:e|es|ed|ing)|defaults?|precision|precise\w*|accura\w+|consisten\w+|inconsisten\w+"
        r"|preserv\w+|round\w*|now (?:return|rais|use|giv|warn|accept)\w*|instead|always|never"
        r"|rais(?:e|es|ed|ing)|validat\w+|reject\w*|disallow\w*|forbid\w*|enforc\w+|return(?:s|ing)?"
        r"|robust\w*|stricter|renam\w+|replac\w+|revert\w*|switch\w*|format\w*|respect\w*|ensur\w+",
    ),
    (
        Claim.REMOVAL,
        r"deprecat\w+|remov(?:e|es|ed|ing|al)|drop(?:s|ped|ping)?|delet\w+|no more|get rid",
    ),
    (
        Claim.ADDITION,
        r"add(?:s|ed|ing)?|support\w*|allow\w*|enabl\w+|introduc\w+|implement\w*|accept\w*|new"
        r"|provid\w+|expos\w+|extend\w*",
    ),
)
_VERB_PATTERNS = tuple(
    (claim, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for claim, words in _VERBS
)
_OBJECT_PATTERNS = tuple(
    (
        claim,
        re.compile(
            rf"\b{_WORK}\b(?:\W+\w+){{0,3}}?\W+(?:{words})\b|^\W*(?:{words})\W*$", re.IGNORECASE
        ),
    )
    for claim, words in _OBJECTS
)


def claims_of_title(title: str) -> frozenset[Claim]:
    """What a title claims: its tag and its words, or its tag alone."""
    tag = _TAG.match(title)
    if not tag:
        return claims_of(title)
    found = claims_of(title[tag.end() :])
    name = tag[1].lower()
    if tag[2]:
        found |= {Claim.REMOVAL, Claim.CHANGE}
    if name in _CLAIM_OF_TAG:
        claim = _CLAIM_OF_TAG[name]
        return frozenset({claim}) if claim in QUIET else found | {claim}
    if not found and name in _CLAIM_OF_WEAK_TAG:
        return frozenset({_CLAIM_OF_WEAK_TAG[name]})
    return found or claims_of(title)


def claims_of(sentence: str) -> frozenset[Claim]:
    """What a sentence claims."""
    for claim, pattern in _OBJECT_PATTERNS:
        if pattern.search(sentence):
            return frozenset({claim})
    return frozenset(claim for claim, pattern in _VERB_PATTERNS if pattern.search(sentence))
