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
    CHANGE = "a change in behaviour"
    REFACTORING = "a refactoring"
    SPEED = "an optimisation"
    TYPING = "a change to type annotations"
    DOCS = "a change to documentation"
    TOOLING = "a change to tests or tooling"


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
    def main(self) -> frozenset[Claim]:
        """What counts of that: "add handling of x" adds, whatever its loose words hint at."""
        if self.found[:1] == (Claim.ADDITION,) and not self.is_quiet:
            return frozenset({Claim.ADDITION}) | (self.firm - QUIET)
        return self.loud

    @property
    def quiet(self) -> tuple[Claim, ...]:
        """What it claims to be without touching behaviour."""
        return tuple(claim for claim in self.found if claim in QUIET)


# --- tags ----------------------------------------------------------------------------------------

#: What projects put before a title: `BUG:`, `[perf]`, `fix(core)!:`, `ENH/PERF:`, `DOC, TST:`.
_TAG = re.compile(
    r"^\W*([A-Za-z]{2,12})(?:\([^)]*\))?(!?)"
    r"(?:(\]\s?:?|/(?=\w)|,\s?(?=[A-Z]{2,12}\s?[:,/]))|\s?:)\s*"
)
#: The same without any mark but capitals: `CLN Use ...`.
_BARE_TAG = re.compile(r"^\s*([A-Z]{2,12})\s+(?=[\w`])")
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
    Claim.CHANGE: ("api", "err"),
}
_CLAIM_OF_TAG = {tag: claim for claim, tags in _TAGS.items() for tag in tags}
_CLAIM_OF_WEAK_TAG = {tag: claim for claim, tags in _WEAK_TAGS.items() for tag in tags}
#: What takes back the tag of a clean-up: what was announced is often cleaned up so.
_NO_CLEANING = re.compile(
    r"\b(?:deprecat\w+|(?:dis)?allow\w*|forbid\w*|no longer|stricter|preserv\w+"
    r"|stop(?! (?:us|import|rely|test)ing)"
    r"|enforc\w+(?! (?:\S+ )?(?:ruff|flake8|\w*lint\w*|style\w*|rules?|mypy|pep)\b))\b",
    re.IGNORECASE,
)

# --- words ---------------------------------------------------------------------------------------

