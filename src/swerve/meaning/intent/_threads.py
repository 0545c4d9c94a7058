"""Which edits of a change belong together, and which of them do its words speak of?

An edit is a run of lines of a function that differ. Edits that bring or take the same name, that
replace the same text by the same, or that stand in functions of which one uses the other, are one
thread: who wrote one of them meant all of them. A thread is spoken of where its lines hold words
of the author; where nothing else was edited, the words are about it anyway.
"""

from __future__ import annotations

import builtins
import io
import keyword
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from operator import attrgetter

from swerve.facts.edits import edits_in_docstring, edits_in_head, edits_of, edits_of_code
from swerve.model import CauseKind, Change, Pair, Witness, used_by

from ._words import names_in, sentences_of, stems_of

_NAME = re.compile(r"[A-Za-z_]\w*")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)")
_PYTHON = re.compile(r"(?i:\bpy(?:thon)?\s?)3\.?(\d+)\+?")
_TAKEN, _BROUGHT = attrgetter("taken"), attrgetter("brought")
_COMMON_NAMES = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "self", "cls"})
#: Words of code and of messages that say nothing about what either is about.
_COMMON = stems_of(
    "the a an and or of to in on for with is are was be by as it its this that not no from at if "
    "else when then than into does do can should would will has have had all any use using used "
    "add added fix fixed change changed update remove removed make made new old code value values "
    "return returns returned none true false self cls function method class object name type def "
    "import raise error test tests get set support allow handle also only now more so but"
) | stems_of(" ".join(keyword.kwlist))
_RETURNS = stems_of("return returns")
#: Texts, numbers and what stands between them.
_STRINGS = {tokenize.STRING, *(getattr(tokenize, f"FSTRING_{each}", -1) for each in ("MIDDLE",))}


