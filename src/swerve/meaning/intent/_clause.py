"""What does a sentence claim by its words?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ._claim import QUIET, Claim, Claims
from ._claim_words import (
    ALL_CLAIMS,
    APART,
    MADE_OF,
    NO_CLEANING,
    OF_CODE,
    VAGUE,
    WORK_ON_IT,
    WORKS,
    known_stems,
)
from ._english import is_english
from ._phrases import Match, Phrases, Token, tokens_of
from ._words import stem, words_in

#: Words before a word that make it the name of something: "the rename", "of merged cells".
_BEFORE_NOUNS = words_in(
    """
    a all an any as at before after between during each every for from in into its no of on our
    per since some the their these those until when with within without your
    """
)
#: Words before which "merged" and its like tell what was done: "cells are merged in `join`".
_AFTER_VERBS = _BEFORE_NOUNS | {"and", "away", "by", "it", "not", "only", "or", "out", "to", "up"}
#: Words after which a verb follows.
_BEFORE_VERBS = words_in(
    """
    also always and are be been being but by can could did do does don't had has have i instead is
    it just let let's may might must never not now or please should simply still then this to via
    was we were which who will would you
    """
)
#: What is done to things: "fix merged cells", "return cached values".
_DONE_TO_THINGS = Phrases(
    "accept, add, allow, avoid, clear, close, correct, delete, detect, drop, find, fix, get",
    "handle, hide, ignore, improve, keep, list, load, make, merge, move, parse, prefer, preserve",
    "prevent, print, raise, read, reject, remove, rename, render, replace, respect, restore",
    "return, set, show, skip, sort, support, test, treat, update, use, validate, write",
)
#: Verbs that what stands before them is the subject of: "merged cells are read twice".
_FINITE = words_in("are can cannot do does don't doesn't has have is must no should was were will")
_CONJUNCTIONS = frozenset({"to", "and", "also", ",", ";", "+", "&"})
#: What a clean-up came before: "order lost in the refactoring".
_TIMES = frozenset({"after", "since", "from", "during", "before", "due", "following", "in"})
_TIME_FILLERS = words_in("a the recent last previous earlier latest big our recently to")
_QUOTES = re.compile(r"\"[^\"]*\"|“[^”]*”|(?<!\w)'[^']{1,60}'(?!\w)")
#: Names of things: what they are called claims nothing.
_NAMES = re.compile(
    r"`[^`]*`|\[[\w.]+\]|\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\b|\b[A-Za-z_]\w*\(\)?|\b\w+_\w+\b"
)
_CLAUSE = re.compile(r"(?=;\s)")


def claims_of(sentence: str) -> Claims:
    """What a sentence claims, each of its clauses read for itself: "fix typos; return a list"."""
    if not is_english(sentence, known_stems()):
        return Claims()
    clauses = [_claims_of_clause(tokens_of(each)) for each in clauses_of(sentence)]
    found = dict.fromkeys(claim for clause in clauses for claim in clause.found)
    return Claims(tuple(found), frozenset(claim for clause in clauses for claim in clause.firm))


def clauses_of(sentence: str) -> list[str]:
    """The clauses of a sentence, with "_" for names and quotes."""
    return _CLAUSE.split(_NAMES.sub("_", _QUOTES.sub("_", sentence)))


@dataclass(frozen=True, slots=True)
class _Found:
    """A claim in a clause; or what only looks like one."""

    claim: Claim | None
    is_firm: bool
    match: Match

    @property
    def place(self) -> int:
        """Where it starts."""
        return self.match.tokens[0]


def _claims_of_clause(tokens: Sequence[Token]) -> Claims:
    start = next((place for place, token in enumerate(tokens) if not token.is_mark), 0)
    if work := _work_in(tokens[start:]):
        beside = _second_subjects(_without_side_work(tokens))
        return Claims((work, *beside), frozenset({work, *beside}))
    tokens = _without_side_work(tokens)
    places: dict[Claim, int] = {}
    firm = set()
    for found in _found_in(tokens):
        if found.claim is None or not _is_said(found, tokens):
            continue
        places.setdefault(found.claim, found.place)
        if found.is_firm or _is_purpose(found, tokens):
            firm.add(found.claim)
    if not places and next(VAGUE.matches(tokens), None):
        return Claims((Claim.CHANGE,))
    if not places and MADE_OF.match_at(tokens, start):
        return Claims((Claim.REFACTORING,))
    return Claims(tuple(sorted(places, key=lambda claim: places[claim])), frozenset(firm))


def _second_subjects(tokens: Sequence[Token]) -> tuple[Claim, ...]:
    """What is done to behaviour beside something else: "fix typos and correct join"."""
    claims = (
        found.claim
        for found in _found_in(tokens)
        if found.claim and found.claim not in QUIET and found.is_firm and found.place
        if tokens[found.place - 1].text in _CONJUNCTIONS
    )
    return tuple(dict.fromkeys(claims))


def _found_in(tokens: Sequence[Token]) -> list[_Found]:
    """Claims in their order; of those that overlap, the longest."""
    found = [
        _Found(claim, is_firm, match)
        for claim, phrases, is_firm in ALL_CLAIMS
        for match in phrases.matches(tokens)
    ]
    found.sort(key=lambda each: (-len(each.match.tokens), each.claim is not None, not each.is_firm))
    taken: set[int] = set()
    chosen = []
    for each in found:
        if taken.isdisjoint(each.match.tokens):
            taken.update(each.match.tokens)
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.place)


def is_more_than_cleaning(words: str) -> bool:
    """Whether the words after the tag of a clean-up take it back."""
    found = [each for clause in clauses_of(words) for each in _found_in(tokens_of(clause))]
    return any(
        each.match.phrase in NO_CLEANING or (each.claim is Claim.REMOVAL and each.is_firm)
        for each in found
    ) or claims_of(words).found[:1] == (Claim.REMOVAL,)


def fixed_work(words: str) -> Claim | None:
    """What is worked on, where words tell what is fixed, and no more: "typo", "add type hints"."""
    if not is_english(words, known_stems()):
        return None
    return _work_in(tokens_of(clauses_of(f"fix {words}")[0]))


def _work_in(tokens: Sequence[Token]) -> Claim | None:
    """What is worked on, where a clause says no more than that: "fix typo", "typing fixes"."""
    for claim, work, objects in WORKS:
        if (verb := work.match_at(tokens, 0)) and _object_after(tokens, verb.tokens[-1], objects):
            return claim
        for start in (0, 1):
            found = objects.match_at(tokens, start)
            if found is None or any(token.is_mark for token in tokens[:start]):
                continue
            end = found.tokens[-1] + 1
            if WORK_ON_IT.match_at(tokens, end) or (start == 0 and end == len(tokens)):
                return claim
    return None


def _object_after(tokens: Sequence[Token], verb: int, objects: Phrases) -> int | None:
    """The end of the object of a verb, after at most two words more."""
    for place in range(verb + 1, min(verb + 4, len(tokens))):
        token = tokens[place]
        found = objects.match_at(tokens, place)
        if found and not OF_CODE.match_at(tokens, found.tokens[-1] + 1):
            return found.tokens[-1]
        if token.is_mark or token.text in APART:
            return None
    return None


def _without_side_work(tokens: Sequence[Token]) -> list[Token]:
    """A clause without work that leaves behaviour alone: "fix join and add tests"."""
    kept: list[Token] = []
    place = 0
    while place < len(tokens):
        ends = [
            end
            for _, work, objects in WORKS
            if (verb := work.match_at(tokens, place))
            and (end := _object_after(tokens, verb.tokens[-1], objects)) is not None
        ]
        if ends:
            place = max(ends)
        else:
            kept.append(tokens[place])
        place += 1
    return kept


def _is_said(found: _Found, tokens: Sequence[Token]) -> bool:
    """Whether the words are said of the change, and not part of the name of something."""
    start, end = found.match.tokens[0], found.match.tokens[-1]
    before = tokens[start - 1] if start else None
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    word = tokens[start]
    is_followed = after is not None and not after.is_mark and after.text not in _AFTER_VERBS
    if start == end and word.text.endswith(("ed", "split")) and is_followed:
        is_object = start == 1 and _DONE_TO_THINGS.match_at(tokens, 0) is not None
        is_subject = not start and any(token.text in _FINITE for token in tokens[2:5])
        if is_object or is_subject or (before and before.text in _BEFORE_NOUNS):
            return False
    if found.claim not in QUIET:
        return True
    if found.is_firm:
        return not _is_in_the_past(start, tokens)
    if start != end or before is None or before.is_mark or word.text == "lazily":
        return True
    if before.text in _BEFORE_VERBS or before.text.endswith("ly"):
        return True
    return word.text.endswith("ed") and not is_followed


def _is_in_the_past(start: int, tokens: Sequence[Token]) -> bool:
    """Whether a clean-up is one of the past: "after the last refactoring"."""
    place = start - 1
    while place >= 0 and tokens[place].text in _TIME_FILLERS:
        place -= 1
    return place >= 0 and tokens[place].text in _TIMES


def _is_purpose(found: _Found, tokens: Sequence[Token]) -> bool:
    """Whether it is what something else is done for, or a second subject: "and return"."""
    if found.claim in QUIET | {Claim.REMOVAL} or not found.place:  # to clean up is to remove
        return False
    before = tokens[found.place - 1].text
    is_so = before == "that" and found.place > 1 and tokens[found.place - 2].text == "so"
    # "Rewrite it, avoid copies" tells how, not what for.
    return (before in _CONJUNCTIONS or is_so) and tokens[found.place].keys[0] != stem("avoid")