#: What is worked on, when that alone says that behaviour stays: "fix typo", "add tests".
_WORK = (
    r"(?:add|fix|improv|updat|correct|clean|remov|drop|extend|simplif|us|complet|rework|better"
    r"|more)\w*"
)
_OBJECTS = {
    Claim.TYPING: r"type[- ](?:hint|annotation|check|coverage)\w*|typing|annotations?|mypy|pyright"
    r"|stubs?",
    Claim.DOCS: r"typos?|docs?|docstrings?|documentation|readme|changelog|comments?|spelling",
    Claim.TOOLING: r"(?:unit ?)?tests?|test suite|ci|workflows?|lint\w*|pre-?commit|benchmarks?"
    r"|python ?[23]?\.?\d* (?:support|compat\w*)|support (?:for|of) python",
    Claim.REFACTORING: r"(?:unused|redundant|unnecessary|dead|duplicated?|superfluous|unneeded)"
    r"(?: \w+)?",
    Claim.SPEED: r"(?:performance|speed|memory|efficiency)",
}
#: The work, where it is named after its object: "typing improvements".
_WORK_ON_IT = (
    r"improvements?|fix(?:es)?|updates?|changes?|clean-?ups?|additions?|tweaks?|corrections?"
    r"|enhancements?|maintenance"
)
_FIRM = {
    Claim.REFACTORING: r"refactor\w*|clean(?:s|ed|ing)?[- ]?ups?|simplif\w+|restructur\w+"
    r"|reorgani[sz]\w+|moderni[sz]\w+|re-?writ\w+|rewrote|de-?duplicat\w+"
    r"|consolidat\w+|pythoni[sz]\w+|cythoni[sz]\w+|reformat\w*|tid(?:y|ied|ying)\w*"
    r"|port(?:s|ed|ing)? (?:\w+ )*to"
    r"|translat\w+ (?:\S+ )*to|re-?implement\w*|migrat\w+",
    Claim.SPEED: r"perf|performance|performant|speed\w*|fast(?:er)?|optimi[sz]\w+|efficien\w+"
    r"|vectori[sz]\w+|accelerat\w+|overhead|memory (?:use|usage|footprint|consumption)",
    Claim.TOOLING: r"bump\w*|pre-?commit|flak(?:y|iness)|lint(?:er|ing)?",
    Claim.FIX: r"fix\w*|bugs?|bug-?fix\w*|incorrect\w*|wrong\w*|repair\w*|crash\w*|broken"
    r"|regressions?|mishandl\w+|correct(?:s|ly|ed|ness)?|no longer",
    Claim.CHANGE: r"precision|precise\w*|accura\w+|chang(?:e|es|ed|ing)|inconsisten\w+"
    r"|(?<!for )(?<!until )(?<!till )(?<!right )(?<!just )now|rais(?:e|es|ed|ing)"
    r"|validat(?!ors?\b)\w+|reject\w*"
    r"|disallow\w*|forbid\w*|enforc\w+|stricter|revert\w*|robust\w*",
    Claim.REMOVAL: r"deprecat(?:e|es|ing|ion)|(?:remov|drop|delet)\w* (?:\S+ ){0,2}deprecated",
    Claim.ADDITION: r"new (?:option|parameter|argument|keyword|method|function|feature)s?|allow\w*"
    r"|introduc\w+",
}
_LOOSE = {
    Claim.REFACTORING: r"extract\w*|reus\w+|mov(?:e|es|ed|ing)|inlin\w+|vendor\w*|renam\w+"
    r"|re-?work\w*|replac\w+|switch\w*|split\w*|merg\w+|unif(?:y|ies|ied|ying)",
    Claim.SPEED: r"lazy|lazily|cach\w+|short-?cut\w*|avoid\w* (?:\w+ )?cop(?:y|ies|ying)|memory",
    Claim.FIX: r"handl\w+|avoid\w*|prevent\w*|should(?:n't)?|fail(?:s|ed|ing|ures?)?|issues?"
    r"|unexpected\w*|properly|instead of",
    Claim.CHANGE: r"defaults?|consisten\w+|preserv\w+|round\w*|always|never|return(?:s|ing)?"
    r"|stop(?:s|ped|ping)?(?! (?:us|import|rely|test)ing)"
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
_CLAUSE = re.compile(r"(?=;\s)")
#: Words that say that something changes, and not what; they only count where no other does.
_VAGUE = re.compile(
    r"\b(?:improv\w+|enhanc\w+|better|updat\w+|adjust\w*|tweak\w*|mak(?:e|es|ing))\b", re.IGNORECASE
)


#: How titles of rewrites start: with the code that is used from now on ("_" is what names became).
_MADE_OF = re.compile(r"^\W*us(?:e|es|ing)\s+(?:the |a )?_", re.IGNORECASE)


def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_FIRM_PATTERNS = tuple((claim, _compiled(words)) for claim, words in _FIRM.items())
_LOOSE_PATTERNS = tuple((claim, _compiled(words)) for claim, words in _LOOSE.items())
#: A purpose or a second subject, after "refactor it" and the like: "to handle", "and return".
_PURPOSE_PATTERNS = tuple(
    (
        claim,
        # "Rewrite it, avoid copies" tells how, not what for.
        re.compile(
            rf"(?:\b(?:to|and|also|so that)|[,;+&])\s+(?!avoid)(?:{words})\b", re.IGNORECASE
        ),
    )
    for claim, words in _LOOSE.items()
    if claim not in QUIET | {Claim.REMOVAL}  # to clean up is to remove
)
_SIDE_WORK = re.compile(
    rf"\b{_WORK}\b(?:\W+\w+){{0,2}}?\W+(?:{'|'.join(_OBJECTS.values())})\b", re.IGNORECASE
)
_OBJECT_PATTERNS = tuple(
    (
        claim,
        re.compile(
            rf"^\W*{_WORK}\b(?:\W+\w+){{0,2}}?\W+(?:{words})\b"
            rf"|^\W*(?:\w+\W+)?(?:{words})\W+(?:{_WORK_ON_IT})\b|^\W*(?:{words})\W*$",
            re.IGNORECASE,
        ),
    )
    for claim, words in _OBJECTS.items()
)


def claims_of_title(title: str) -> Claims:
    """What a title claims by its words, and by its tags where they are firm ones."""
    tags, breaks, words = _tags_before(title)
    said = claims_of(words)
    if breaks:  # `feat!:` announces that something breaks
        extra = (Claim.CHANGE, Claim.REMOVAL)
        said = Claims((*extra, *said.found), said.firm | set(extra))
    tagged = tuple(_CLAIM_OF_TAG[tag] for tag in tags if tag in _CLAIM_OF_TAG)
    if not tagged:
        return said
    loud = tuple(claim for claim in tagged if claim not in QUIET)
    if loud:
        return Claims(tuple(dict.fromkeys((*loud, *said.found))), said.firm | set(loud))
    if Claim.REFACTORING in tagged and (
        _NO_CLEANING.search(words) or said.found[:1] == (Claim.REMOVAL,)
    ):
        return said
    # A tag is about what comes first: "TST: sort fixtures; fix the order of `join`".
    beside = claims_of("".join(_CLAUSE.split(words)[1:])).firm - QUIET
    return Claims((*tagged, *beside), frozenset(tagged) | beside)


def claim_of_weak_tag(title: str) -> Claims:
    """What a title's tag hints at, for want of anything better."""
    tags, _, _ = _tags_before(title)
    claim = next((_CLAIM_OF_WEAK_TAG[tag] for tag in tags if tag in _CLAIM_OF_WEAK_TAG), None)
    return Claims((claim,)) if claim else Claims()


def _tags_before(title: str) -> tuple[list[str], bool, str]:
    """Tags of a title, lower case, whether one says that something breaks, and the words."""
    tags: list[str] = []
    breaks = False
    while found := _TAG.match(title):
        tags.append(found[1].lower())
        breaks = breaks or bool(found[2])
        title = title[found.end() :]
        if not found[3]:
            return tags, breaks, title
    bare = _BARE_TAG.match(title)
    if bare and not tags and bare[1].lower() in _CLAIM_OF_TAG | _CLAIM_OF_WEAK_TAG:
        return [bare[1].lower()], False, title[bare.end() :]
    return tags, breaks, title


def claims_of(sentence: str) -> Claims:
    """What a sentence claims, each of its clauses read for itself: "fix typos; return a list"."""
    clauses = [_claims_of_clause(each) for each in _CLAUSE.split(_NAMES.sub("_", sentence))]
    found = dict.fromkeys(claim for clause in clauses for claim in clause.found)
    return Claims(tuple(found), frozenset(claim for clause in clauses for claim in clause.firm))


def _claims_of_clause(sentence: str) -> Claims:
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
    if not places and _MADE_OF.search(sentence):
        return Claims((Claim.REFACTORING,))
    return Claims(tuple(sorted(places, key=lambda claim: places[claim])), frozenset(firm))


def _matches(
    patterns: tuple[tuple[Claim, re.Pattern[str]], ...], sentence: str
) -> list[tuple[Claim, re.Match[str]]]:
    found = ((claim, pattern.search(sentence)) for claim, pattern in patterns)
    return [(claim, match) for claim, match in found if match]
