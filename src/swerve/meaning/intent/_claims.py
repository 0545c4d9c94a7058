"""What does a title claim that the change does, by its tags and its words?"""

from __future__ import annotations

from functools import lru_cache

from ._claim import QUIET, Claim, Claims
from ._clause import claims_of, clauses_of, fixed_work, is_more_than_cleaning
from ._conventions import headline_of
from ._words import Said

_TAGS = {
    Claim.FIX: "bug bugs fix fixes fixed bugfix bugfixes hotfix regr regression security",
    Claim.SPEED: "perf performance speed optimization optimisation",
    Claim.TYPING: "typ typing types",
    Claim.DOCS: "doc docs documentation typo",
    Claim.TOOLING: "tst test tests ci bld build bench lint linting deps release",
    Claim.REMOVAL: "depr dep deprecate deprecated remove removed break breaking boom",
    Claim.REFACTORING: "ref refactor refactoring cln clean cleanup sty style",
    Claim.CHANGE: "changed",
}
#: Tags that only count where nothing else was claimed.
_WEAK_TAGS = {
    Claim.ADDITION: "enh feat feature add added new",
    Claim.REFACTORING: "maint chore mnt misc",
    Claim.CHANGE: "api err",
    # What is removed in one stroke may be dead code, as the words then say.
    Claim.REMOVAL: "fire",
    # Every change of some projects starts with a ticket; what else it is, the words say.
    Claim.FIX: "ticket",
}
_CLAIM_OF_TAG = {tag: claim for claim, tags in _TAGS.items() for tag in tags.split()}
_CLAIM_OF_WEAK_TAG = {tag: claim for claim, tags in _WEAK_TAGS.items() for tag in tags.split()}
_KNOWN_TAGS = frozenset(_CLAIM_OF_TAG | _CLAIM_OF_WEAK_TAG)


def claims_of_change(said: Said) -> Claims:
    """What the title claims, and what a footer under it announces to break."""
    claims = claims_of_title(said.title)
    breaks = any(headline_of(each, _KNOWN_TAGS).breaks for each in said.rest)
    return _with_break(claims) if breaks else claims


def hint_of(said: Said) -> Claims:
    """What the tag of a title, else an issue that the change closes, hints at."""
    hint = claim_of_weak_tag(said.title)
    if hint.found or not said.closes_issue:
        return hint
    return Claims((Claim.FIX,))


@lru_cache(maxsize=1 << 12)
def claims_of_title(title: str) -> Claims:
    """What a title claims by its words, and by its tags where they are firm ones."""
    headline = headline_of(title, _KNOWN_TAGS)
    said = claims_of(headline.words)
    if headline.is_revert:
        loud = tuple(claim for claim in said.found if claim not in QUIET | {Claim.CHANGE})
        return Claims((Claim.CHANGE, *loud), frozenset({Claim.CHANGE}))
    if headline.breaks:
        said = _with_break(said)
    tagged = tuple(
        dict.fromkeys(_CLAIM_OF_TAG[tag] for tag in headline.tags if tag in _CLAIM_OF_TAG)
    )
    if not tagged:
        return said
    # "fix: typo" is one thing, and "fix: join" another.
    if tagged == (Claim.FIX,) and (work := fixed_work(headline.words)):
        return Claims((work,), frozenset({work}))
    loud = tuple(claim for claim in tagged if claim not in QUIET)
    if loud:
        return Claims(tuple(dict.fromkeys((*loud, *said.found))), said.firm | set(loud))
    if Claim.REFACTORING in tagged and is_more_than_cleaning(headline.words):
        return said
    # A tag is about what comes first: "TST: sort fixtures; fix the order of `join`".
    beside = claims_of("".join(clauses_of(headline.words)[1:])).firm - QUIET
    if headline.breaks:
        beside |= said.firm - QUIET
    in_order = (claim for claim in Claim if claim in beside)
    return Claims(tuple(dict.fromkeys((*tagged, *in_order))), frozenset(tagged) | beside)


def claim_of_weak_tag(title: str) -> Claims:
    """What a title's tag hints at, for want of anything better."""
    tags = headline_of(title, _KNOWN_TAGS).tags
    claim = next((_CLAIM_OF_WEAK_TAG[tag] for tag in tags if tag in _CLAIM_OF_WEAK_TAG), None)
    return Claims((claim,)) if claim else Claims()


def _with_break(claims: Claims) -> Claims:
    """`feat!:` announces that something breaks."""
    extra = (Claim.CHANGE, Claim.REMOVAL)
    return Claims(tuple(dict.fromkeys((*extra, *claims.found))), claims.firm | set(extra))
