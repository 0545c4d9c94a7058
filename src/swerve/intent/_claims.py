"""What does a sentence about a change claim that the change does?"""

from __future__ import annotations

import re
from dataclasses import dataclass
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
    TOOLING = "about tests or tooling"


#: Claims that promise to leave behaviour alone.
QUIET = frozenset({Claim.REFACTORING, Claim.SPEED, Claim.TYPING, Claim.DOCS, Claim.TOOLING})


@dataclass(frozen=True, slots=True)
class Claims:
    """What one sentence claims."""

    #: In the order of the sentence, each once.
    found: tuple[Claim, ...] = ()
    #: Those of them in words that leave no doubt: "fix", "precision", not "handle" or "default".
    firm: frozenset[Claim] = frozenset()

    @property
    def is_quiet(self) -> bool:
        """It starts with a promise to leave behaviour alone, and takes nothing of it back."""
        return bool(self.found) and self.found[0] in QUIET and self.firm <= QUIET

    @property
    def is_firm(self) -> bool:
        """Some of it is said in words that leave no doubt."""
        return bool(self.firm)

    @property
    def loud(self) -> frozenset[Claim]:
        """What it claims to do to behaviour."""
        return frozenset() if self.is_quiet else frozenset(self.found) - QUIET

    @property
    def quiet(self) -> tuple[Claim, ...]:
        """What it claims to be without touching behaviour."""
        return tuple(claim for claim in self.found if claim in QUIET)


# --- tags ----------------------------------------------------------------------------------------

#: Marks that projects put before a title: `BUG:`, `[perf]`, `fix(core)!:`, `ENH/PERF:`.
_TAG = re.compile(r"^\W*([A-Za-z]{2,12})(?:\([^)]*\))?(!?)(?:\]\s?:?|\s?:|/(?=\w))\s*")
_TAGS = {
    Claim.FIX: ("bug", "fix", "bugfix", "hotfix", "regr"),
    Claim.SPEED: ("perf", "speed"),
    Claim.TYPING: ("typ", "typing", "types"),
    Claim.DOCS: ("doc", "docs"),
    Claim.TOOLING: ("tst", "test", "tests", "ci", "bld", "build", "bench", "lint", "deps"),
    Claim.REMOVAL: ("depr", "dep", "deprecate", "remove", "break", "breaking"),
    Claim.REFACTORING: ("ref", "refactor", "cln", "clean", "cleanup", "sty", "style"),
}
#: Tags that only count where nothing else was claimed.
_WEAK_TAGS = {
    Claim.ADDITION: ("enh", "feat", "feature", "add", "new"),
    Claim.REFACTORING: ("maint", "chore", "mnt", "misc"),
    Claim.CHANGE: ("api",),
}
_CLAIM_OF_TAG = {tag: claim for claim, tags in _TAGS.items() for tag in tags}
_CLAIM_OF_WEAK_TAG = {tag: claim for claim, tags in _WEAK_TAGS.items() for tag in tags}

# --- words ---------------------------------------------------------------------------------------

