"""What do the tests of a function ask, as long as nothing made up has decided that yet?

Objects that nobody knows are true, equal, of a class, as it leads on, and are such from then on.
What is known already stays as it is: then a test says what it says.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from sys import exc_info
from typing import Any, NamedTuple

from ..core._names import described
from ._injected import Injected, state_of, term
from ._sameness import class_name
from ._strangers import class_at, made_error
from ._world import STAGE

_OPPOSITE = {"!=": "==", "not in": "in", "is not": "is"}
COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ORDERED = frozenset(("<", "<=", ">", ">="))
#: Exceptions of one run that are told as taken by handlers.
_MOST_HANDLED = 20
_SCALARS = (int, float, str, bytes)
_NUMBERS = (int, float)
_LISTS = (list, tuple, set, frozenset, dict)
#: One value of each class, as Python writes it.
_SAMPLES: dict[Any, str] = {
    str: "'a'",
    int: "3",
    list: "['a']",
    dict: "{'a': 1}",
    tuple: "('a',)",
    float: "0.5",
    bytes: "b'a'",
    set: "{'a'}",
    bool: "True",
}


class Detour(NamedTuple):
    """One test: the answer that leads to more code, and whether the other is worth a try."""

    prefers: bool
    alternates: bool


class Ways:
    """What the tests of a snippet ask."""

    def __init__(self, hooks: Any) -> None:
        self._hooks = hooks
        self.plans: list[Detour] = []
        #: Whether calls are to raise what the code around expects.
        self.fails = False
        #: By path, what would have led on where a test was answered otherwise.
        self.instead: dict[str, str] = {}
        #: For each test, whether it was answered with no and with yes in this run.
        self._taken: list[list[bool]] = []

    def start(self) -> None:
        """Forget the ways of the run before."""
        self.instead = {}
        self._taken = [[False, False] for _ in self.plans]

    def took(self, number: int, value: Any) -> bool:
        """Take note of what a test answered."""
        answer = bool(value)
        if STAGE.world is not None:
            self._taken[number][answer] = True
        return answer

    def answered(self, mark: int, value: Any) -> bool:
        """Take note of what a condition came to."""
        answer = bool(value)
        self._hooks.ended[mark + answer] = 1
        return answer

    def handled(self) -> None:
        """Take note of an exception that a handler of the code takes."""
        world = STAGE.world
        error = exc_info()[1]
        if world is not None and error is not None and len(world.handled) < _MOST_HANDLED:
            world.handled.add(described(error))

    def assumed(self, text: str, answer: bool, value: object = None) -> bool:
        """The answer of a test that a shortcut takes for settled."""
        world = STAGE.world
        if world is not None:
            world.show(text, f"{answer} (assumed)")
        return answer

    def assumed_once(self, text: str, answer: bool, line: int) -> bool:
        """The same for the first round of a loop, each time that a run gets there first."""
        world = STAGE.world
        if world is None or line in world.assumed:
            return not answer
        world.assumed.add(line)
        return self.assumed(text, answer)

    def failing(self, kinds: Any, text: str) -> BaseException:
        """What a statement raises in the place of what it does."""
        while type(kinds) is tuple and kinds:
            kinds = kinds[0]
        if type(kinds) is Injected:
            kinds = class_at(kinds._within_path, True)
        is_one = isinstance(kinds, type) and issubclass(kinds, BaseException)
        kind = kinds if is_one else Exception
        world = STAGE.world
        if world is None:
            return kind()
        error: BaseException = made_error(kind, world.scalar(str, f"{text} message", ""))
        world.external.append(error)
        world.show(text, f"raises {kind.__name__} (assumed)")
        return error

    def made_up(self, text: str) -> Any:
        """What a statement would have bound that a shortcut leaves out."""
        return STAGE.world.value_at(text, text)

    def _wanted(self, number: int, how: bool | str) -> bool | None:
        """What a part of a test is to be, where the run is one that is steered.

        `how` says how the part goes into the test: as it is, the reverse, or as a condition for
        the last part to be asked at all, which is then "yes" or "no".
        """
        world = STAGE.world
        if world is None or not world.is_likely:
            return None
        plan = self.plans[number]
        before = self._taken[number]
        if isinstance(how, str):
            is_yes = how == "yes"
            # Where one part settles it, that may be any of them.
            is_enough = plan.prefers is not is_yes
            return is_yes is not (is_enough and world.is_so(f"test {number} is settled early", 0.3))
        wish = plan.prefers
        if plan.alternates and before[wish] and not before[not wish]:
            wish = not wish
        return wish is how

    def tested(self, number: int, how: bool | str, value: Any) -> bool:
        """Whether a value is true."""
        wanted = self._wanted(number, how)
        if wanted is None or type(value) is not Injected:
            return bool(value)
        return bool(self._with(wanted, bool, value))

    def asking(self, number: int, how: bool | str, function: Any) -> Any:
        """A function that is asked about something; it is as good as called."""
        wanted = self._wanted(number, how)
        if wanted is None:
            return function

        def asked(*args: Any, **kwargs: Any) -> Any:
            if len(args) == 2 and type(args[0]) is Injected:
                _decide_class(args[0], args[1], wanted)
            answer = self._with(wanted, function, *args, **kwargs)
            if bool(answer) is not wanted and len(args) == 2 and type(args[0]) is Injected:
                self._object_to_class(args[0], args[1], wanted)
            return answer

        return asked

    def compared(self, number: int, how: bool | str, sign: str, one: Any, other: Any) -> bool:
        """One comparison."""
        wanted = self._wanted(number, how)
        if wanted is None:
            return self._compute(sign, one, other)
        plain = _OPPOSITE.get(sign, sign)
        if plain != sign:
            wanted = not wanted
        answer = _steered(plain, one, other, wanted)
        if answer is None:
            answer = self._with(wanted, self._compute, plain, one, other)
        if answer is not wanted:
            self._object(plain, one, other, wanted)
        return answer if plain == sign else not answer

    def _object_to_class(self, value: Injected, cls: Any, wanted: bool) -> None:
        """The same for a value that is of another class than would have led on."""
        asked = {each for each in (cls if isinstance(cls, tuple) else (cls,)) if each in _SAMPLES}
        fitting = [text for each, text in _SAMPLES.items() if (each in asked) is wanted]
        if asked and fitting:
            self.instead.setdefault(value._within_path, fitting[0])

    def _object(self, sign: str, one: Any, other: Any, wanted: bool) -> None:
        """Take note of what would have led on, in the place of what was settled before."""
        mine, known = (one, other) if type(one) is Injected else (other, one)
        if type(one) is type(other) is str and wanted and sign in ("==", "in"):
            self._object_to_text(sign, one, other)
        elif type(one) is str and wanted and sign == "in" and type(other) in _LISTS:
            texts = [each for each in other if type(each) is str and each]
            if texts:
                self._object_to_text("==", one, texts[0])
        if type(mine) is not Injected or mine._within_path in self.instead:
            return
        if type(known) is Injected and state_of(known).has_value:
            known = state_of(known).value
        if sign == "is" and known is None:
            values = [None] if wanted else [""]
        elif sign == "in":
            values = list(known) if type(known) in _LISTS and wanted and mine is one else []
        elif type(known) in _SCALARS and sign in COMPUTE:
            compute = COMPUTE[sign]
            values = [
                each
                for each in _candidates(STAGE.world, mine, known, is_equal=wanted and sign == "==")
                if bool(compute(*((each, known) if mine is one else (known, each)))) is wanted
            ]
        else:
            values = []
        plain = [each for each in values if each is None or type(each) in _SCALARS]
        if plain:
            self.instead[mine._within_path] = "" if plain[0] == "" else term(plain[0])

    def _object_to_text(self, sign: str, one: str, other: str) -> None:
        """The same for texts that were made of other texts: what they were made of is to blame."""
        for path, text in texts_in(STAGE.world):
            if sign == "in":
                better = with_part(text, other, one + other)
            else:
                better = with_part(text, one, other) or with_part(text, other, one)
            if better and path not in self.instead:
                self.instead[path] = term(better)
                return

    def begun(self, number: int, how: bool | str, method: str, text: Any, part: Any) -> bool:
        """Whether a text starts or ends with another: `startswith` and `endswith`."""
        wanted = self._wanted(number, how)
        answer = self._hooks.callee(getattr(text, method))(part)
        first = part[0] if type(part) is tuple and part else part
        if wanted and not answer and type(text) is type(first) is str:
            better = first + text if method == "startswith" else text + first
            for path, known in texts_in(STAGE.world):
                if path not in self.instead and with_part(known, text, better):
                    self.instead[path] = term(with_part(known, text, better))
                    break
        return bool(answer)

    def sized(
        self, number: int, how: bool | str, sign: str, length: Any, one: Any, other: Any
    ) -> bool:
        """A comparison of a length, by the function that gives it."""
        wanted = self._wanted(number, how)
        if wanted is not None and length is len and type(other) is int and _is_open(one):
            plain = _OPPOSITE.get(sign, sign)
            _decide_size(one, COMPUTE[plain], other, wanted is (plain == sign))
        return self._compute(sign, self._hooks.callee(length)(one), other)

    def _compute(self, sign: str, one: Any, other: Any) -> bool:
        if sign in ("in", "not in"):
            return self._hooks.isin(one, other) is (sign == "in")
        if sign in ("is", "is not"):
            is_same = one is other if other is None else self._hooks.same(one, other)
            return is_same is (sign == "is")
        return bool(COMPUTE[sign](one, other))

    def _with(self, wanted: bool, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        world = STAGE.world
        world.wish = wanted
        try:
            return function(*args, **kwargs)
        finally:
            world.wish = None


def texts_in(world: Any) -> list[tuple[str, str]]:
    """The texts that were made up, by path."""
    return [(path, value) for path, value in values_in(world).items() if type(value) is str]


def bytes_in(world: Any) -> list[tuple[str, bytes]]:
    """The same for bytes."""
    return [(path, value) for path, value in values_in(world).items() if type(value) is bytes]


def values_in(world: Any) -> dict[str, Any]:
    """What was made up, by path."""
    taken = {path: state.value for path, state in world.states.items() if state.has_value}
    return {**world.values, **taken}


def with_part(text: str, part: str, better: str) -> str:
    """A text with another part, where it has that part in some way; empty where it has not."""
    if part and part in text:
        return text.replace(part, better)
    return better if text.strip().lower() == part.strip().lower() else ""


# --- making it so -------------------------------------------------------------------------------


def _is_open(value: Any) -> bool:
    """Whether nothing is known about a value yet."""
    return type(value) is Injected and not state_of(value).has_value


def _steered(sign: str, one: Any, other: Any, wanted: bool) -> bool | None:
    """Settle a comparison, and the value it is about; nothing when that is for others to do."""
    if sign == "in":
        return _contained(one, other, wanted)
    if _is_open(one) and _is_open(other) and sign in _ORDERED:
        STAGE.world.as_role(one, int)
    if _is_open(one) and not _is_open(other):
        known = state_of(other).value if type(other) is Injected else other
        return _settled(sign, one, known, wanted, COMPUTE.get(sign))
    if _is_open(other) and not _is_open(one):
        known = state_of(one).value if type(one) is Injected else one
        compute = COMPUTE.get(sign)
        mirrored = compute and (lambda mine, theirs: compute(theirs, mine))
        return _settled(sign, other, known, wanted, mirrored)
    return None


def _settled(
    sign: str, mine: Injected, known: Any, wanted: bool, compute: Callable[[Any, Any], Any] | None
) -> bool | None:
    """Give an object a value for which a comparison says what the world says it does."""
    world = STAGE.world
    state = state_of(mine)
    path = mine._within_path
    if known is None and sign in ("is", "=="):
        answer: bool = world.is_so(f"{path} is None", float(wanted and state.truth is not True))
        if answer:
            state.take(None)
            state.truth = False
            world.show(path, "None")
        return answer
    if type(known) in (list, tuple) and sign == "==" and all(type(e) in _SCALARS for e in known):
        if world.is_so(f"{path} == {term(known)}", float(wanted)):
            state.take(type(known)(known))
            world.show(path, term(known))
            return True
        return None
    if type(known) not in _SCALARS or compute is None:
        return None
    answer = world.is_so(f"{path} {sign} {term(known)}", float(wanted))
    values = _candidates(world, mine, known, is_equal=answer and sign == "==")
    if state.truth is not None:
        values = [value for value in values if bool(value) is state.truth] or values
    for value in values:
        if bool(compute(value, known)) is answer:
            state.take(value)
            world.show(path, term(value))
            return answer
    return None


def _contained(one: Any, other: Any, wanted: bool) -> bool | None:
    """Settle whether an object is among known ones."""
    if not _is_open(one) or type(other) not in (list, tuple, set, frozenset, dict):
        return None
    items = [item for item in list(other) if type(item) in _SCALARS]
    if not items or len(items) < len(other):
        return None
    world = STAGE.world
    answer: bool = world.is_so(f"{one._within_path} in {term(other)}", float(wanted))
    values = items if answer else _candidates(world, one, items[0], is_equal=False)
    truth = state_of(one).truth
    for value in values:
        if (value in items) is answer and truth in (None, bool(value)):
            state_of(one).take(value)
            world.show(one._within_path, term(value))
            return answer
    return None


def _candidates(world: Any, mine: Injected, known: Any, *, is_equal: bool) -> list[Any]:
    """Values to be had, the best ones first: those that nothing else is said about."""
    cls = type(known)
    if is_equal:
        return [known]
    mentioned = world.facts.of(mine._within_kind).literals
    others = [value for value in world.facts.pool.get(cls, ()) if value not in mentioned]
    near = [known]
    if isinstance(known, _NUMBERS):
        others.sort(key=lambda value: (value <= 0, value))
        near += [known + 1, known - 1]
    fitting = [value for value in mentioned if type(value) is cls]
    return [*others, *fitting, *near]


def _decide_size(
    one: Injected, compute: Callable[[Any, Any], Any], other: int, wanted: bool
) -> None:
    """Make a container so large that a comparison of its length gives what is wanted."""
    world = STAGE.world
    state = state_of(one)
    sizes = world.sizes_of(one._within_kind)
    for option, size in enumerate(sizes):
        if state.truth is not False and bool(compute(size, other)) is wanted:
            state.truth = True
            world.prefer(f"{one._within_path} has size", option)
            return
    if state.truth is None and bool(compute(0, other)) is wanted:
        state.truth = False


def _decide_class(value: Injected, cls: Any, wanted: bool) -> None:
    """Make an object one of a class, or of none of those that are asked for."""
    state = state_of(value)
    question = f"{value._within_path} is an instance of"
    world = STAGE.world
    if state.has_value or state.made_by or question in world.choices:
        return
    named = world.facts.of(value._within_kind).instance_of
    names = [*named, *(each for each in world.facts.instance_classes if each not in named)]
    asked = {class_name(each) for each in (cls if isinstance(cls, tuple) else (cls,))}
    for option, name in enumerate([*names, ""]):
        if (name.rpartition(".")[2] in asked) is wanted:
            world.prefer(question, option)
            return
