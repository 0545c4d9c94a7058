"""Does a call matter to anybody but its caller?

Most outside calls that a change moves, removes or repeats only read something. What a call does is
judged by what is known of it, the strongest evidence first: `RULES` says in which order.
"""

from __future__ import annotations

from ._effects_names import (
    BUILTINS,
    BUSY_CONSTRUCTORS,
    CHANGING_STARTS,
    CHANGING_VERBS,
    COMPUTING_LIBRARIES,
    COMPUTING_PARTS,
    FUNCTION_HOLDERS,
    LAST_VERBS,
    LIBRARY_EFFECTS,
    LOG_CHATTER,
    LOG_METHODS,
    LOGGERS,
    MADE_IN_THE_WORLD,
    MAKING_VERBS,
    NAMES,
    NOUN_MARKS,
    NOUN_VERBS,
    NUMERIC_LIBRARIES,
    OWN_CHANGING_VERBS,
    PARTICLES,
    PLAIN_READS,
    POSTED,
    PROGRAMS,
    READING_METHODS,
    READING_VERBS,
    RETURNING_VERBS,
    SEEN_BY_USERS,
    SERVICE_VERBS,
    SERVICES,
    WORLD_LIBRARIES,
)
from ._surroundings_table import TOUCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["OWN_CHANGING_VERBS", "RULES", "evidence", "has_effect", "words_of"]


def words_of(name: str) -> list[str]:
    """The words of a name in snake_case or camelCase, in small letters."""
    found = []
    for part in name.split("_"):
        start = 0
        for at in range(1, len(part)):
            small_to_large = part[at].isupper() and not part[at - 1].isupper()
            end_of_capitals = (
                part[at].islower() and part[at - 1].isupper() and at - 1 > start
            )  # the P of `HTTPError` is not part of `Error`
            if small_to_large or end_of_capitals:
                cut = at if small_to_large else at - 1
                found.append(part[start:cut].lower())
                start = cut
        if part[start:]:
            found.append(part[start:].lower())
    return found


# --- the rules -----------------------------------------------------------------------------------


class Callee:
    """What is called, by its access path."""

    __slots__ = ("dotted", "in_file", "is_thrown_away", "name", "names", "path", "words")

    def __init__(
        self, path: str, is_statement: bool | None, in_file: Mapping[str, bool] | None
    ) -> None:
        self.path = path
        #: The path without the arguments and subscripts in it: `super().__init__` has two names.
        self.names = _names_in(path)
        self.dotted = ".".join(self.names)
        self.name = self.names[-1]
        self.is_thrown_away = bool(is_statement)
        self.in_file = in_file or {}
        #: Of the last name, without particles.
        self.words = _significant(words_of(self.name))

    def is_in(self, libraries: frozenset[str]) -> bool:
        """Whether the path starts at one of these libraries."""
        return len(self.names) > 1 and self.names[0] in libraries


def _significant(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) - 1 and words[at] in PARTICLES:
        at += 1
    return words[at:]


def _names_in(path: str) -> list[str]:
    names = [""]
    depth = 0
    for character in path:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth == 0:
            if character == ".":
                names.append("")
            else:
                names[-1] += character
    return [name.strip() for name in names]


def _by_the_file(callee: Callee) -> bool | None:
    in_file, names = callee.in_file, callee.names
    if not in_file:
        return None
    if len(names) == 1:
        known = in_file.get(names[0])
        return in_file.get(f"{names[0]}.__init__") if known is None else known
    if len(names) == 2 and names[0] in ("self", "cls"):
        ending = f".{names[1]}"
        found = [effect for name, effect in in_file.items() if name.endswith(ending)]
        return any(found) if found else None
    return in_file.get(callee.dotted)


def _by_builtin(callee: Callee) -> bool | None:
    return BUILTINS.get(callee.name) if len(callee.names) == 1 else None


def _by_surroundings(callee: Callee) -> bool | None:
    touch = TOUCHES.get(callee.dotted)
    return None if touch is None or callee.is_in(_NETWORK) else touch.has_effect


#: Reading from the network is an effect: somebody else sees the request.
_NETWORK = frozenset({"urllib", "socket", "ssl", "http"})


def _by_exception(callee: Callee) -> bool | None:
    is_one = callee.name[:1].isupper() and callee.name.endswith(("Error", "Exception", "Warning"))
    return False if is_one else None


def _by_world_library(callee: Callee) -> bool | None:
    for part in COMPUTING_PARTS:
        if callee.dotted == part or callee.dotted.startswith(part + "."):
            # `requests.Session` is made without asking anybody; `requests.Session().get` asks.
            is_on_result = callee.path.startswith(part + "(")
            return is_on_result or callee.is_thrown_away
    if len(callee.names) == 1:
        return True if callee.words and callee.name.strip("_") in PROGRAMS else None
    return True if callee.names[0] in WORLD_LIBRARIES else None


def _by_logger(callee: Callee) -> bool | None:
    if len(callee.names) < 2:
        return None
    if callee.name == "warn" and callee.names[-2] == "warnings":
        return True
    owner = words_of(callee.names[-2])
    is_logger = bool(owner) and (owner[-1] in LOGGERS or owner[-1].endswith("logger"))
    if not is_logger or callee.is_in(NUMERIC_LIBRARIES) or callee.name not in LOG_METHODS:
        return None
    return owner[-1] in SEEN_BY_USERS or callee.name not in LOG_CHATTER


