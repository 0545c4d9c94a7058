"""Do the words speak of what the difference shows?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from swerve.model import Realism

from ._difference import Difference
from ._outcome import SOME_ERROR
from ._phrases import Phrases
from ._question import Shown
from ._script import Used
from ._words import Said, names_in, stem, stems_of

#: Words that any text may hold: they say nothing about what it is about.
_COMMON = (
    "the a an and or of to in on for with is are was be by as it this that not no from at "
    "error exception raise return result output value values type object none true false print "
    "expected got must can cannot test tests function method class use using name names "
    "call called given when which have has new old if all any one two input data example "
    "python file line module self int float str list dict tuple set bool array number"
)
#: Kinds of values that a script passes and words speak of.
_SPECIAL = frozenset({"none", "nan", "inf", "nat", "na", "empty", "negative", "complex"})
#: Ways to speak of an input that is refused.
_RAISING = Phrases("raise, throw, error, exception, =err")
_REFUSING = Phrases(
    "invalid, validate, reject, disallow, forbid, forbidden",
    "enforce, strict, stricter, refuse, prohibit, illegal, require, mandatory, must, restrict",
    "only accept|allow",
)
#: What happens, and not what is done: "texts were added, raising TypeError".
_HAPPENING = Phrases("=raising, =throwing")
_ERROR = re.compile(r"\b\w+Error\b")
#: Ways to say that an error goes away: what is spoken of then is no refusal.
_GOING = Phrases(
    "fix, bug, avoid, prevent, no longer, not, don't, doesn't, never, without, instead of =raising",
    "stop, wrong, incorrect, spurious, unexpected, unhandled, crash, resolve, suppress, handle",
    "catch, remove, lint, linter, test, =ci",
)
_COMING = Phrases(
    "=raise|=raises ... instead|when|if|for|on, =now raise, should raise, must raise",
    "=now ... =raising",
    "not allow, no longer allow, disallow",
    "prevent .. pass|call|use|set|create|add|mix|assign|modify|instantiate",
)
#: Support that is about where and on what code runs: results stay.
_RUNTIME = Phrases(
    "array api, gpu, cuda, device, backend, async, asynchronous, asyncio, thread, threadsafe",
    "multithread, parallel, parallelize, parallelise, multiprocess, multi process",
    "jit, platform, =windows, macos, linux, pypy, dispatch, dispatcher",
)
#: Things in one breath: a call need not use them all. "`a`, `b` and `c`"
_GROUP = re.compile(r"`[^`]+`(?:\s*(?:,|/|&|,?\s+(?:and|or)\s)\s*`[^`]+`)+")
_OPTION = Phrases("param, parameter, argument, arg, kwarg, keyword, option, flag")
#: Values that are not in a text by chance: no small numbers.
_VALUE = re.compile(
    r"(?<![\w.])(?:None|True|False|NaN|nan|NaT|-?inf|-\d+|-?\d+\.\d+|\d{2,})(?![\w.])"
)


#: How swerve shows an object that was made up: by its path, which no code wrote.
_MADE_UP = re.compile(r"<[^<>]*?(?= with |>)|\binjected\b")


#: Ways to speak of looking at inputs; whether to refuse them is then up to what is shown.
_CHECKING = Phrases("check, guard, assert, assertion, verify, verification, detect")


@dataclass(frozen=True, slots=True)
class Relation:
    """What words and difference have in common."""

    #: Functions, classes and attributes that the script uses and the words name.
    named: tuple[str, ...]
    #: Arguments, texts and special values that the script passes and the words name.
    passed: tuple[str, ...]
    #: Words of what differs in the outputs that the words use, too.
    shown: tuple[str, ...]
    #: What the title says is added, where it is something that a call can be seen to leave out.
    unused: str
    #: What the title says is added is about where and on what code runs.
    is_runtime: bool
    #: What only the new side shows and the title names as code: a type, an attribute; or empty.
    titled: str
    #: The type of the error that came or went is named.
    names_error: bool
    #: The words speak of refusing inputs from now on.
    speaks_of_refusing: bool
    #: The title does.
    is_about_refusing: bool
    #: The title speaks of looking at inputs: who adds a check refuses what fails it.
    is_about_checking: bool

    @property
    def is_as_said(self) -> bool:
        """The difference shows something the words speak of."""
        return bool(self.passed or self.shown or self.names_error)

    @property
    def exists(self) -> bool:
        """The difference is in something the words name, or shows what they speak of."""
        return bool(self.named) or self.is_as_said

    @property
    def common(self) -> str:
        """Some of it, for a sentence."""
        return ", ".join(f"`{each}`" for each in (*self.named, *self.passed, *self.shown)[:3])


def relation_between(said: Said, used: Used, shown: Shown, difference: Difference) -> Relation:
    """Find what words and difference have in common."""
    names = set(used.names)
    if shown.function:
        names |= {part for part in shown.function.split(".") if part != "<locals>"}
    project = {name.lower() for name in used.projects}
    plain = {word.lower() for word in re.findall(r"\w+", said.text)}
    passed = {each for each in used.keywords if each.lower() in said.names or _tells(each, plain)}
    passed |= {each for each in used.values if each in _SPECIAL & plain or _tells(each, plain)}
    passed |= {each for each in used.keywords | used.values if _is_spelled_out(each, said.text)}
    old, new = _told(difference.old_text, shown), _told(difference.new_text, shown)
    outputs = stems_of(old) ^ stems_of(new)
    # That a function prints its own name says nothing about what differs.
    own = stems_of(" ".join(names))
    shared = {word for word in outputs & said.stems - own if len(word) > 2} - _common_stems()
    # Values that stand out and that only one side shows.
    values = set(_VALUE.findall(old)) ^ set(_VALUE.findall(new))
    shared |= values & set(_VALUE.findall(said.text))
    errors = {
        error.type_name.lower()
        for error in (difference.old_error, difference.new_error)
        if error is not None and error.type_name != SOME_ERROR
    }
    return Relation(
        tuple(sorted(name for name in names if name.lower() in said.names - project)),
        tuple(sorted(passed)),
        tuple(sorted(shared)),
        _unused(said.title, names | used.modules | used.projects | used.keywords),
        _RUNTIME.stand_in(said.title),
        _titled(said.title, difference),
        bool(errors & plain),
        any(map(_speaks_of_refusing, said.sentences))
        or (bool(shared) and _CHECKING.stand_in(said.text)),
        _speaks_of_refusing(said.title),
        _CHECKING.stand_in(said.title),
    )


@cache
def _common_stems() -> frozenset[str]:
    return stems_of(_COMMON)


def _tells(word: str, words: set[str]) -> bool:
    """Whether a word stands among others, and not by chance."""
    return word.lower() in words and len(word) > 2 and stem(word) not in _common_stems()


def _unused(title: str, used: set[str]) -> str:
    """What a title names and a script does not use: an option, a name, a place to run on."""
    for phrases in (_RUNTIME, _OPTION):
        if found := phrases.search(title):
            return found
    known = {name.lower() for name in used}
    named = names_in(title)
    for group in _GROUP.findall(title):
        members = names_in(group)
        if known & {name.lower() for name in members}:
            named -= members
    return next((name for name in sorted(named) if name.lower() not in known), "")


def _is_spelled_out(name: str, text: str) -> bool:
    """Whether an identifier of several words stands in a text as these words: "time zone"."""
    parts = [part for part in name.lower().split("_") if part]
    if len(parts) < 2 or not name.isidentifier():
        return False
    return re.search(rf"\b{'[ -]'.join(parts)}s?\b", text, re.IGNORECASE) is not None


def _titled(title: str, difference: Difference) -> str:
    """A name in a title that appears in the results: "return RangeIndex where possible"."""
    old, new = (
        set(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
        for lines in (difference.old_lines, difference.new_lines)
    )
    return min(names_in(title) & (new - old), default="")


def _told(text: str, shown: Shown) -> str:
    """What a side shows, without swerve's own words for nothing and for what was made up."""
    if text == "(missing)":
        return ""
    return _MADE_UP.sub(" ", text) if shown.realism is Realism.INJECTED else text


@lru_cache(maxsize=1 << 12)
def _speaks_of_refusing(sentence: str) -> bool:
    if _COMING.stand_in(sentence):
        return True
    is_raised = _RAISING.stand_in(sentence) or _ERROR.search(sentence) is not None
    is_raised = is_raised and not _HAPPENING.stand_in(sentence)
    return (is_raised or _REFUSING.stand_in(sentence)) and not _GOING.stand_in(sentence)