#: What is worked on, when that alone says that behaviour stays: "fix typo", "add tests".
_WORK = (
    r"(?:add|fix|improv|updat|correct|clean|remov|extend|simplif|us|complet|rework|better|more)\w*"
)
_OBJECTS = {
    Claim.TYPING: r"type[- ](?:hint|annotation|check|coverage)\w*|typing|annotations?|mypy|pyright"
    r"|stubs?",
    Claim.DOCS: r"typos?|docs?|docstrings?|documentation|readme|changelog|comments?|spelling",
    Claim.TOOLING: r"(?:unit ?)?tests?|test suite|ci|workflows?|lint\w*|pre-?commit|benchmarks?"
    r"|python ?[23]?\.?\d* (?:support|compat\w*)",
    Claim.REFACTORING: r"(?:unused|redundant|unnecessary|dead|duplicated?|superfluous|unneeded)"
    r"(?: \w+)?",
    Claim.SPEED: r"(?:performance|speed|memory|efficiency)",
}
_FIRM = {
    Claim.REFACTORING: r"refactor\w*|clean(?:s|ed|ing)?[- ]?ups?|simplif\w+|restructur\w+"
    r"|reorgani[sz]\w+|moderni[sz]\w+|re-?writ\w+|rewrote|re-?work\w*|de-?duplicat\w+"
    r"|consolidat\w+|pythoni[sz]\w+|cythoni[sz]\w+|reformat\w*|tid(?:y|ied|ying)\w*"
    r"|port(?:s|ed|ing)? (?:\w+ )*to"
    r"|translat\w+ (?:\S+ )*to|re-?implement\w*|migrat\w+",
    Claim.SPEED: r"perf|performance|performant|speed\w*|fast(?:er)?|optimi[sz]\w+|efficien\w+"
    r"|vectori[sz]\w+|accelerat\w+|overhead|memory (?:use|usage|footprint|consumption)",
    Claim.TOOLING: r"bump\w*|pre-?commit|flak(?:y|iness)|lint(?:er|ing)?",
    Claim.FIX: r"fix\w*|bugs?|bug-?fix\w*|incorrect\w*|wrong\w*|repair\w*|crash\w*|broken"
    r"|regressions?|mishandl\w+|correct(?:s|ly|ed|ness)?|no longer",
    Claim.CHANGE: r"precision|precise\w*|accura\w+|chang(?:e|es|ed|ing)|inconsisten\w+"
    r"|now (?:return|rais|giv|warn|accept|use)\w*|rais(?:e|es|ed|ing)|validat\w+|reject\w*"
    r"|disallow\w*|forbid\w*|enforc\w+|stricter|revert\w*|robust\w*",
    Claim.REMOVAL: r"deprecat(?:e|es|ing|ion)",
    Claim.ADDITION: r"new (?:option|parameter|argument|keyword|method|function|feature)s?|allow\w*"
    r"|introduc\w+",
}
_LOOSE = {
    Claim.REFACTORING: r"extract\w*|reus\w+|mov(?:e|es|ed|ing)|inlin\w+|vendor\w*|renam\w+"
    r"|replac\w+|switch\w*|split\w*|merg\w+|unif(?:y|ies|ied|ying)",
    Claim.SPEED: r"lazy|lazily|cach\w+|short-?cut\w*|avoid\w* (?:\w+ )?cop(?:y|ies|ying)|memory",
    Claim.FIX: r"handl\w+|avoid\w*|prevent\w*|should(?:n't)?|fail(?:s|ed|ing|ures?)?|issues?"
    r"|unexpected\w*|properly|instead of",
    Claim.CHANGE: r"defaults?|consisten\w+|preserv\w+|round\w*|always|never|return(?:s|ing)?"
    r"|format\w*|respect\w*|ensur\w+|prefer\w*|honou?r\w*|ignor\w+|skip\w*|disabl\w+|treat\w*",
    Claim.REMOVAL: r"remov(?:e|es|ed|ing|al)|drop(?:s|ped|ping)?|delet\w+|no more|get rid",
    Claim.ADDITION: r"add(?:s|ed|ing)?|support\w*|enabl\w+|implement\w*|accept\w*|provid\w+"
    r"|expos\w+|extend\w*|includ\w+",
}
#: Names of things: what they are called claims nothing.
_NAMES = re.compile(
    r"`[^`]*`|\[\w.]+\]|\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\b|\b[A-Za-z_]\w*\(\)?|\b\w+_\w+\b"
)
#: "No change of behaviour", "does not change the semantics": `change` is in it, and denied.
_DENIED = re.compile(
    r"\b(?:no|not|without|never|\w+n't)\s+(?:any\s+|intended\s+|visible\s+)*(?:"
    r"(?:functional|behaviou?r\w*|semantic)\s+chang\w+"
    r"|chang\w+\s+(?:(?:of|in|to|the|its|any|existing)\s+)*(?:behaviou?r|functionality|semantics))\b",
    re.IGNORECASE,
)
#: Words that say that something changes, and not what; they only count where no other does.
_VAGUE = re.compile(
    r"\b(?:improv\w+|enhanc\w+|better|updat\w+|adjust\w*|tweak\w*|mak(?:e|es|ing))\b", re.IGNORECASE
)