class Spoken(Enum):
    """What the words of a change say about edits."""

    #: All of them are what the words are about.
    OF = "of"
    #: Some of them are, others are not.
    PARTLY = "partly"
    #: Others are what the words are about.
    BESIDE = "beside"
    #: Nobody can tell.
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Edit:
    """Lines of a function that differ."""

    function: str
    taken: tuple[str, ...]
    brought: tuple[str, ...]
    #: Names that only one version of the function has.
    names: frozenset[str]
    #: The new file and the line that it starts at.
    key: str = ""
    #: Whether it is of the signature.
    is_head: bool = False
    #: Whether it changes what runs.
    is_code: bool = True

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of the words in these lines."""
        return stems_of(" ".join((*self.taken, *self.brought))) - _COMMON

    @property
    def outermost(self) -> str:
        """The function that it stands in, or what that stands in."""
        return self.function.partition(".<locals>.")[0]

    @property
    def name(self) -> str:
        """What the function is called that it stands in, or what that stands in."""
        return self.outermost.rpartition("::")[2].rpartition(".")[2]

    @cached_property
    def name_stems(self) -> frozenset[str]:
        """Stems of the words in the name of the function: naming it speaks of no edit in it."""
        return stems_of(self.function.rpartition("::")[2])

    @cached_property
    def own_stems(self) -> frozenset[str]:
        """Stems of the words that only one of the two has, and its numbers."""
        words = stems_of(" ".join((*self.exchange[0], *self.exchange[1]))) - _COMMON
        return words | self.numbers

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers that only one of the two has."""
        old, new = (_numbers_in(" ".join(lines)) for lines in (self.taken, self.brought))
        return old ^ new

    @cached_property
    def exchange(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words that only one of the two has."""
        old, new = (_NAME.findall(" ".join(lines)) for lines in (self.taken, self.brought))
        only_old = [each for each in old if each not in new]
        only_new = [each for each in new if each not in old]
        return tuple(only_old), tuple(only_new)

    @property
    def is_removal(self) -> bool:
        """Whether it takes code away and brings none."""
        brought = (line.partition("#")[0].strip() for line in self.brought)
        return not {*brought} - {"", "pass", "..."} and bool("".join(self.taken).strip())

    @property
    def is_text_only(self) -> bool:
        """Whether nothing but what is in quotes differs."""
        sides = [_without_texts(lines) for lines in (self.taken, self.brought)]
        return None not in sides and sides[0] == sides[1]


class Threads:
    """The edits of a change, as far as they are in pairs."""

    def __init__(
        self,
        change: Change,
        pairs: Sequence[Pair],
        said: Iterable[str],
        pinned: Iterable[tuple[Pair, Witness]] = (),
    ) -> None:
        self._pairs = {pair.id: pair for pair in pairs}
        self._edits = {pair.id: [*_edits_of(pair)] for pair in pairs}
        self._edits |= {pair.id: _read_by(pair, change) for pair in pairs if pair.is_affected}
        edits = [edit for found in self._edits.values() for edit in found]
        self._threads = _joined(edits, self._uses())
        said = [*said]
        stems = stems_of("\n".join(said)) - _COMMON
        tested = stems_of("\n".join(each.text for each in change.intent.tests)) - _COMMON
        by_test: dict[str, list[Edit]] = {}
        for pair, witness in pinned:
            by_test.setdefault(witness.test, []).extend(self._behind(pair, witness))
        shown = {
            id(edit)
            for edits in by_test.values()
            for edit in _most_spoken_of(edits, stems | tested) or edits
        }
        #: Ids of edits that tests of the change show to be meant.
        self._pinned = frozenset(
            id(edit)
            for thread in self._threads
            if any(id(edit) in shown for edit in thread)
            for edit in thread
        )
        self._spoken_of = _spoken_of(self._threads, said, stems, self._pinned)

    def _uses(self) -> set[tuple[str, str]]:
        return {
            (pair.id, cause.uses)
            for pair in self._pairs.values()
            for cause in pair.causes
            if cause.uses in self._pairs
        }

    def edits_behind(self, pair: Pair, witness: Witness) -> tuple[Sequence[Edit], bool]:
        """The edits that make a difference, and whether that is sure; where nobody knows, those of
        the function, or else of those that it uses.
        """
        found = _running(self._behind(pair, witness))
        is_blamed = any(edit.key in witness.edits for edit in found)
        return found, is_blamed or len(_running(self._near(pair))) == 1

    def _behind(self, pair: Pair, witness: Witness) -> Sequence[Edit]:
        everywhere = [edit for edits in self._edits.values() for edit in edits]
        by_key = {edit.key: edit for edit in (*everywhere, *self._near(pair))}
        found = [edit for key, edit in by_key.items() if key in witness.edits]
        return found or self._edits.get(pair.id) or self._used(pair)

    def _near(self, pair: Pair) -> Sequence[Edit]:
        """Edits of a function, of what it stands in and of what it uses, each once."""
        around = self._edits.get(pair.id.partition(".<locals>.")[0], [])
        found = (*self._used(pair), *around, *self._edits.get(pair.id, []))
        return [*{edit.key: edit for edit in found}.values()]

    def _used(self, pair: Pair) -> Sequence[Edit]:
        return [edit for each in self.used_by(pair) for edit in self._edits[each.id]]

    def is_edited(self, pair: Pair) -> bool:
        """Whether something else than a text was edited in the function itself."""
        return any(not edit.is_text_only for edit in self._edits.get(pair.id, ()))

    def used_by(self, pair: Pair) -> Sequence[Pair]:
        """The functions of the change that a function uses, directly or through others."""
        return used_by(pair, self._pairs)

    def spoken(self, edits: Sequence[Edit]) -> Spoken:
        """Whether the words are about edits."""
        if not edits or self._spoken_of is None:
            return Spoken.UNKNOWN
        are = {id(edit) in self._spoken_of for edit in edits}
        if are == {True}:
            return Spoken.OF
        return Spoken.PARTLY if True in are else Spoken.BESIDE

    def are_pinned(self, edits: Sequence[Edit]) -> bool:
        """Whether all of some edits are in threads that tests of the change show."""
        return bool(edits) and all(id(edit) in self._pinned for edit in edits)


def numbers_said(sentences: Iterable[str]) -> frozenset[str]:
    """Numbers in sentences; of a version of Python, its second one, which is what code compares."""
    return _numbers_in(_PYTHON.sub(r" \1 ", "\n".join(sentences)))


def reword(edits: Sequence[Edit], old: str, new: str) -> bool:
    """Whether edits are of texts only, and two sides differ in those."""
    if not edits or not all(edit.is_text_only for edit in edits):
        return False
    gone, come = (_only_in(one, other) for one, other in ((old, new), (new, old)))
    taken, brought = (
        {word for edit in edits for word in _WORD.findall("\n".join(lines(edit)))}
        for lines in (_TAKEN, _BROUGHT)
    )
    return gone <= taken and come <= brought


def _running(edits: Sequence[Edit]) -> Sequence[Edit]:
    """Edits that change what runs; all, where none does."""
    return [edit for edit in edits if edit.is_code] or edits


def _only_in(text: str, other: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text)) - frozenset(_WORD.findall(other))


def _edits_of(pair: Pair) -> Iterator[Edit]:
    names = frozenset(_NAME.findall(pair.old.source)) ^ frozenset(_NAME.findall(pair.new.source))
    edits = edits_of(pair)
    heads, docs = edits_in_head(pair, edits), edits_in_docstring(pair, edits)
    code = edits_of_code(pair, edits)
    for each in edits:
        here = frozenset(_NAME.findall("\n".join((*each.taken, *each.brought))))
        own = frozenset() if each in docs else (here & names) - _COMMON_NAMES
        is_head, is_code = each in heads, each in code
        yield Edit(pair.id, each.taken, each.brought, own, each.key, is_head, is_code)


def _spoken_of(
    threads: Sequence[Sequence[Edit]],
    said: Sequence[str],
    stems: frozenset[str],
    pinned: frozenset[int],
) -> frozenset[int] | None:
    """The ids of edits that the words are about; `None` where nobody can tell which are."""
    stems |= numbers_said(each for one in said for each in sentences_of(one))
    if not stems and not pinned:
        return None
    edits = [edit for thread in threads for edit in thread]
    near = {id(edit) for edit in (*_most_spoken_of(edits, stems), *_named(threads, said))}
    spoken = [
        thread
        for thread in threads
        if any(id(edit) in pinned or id(edit) in near for edit in thread)
    ]
    if not spoken and len(threads) != 1:
        # Words that name nothing are about an edit that brings or takes a name, if one does.
        spoken = [thread for thread in threads if any(edit.names for edit in thread)]
        if not spoken or len(spoken) == len(threads):
            return None
    return frozenset(id(edit) for thread in spoken or threads for edit in thread)


def _most_spoken_of(edits: Sequence[Edit], said: frozenset[str]) -> Sequence[Edit]:
    """Edits that bring or take a word that is said; where none does, those that hold one.

    The name of a function may be said in any sentence about it: it counts where nothing better is
    said of it.
    """
    found = [edit for edit in edits if edit.own_stems & said - edit.name_stems]
    known = {edit.outermost for edit in found}
    found += [edit for edit in edits if edit.outermost not in known and edit.own_stems & said]
    return found or [edit for edit in edits if edit.stems & said - edit.name_stems]


def _numbers_in(text: str) -> frozenset[str]:
    """Numbers that hardly stand somewhere by chance: of two digits and more."""
    return frozenset(each for each in _NUMBER.findall(text) if len(each) > 1)


def _named(threads: Sequence[Sequence[Edit]], said: Sequence[str]) -> Iterator[Edit]:
    """Edits of functions that are named as code, where that tells which edits are meant.

    It does where a title has the name and the function no other edits, and where the words say
    what it returns.
    """
    texts = [sentences_of(text) for text in said]
    named = {name for sentences in texts for each in sentences[:1] for name in names_in(each)}
    sentences = [each for sentences in texts for each in sentences]
    returning = {name for each in sentences if _RETURNS & stems_of(each) for name in names_in(each)}
    count = Counter(function for thread in threads for function in {e.outermost for e in thread})
    for thread in threads:
        for edit in thread:
            is_return = edit.name in returning and any("return" in each for each in edit.exchange)
            if is_return or (edit.name in named and count[edit.outermost] == 1):
                yield edit


def _read_by(pair: Pair, change: Change) -> list[Edit]:
    """Edits outside of functions, of names that a function reads."""
    read = {cause.name for cause in pair.causes if cause.kind is CauseKind.READS and cause.name}
    return [
        Edit(f"{each.file}:{each.line}", (each.old,), (each.new,), names)
        for each in change.outside
        if (names := frozenset(read & {*_NAME.findall(each.old), *_NAME.findall(each.new)}))
    ]


def _joined(edits: Sequence[Edit], uses: set[tuple[str, str]]) -> list[list[Edit]]:
    """Edits in threads."""
    threads: list[list[Edit]] = []
    for edit in edits:
        near = [each for each in threads if any(_are_one(edit, other, uses) for other in each)]
        threads = [each for each in threads if each not in near]
        threads.append([edit, *(other for each in near for other in each)])
    return threads


def _are_one(one: Edit, other: Edit, uses: set[tuple[str, str]]) -> bool:
    if one.names & other.names or (one.key and one.key == other.key):
        return True
    if any(one.exchange) and one.exchange == other.exchange:
        return True
    return _calls(one, other, uses) or _calls(other, one, uses)


def _calls(one: Edit, other: Edit, uses: set[tuple[str, str]]) -> bool:
    """Whether an edit is of a call of the function that another is in."""
    name = other.function.rpartition("::")[2].rpartition(".")[2]
    lines = "\n".join((*one.taken, *one.brought))
    return (one.function, other.function) in uses and name in _NAME.findall(lines)


def _without_texts(lines: Sequence[str]) -> list[str] | None:
    """The parts of lines without what is in quotes; `None` where they are no whole lines."""
    text = "\n".join(lines)
    reading = tokenize.generate_tokens(io.StringIO(f"({text.strip()}\n)").readline)
    try:
        found = [*reading]
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return None
    return [each.string for each in found if each.type not in _STRINGS and each.string.strip()]
