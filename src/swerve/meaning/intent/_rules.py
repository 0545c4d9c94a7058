"""Which differences are not about the change at all?

Each rule has a name. What a rule sets aside stays in the report, collapsed, and is not judged.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ._difference import Difference, Sort, difference_shown
from ._outcome import Raised
from ._question import Question
from ._script import Used, used_by
from ._words import Said, said_in

#: How far numbers may be apart, relative to the larger, to be called the same.
_LAST_DIGITS = 1e-9
#: Digits that a number must show for one unit of the last to be nothing.
_MANY_DIGITS = 8

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b|\bid=\d{9,}\b")
_TIME = re.compile(
    r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\b\d+(?:\.\d+)?(?:e-?\d+)?\s*(?:ns|µs|us|ms|s|secs?|seconds?|minutes?)\b"
)
_PATH = re.compile(r"(?:/[\w.+-]+){2,}|\bline \d+\b")
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
_LOOSE_SPACE = re.compile(r" ?([][(){},:=]) ?")
_BRACED = re.compile(r"\{[^{}:]*\}")
_CLOCK = re.compile(r"\b(?:time|perf_counter|monotonic|timeit|now|today|utcnow)\s*\(")
_ENVIRONMENT = re.compile(
    r"no space left|permission denied|connection (?:refused|reset|error)|network is unreachable"
    r"|name or service not known|temporary failure in name resolution|read-only file system"
    r"|cannot open shared object file|undefined symbol|dll load failed|pip install"
    r"|numpy\.dtype size changed|compiled against|timed out|certificate verify failed",
    re.IGNORECASE,
)
_ENVIRONMENT_ERRORS = frozenset(
    {"ConnectionError", "TimeoutError", "URLError", "SSLError", "MemoryError", "PermissionError"}
)
_MISUSE = re.compile(
    r"missing \d+ required|takes \d+ positional|takes from \d+ to|takes no arguments"
    r"|got multiple values|is not callable|is not subscriptable"
)
_PRECISION = re.compile(r"\b(?:precis\w+|accura\w+|round\w*|digits?|numerical\w*)\b", re.IGNORECASE)
_MESSAGES = re.compile(
    r"\b(?:messages?|wording|error text|errors?|exceptions?|rais\w+)\b", re.IGNORECASE
)
_ORDER = re.compile(r"\b(?:order\w*|sort\w*|determinis\w+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SetAside:
    """Why a difference is not judged."""

    #: "noise:addresses", "illegal-input:both-raise".
    rule: str
    #: One sentence for the reader.
    why: str


@dataclass(frozen=True, slots=True)
class _Facts:
    question: Question
    difference: Difference
    used: Used
    said: Said


def set_aside(question: Question) -> SetAside | None:
    """The first rule that says a difference is not about the change."""
    shown = question.shown
    used = used_by(shown.call)
    difference = difference_shown(shown, used.handlers)
    facts = _Facts(question, difference, used, said_in(question.words))
    return next((found for rule in _RULES for found in rule(facts)), None)


# --- the script itself ---------------------------------------------------------------------------


def _own_mistake(facts: _Facts) -> Iterator[SetAside]:
    """A side that fails over what the script itself got wrong."""
    for error in _errors(facts.difference):
        if error.type_name in {"SyntaxError", "IndentationError"} and facts.used.is_broken:
            yield SetAside("illegal-input:syntax", "The script does not parse.")
        name = re.search(r"name '(\w+)' is not defined", error.message)
        if error.type_name == "NameError" and name and name[1] in facts.used.free:
            yield SetAside(
                "illegal-input:own-name", "The script uses a name that it does not define."
            )


def _both_raise(facts: _Facts) -> Iterator[SetAside]:
    sort = facts.difference.sort
    new_error = facts.difference.new_error
    if sort is Sort.OTHER_ERROR and new_error and new_error.type_name not in facts.said.text:
        yield SetAside(
            "illegal-input:both-raise",
            "Both versions raise, so neither accepts the input.",
        )
    if sort is Sort.OTHER_MESSAGE and not _MESSAGES.search(facts.said.text):
        yield SetAside(
            "message-only", "Both versions raise the same error; only its message differs."
        )


def _misuse(facts: _Facts) -> Iterator[SetAside]:
    """A call that no version was ever meant to take."""
    error = facts.difference.old_error
    if (
        facts.difference.sort is Sort.ERROR_GONE
        and error is not None
        and error.type_name == "TypeError"
        and _MISUSE.search(error.message)
        and not facts.said.names & {name.lower() for name in facts.used.names}
    ):
        yield SetAside(
            "illegal-input:misuse", "The call does not match the interface of the old version."
        )


def _private(facts: _Facts) -> Iterator[SetAside]:
    if facts.question.shown.function:  # an engine chose the function, not the script
        return
    if facts.used.private:
        name = min(facts.used.private)
        yield SetAside("illegal-input:private", f"The script uses `{name}`, which is not public.")


# --- the machine ---------------------------------------------------------------------------------


def _environment(facts: _Facts) -> Iterator[SetAside]:
    for error in _errors(facts.difference):
        told = f"{error.type_name}: {error.message}"
        missing = re.search(r"No module named '?([\w.]+)", error.message)
        if missing and missing[1].partition(".")[0] not in facts.used.projects:
            yield SetAside(
                "unrelated:environment",
                f"The module `{missing[1]}` is not installed where the script ran.",
            )
        elif error.type_name in _ENVIRONMENT_ERRORS or _ENVIRONMENT.search(told):
            yield SetAside(
                "unrelated:environment",
                "The error comes from the machine or the network, not from the code.",
            )


# --- noise ---------------------------------------------------------------------------------------


def _nothing(facts: _Facts) -> Iterator[SetAside]:
    if facts.difference.sort is Sort.NOTHING:
        yield SetAside("noise:traceback", "Only locations in tracebacks differ.")


def _warnings(facts: _Facts) -> Iterator[SetAside]:
    if facts.difference.sort is Sort.WARNING and not re.search(
        r"\bwarn|deprecat", facts.said.text, re.IGNORECASE
    ):
        yield SetAside("noise:warnings", "Only warnings differ, and the description mentions none.")


def _addresses(facts: _Facts) -> Iterator[SetAside]:
    if _alike(facts, lambda text: _ADDRESS.sub("0x", text)):
        yield SetAside("noise:addresses", "Only addresses of objects differ.")


def _paths(facts: _Facts) -> Iterator[SetAside]:
    if _alike(facts, lambda text: _PATH.sub("/", _ADDRESS.sub("0x", text))):
        yield SetAside("noise:paths", "Only paths and line numbers differ.")


def _times(facts: _Facts) -> Iterator[SetAside]:
    if _CLOCK.search(facts.question.shown.call) and _alike(
        facts, lambda text: _NUMBER.sub("#", _TIME.sub("#", text))
    ):
        yield SetAside("noise:times", "Only times that the script measures or reads differ.")


def _layout(facts: _Facts) -> Iterator[SetAside]:
    if _alike(facts, lambda text: _LOOSE_SPACE.sub(r"\1", " ".join(text.split()))):
        yield SetAside("noise:layout", "Only spaces and line breaks differ.")


def _hash_order(facts: _Facts) -> Iterator[SetAside]:
    if _ORDER.search(facts.said.text):
        return
    if _alike(facts, lambda text: _BRACED.sub(_sorted_members, text)):
        yield SetAside("noise:hash-order", "Only the order within sets differs.")


def _random(facts: _Facts) -> Iterator[SetAside]:
    if facts.used.is_random and _alike(facts, lambda text: _NUMBER.sub("#", text)):
        yield SetAside("noise:random", "The script draws random numbers without a seed.")


def _last_digits(facts: _Facts) -> Iterator[SetAside]:
    if _PRECISION.search(facts.said.text) or facts.difference.sort is not Sort.VALUE:
        return
    old, new = "\n".join(facts.difference.old_lines), "\n".join(facts.difference.new_lines)
    old_numbers, new_numbers = _NUMBER.findall(old), _NUMBER.findall(new)
    if _NUMBER.sub("#", old).split() != _NUMBER.sub("#", new).split():
        return
    pairs = [pair for pair in zip(old_numbers, new_numbers, strict=True) if pair[0] != pair[1]]
    if pairs and all(_is_close(*pair) for pair in pairs):
        yield SetAside("noise:float-digits", "Only the last digits of floats differ.")


def _is_close(old: str, new: str) -> bool:
    if not all(re.search(r"[.eE]", each) for each in (old, new)):
        return False
    if math.isclose(float(old), float(new), rel_tol=_LAST_DIGITS, abs_tol=0.0):
        return True
    digits = min(len(_significant(old)), len(_significant(new)))
    unit = 10.0 ** (1 - digits)
    return digits >= _MANY_DIGITS and math.isclose(float(old), float(new), rel_tol=unit)


def _significant(number: str) -> str:
    """The digits of a number as printed, without those that only give its size."""
    return re.sub(r"\D", "", re.split("[eE]", number)[0]).lstrip("0")


def _sorted_members(found: re.Match[str]) -> str:
    try:
        value = ast.literal_eval(found[0])
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return found[0]
    return str(sorted(map(repr, value))) if isinstance(value, set) else found[0]


def _alike(facts: _Facts, normal: Callable[[str], str]) -> bool:
    """Whether the sides do not differ once both are brought into a form."""
    shown = facts.question.shown
    return normal(shown.old) == normal(shown.new)


def _errors(difference: Difference) -> Iterator[Raised]:
    for error in (difference.old_error, difference.new_error):
        if error is not None:
            yield error


_RULES: tuple[Callable[[_Facts], Iterator[SetAside]], ...] = (
    _nothing,
    _addresses,
    _paths,
    _layout,
    _times,
    _hash_order,
    _random,
    _last_digits,
    _warnings,
    _own_mistake,
    _environment,
    _both_raise,
    _misuse,
    _private,
)