def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_FIRM_PATTERNS = tuple((claim, _compiled(words)) for claim, words in _FIRM.items())
_LOOSE_PATTERNS = tuple((claim, _compiled(words)) for claim, words in _LOOSE.items())
#: A purpose or a second subject, after "refactor it" and the like: "to handle", "and return".
_PURPOSE_PATTERNS = tuple(
    (claim, re.compile(rf"(?:\b(?:to|and|also|so that)|[,;+&])\s+(?:{words})\b", re.IGNORECASE))
    for claim, words in _LOOSE.items()
    if claim not in QUIET
)
_SIDE_WORK = re.compile(
    rf"\b{_WORK}\b(?:\W+\w+){{0,2}}?\W+(?:{'|'.join(_OBJECTS.values())})\b", re.IGNORECASE
)
_OBJECT_PATTERNS = tuple(
    (
        claim,
        re.compile(
            rf"^\W*{_WORK}\b(?:\W+\w+){{0,2}}?\W+(?:{words})\b|^\W*(?:{words})\W*$", re.IGNORECASE
        ),
    )
    for claim, words in _OBJECTS.items()
)


def claims_of_title(title: str) -> Claims:
    """What a title claims by its words, and by its tag where that is a firm one."""
    tag = _TAG.match(title)
    if not tag:
        return claims_of(title)
    said = claims_of(title[tag.end() :])
    if tag[2]:  # `feat!:` announces that something breaks
        extra = (Claim.CHANGE, Claim.REMOVAL)
        said = Claims((*extra, *said.found), said.firm | set(extra))
    claim = _CLAIM_OF_TAG.get(tag[1].lower())
    if claim is None:
        return said
    if claim in QUIET:
        return Claims((claim,), frozenset({claim}))
    return Claims(tuple(dict.fromkeys((claim, *said.found))), said.firm | {claim})


def claim_of_weak_tag(title: str) -> Claims:
    """What a title's tag hints at, for want of anything better."""
    tag = _TAG.match(title)
    claim = _CLAIM_OF_WEAK_TAG.get(tag[1].lower()) if tag else None
    return Claims((claim,)) if claim else Claims()


def claims_of(sentence: str) -> Claims:
    """What a sentence claims."""
    sentence = _NAMES.sub("_", sentence)
    for claim, pattern in _OBJECT_PATTERNS:
        if pattern.search(sentence):
            return Claims((claim,), frozenset({claim}))
    sentence = _DENIED.sub("refactoring", _SIDE_WORK.sub(" ", sentence))
    firm = {claim: found.start() for claim, found in _matches(_FIRM_PATTERNS, sentence)}
    for claim, found in _matches(_PURPOSE_PATTERNS, sentence):
        firm[claim] = min(found.start(), firm.get(claim, found.start()))
    loose = {claim: found.start() for claim, found in _matches(_LOOSE_PATTERNS, sentence)}
    places = {claim: min(firm.get(claim, 10**6), loose.get(claim, 10**6)) for claim in firm | loose}
    if not places and _VAGUE.search(sentence):
        return Claims((Claim.CHANGE,))
    return Claims(tuple(sorted(places, key=lambda claim: places[claim])), frozenset(firm))


def _matches(
    patterns: tuple[tuple[Claim, re.Pattern[str]], ...], sentence: str
) -> list[tuple[Claim, re.Match[str]]]:
    found = ((claim, pattern.search(sentence)) for claim, pattern in patterns)
    return [(claim, match) for claim, match in found if match]