def _by_computing_library(callee: Callee) -> bool | None:
    is_computing = callee.is_in(COMPUTING_LIBRARIES) or callee.dotted.startswith("os.path.")
    if not is_computing and not callee.is_in(NUMERIC_LIBRARIES):
        return None
    if NAMES.get(callee.name):
        return True
    verb = callee.words[0] if callee.words else ""
    if verb in LIBRARY_EFFECTS:
        return True
    if is_computing and verb in CHANGING_VERBS and callee.names[0] != "operator":
        return NAMES.get(callee.name, True)  # `types.append(x)`: a variable, not the module
    return None if callee.is_thrown_away and not is_computing else False


def _by_being_thrown_away(callee: Callee) -> bool | None:
    if not callee.is_thrown_away:
        return None
    return callee.name not in PLAIN_READS


def _by_special_method(callee: Callee) -> bool | None:
    name = callee.name
    if name[:2] != "__" or name[-2:] != "__" or len(name) < 5:
        return None
    return name not in READING_METHODS


def _by_whole_name(callee: Callee) -> bool | None:
    return NAMES.get(callee.name.lstrip("_"))


def _by_constructor(callee: Callee) -> bool | None:
    name = callee.name.lstrip("_")
    return name in BUSY_CONSTRUCTORS if name[:1].isupper() else None


def _by_verb(callee: Callee) -> bool | None:
    words = callee.words
    if not words:
        return None
    verb, rest = words[0], words[1:]
    if verb == "post" and rest:
        return rest[-1] in POSTED
    if rest and verb in MAKING_VERBS and not MADE_IN_THE_WORLD.isdisjoint(rest[:1]):
        return not callee.name[:1].isupper()
    if any(mark in rest for mark in ("or", "and")) and not CHANGING_VERBS.isdisjoint(rest):
        return True
    if verb in SERVICE_VERBS and not rest and _is_service(callee):
        return True
    if rest and verb in RETURNING_VERBS and _is_plain_function(callee):
        return not MADE_IN_THE_WORLD.isdisjoint(rest)
    if verb in CHANGING_VERBS:
        return not (rest and verb in NOUN_VERBS and rest[0] in NOUN_MARKS)
    if verb in READING_VERBS:
        return False
    if any(mark in rest for mark in ("to", "from", "as", "for", "of", "by")):
        return False
    if rest and rest[-1] in LAST_VERBS:
        return True
    return True if verb.startswith(CHANGING_STARTS) else None


def _is_plain_function(callee: Callee) -> bool:
    if len(callee.names) == 1:
        return True
    holder = words_of(callee.names[-2])
    return bool(holder) and holder[-1] in FUNCTION_HOLDERS


def _is_service(callee: Callee) -> bool:
    return any(not SERVICES.isdisjoint(words_of(name)) for name in callee.names[:-1])


def _by_super(callee: Callee) -> bool | None:
    return True if callee.names[:1] == ["super"] and len(callee.names) > 1 else None


def _by_default(callee: Callee) -> bool | None:
    return False


#: The evidence in the order of its weight: what says something first decides.
RULES: tuple[tuple[str, Callable[[Callee], bool | None]], ...] = (
    ("the file shows it", _by_the_file),
    ("a builtin", _by_builtin),
    ("standard library that touches the world", _by_surroundings),
    ("an exception is made", _by_exception),
    ("a library of the world", _by_world_library),
    ("a logger", _by_logger),
    ("a library that computes", _by_computing_library),
    ("the value is thrown away", _by_being_thrown_away),
    ("a special method", _by_special_method),
    ("a name with a known meaning", _by_whole_name),
    ("an object is made", _by_constructor),
    ("the verb in the name", _by_verb),
    ("the same method of a base class", _by_super),
    ("called for its value", _by_default),
)

_judged: dict[tuple[str, bool | None], tuple[bool, str]] = {}


def evidence(
    path: str, is_statement: bool | None, in_file: Mapping[str, bool] | None = None
) -> tuple[bool, str]:
    """Say whether a call has an effect, and which of `RULES` says so."""
    if in_file:
        shown = _by_the_file(Callee(path, is_statement, in_file))
        if shown is not None:
            return shown, RULES[0][0]
    key = path, is_statement
    found = _judged.get(key)
    if found is None:
        found = _judged[key] = _judgement(Callee(path, is_statement, None))
    return found


def _judgement(callee: Callee) -> tuple[bool, str]:
    for name, rule in RULES:
        effect = rule(callee)
        if effect is not None:
            return effect, name
    raise AssertionError("the last rule always answers")


def has_effect(
    path: str, is_statement: bool | None, in_file: Mapping[str, bool] | None = None
) -> bool:
    """Say whether a call is more than a way to get a value.

    `path` is what is called, without its arguments: `crawler.settings.getbool`. `is_statement` says
    whether the code throws the result away somewhere; None when nobody knows. `in_file` is what
    `swerve.facts.effects` found in the file of the caller.
    """
    return evidence(path, is_statement, in_file)[0]
