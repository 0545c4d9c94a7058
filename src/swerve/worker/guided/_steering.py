"""Which way does a snippet take, as long as nothing made up has decided that yet?

Before a test is made it is known which of its answers leads to more code. What is asked about
objects that nobody knows (are they true, equal, of a class) gets the answer that leads there, and
they are such from then on. What is known already stays as it is: then the test says what it says.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from ._injected import Injected, state_of, term
from ._rewriting import HOOKS, asking
from ._sameness import class_name
from ._world import STAGE

#: What steers is called in rewritten code.
WAYS = "__within_ways__"
_call = partial(asking, WAYS)
_ASKED = frozenset(("isinstance", "issubclass", "hasattr", "callable"))
_SIGNS: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_OPPOSITE = {"!=": "==", "not in": "in", "is not": "is"}
_COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ORDERED = frozenset(("<", "<=", ">", ">="))
_LEAVING = (ast.Return, ast.Raise)
_ENDING = (*_LEAVING, ast.Continue, ast.Break)
_COMPOUND = (
    *(ast.If, ast.While, ast.For, ast.AsyncFor, ast.Try, ast.With, ast.AsyncWith),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)
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
            return how == "yes"
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
        if type(mine) is not Injected or mine._within_path in self.instead:
            return
        if sign == "is" and known is None:
            values = [None] if wanted else [""]
        elif sign == "in":
            values = list(known) if type(known) in _LISTS and wanted and mine is one else []
        elif type(known) in _SCALARS and sign in _COMPUTE:
            compute = _COMPUTE[sign]
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

    def sized(
        self, number: int, how: bool | str, sign: str, length: Any, one: Any, other: Any
    ) -> bool:
        """A comparison of a length, by the function that gives it."""
        wanted = self._wanted(number, how)
        if wanted is not None and length is len and type(other) is int and _is_open(one):
            plain = _OPPOSITE.get(sign, sign)
            _decide_size(one, _COMPUTE[plain], other, wanted is (plain == sign))
        return self._compute(sign, self._hooks.callee(length)(one), other)

    def _compute(self, sign: str, one: Any, other: Any) -> bool:
        if sign in ("in", "not in"):
            return self._hooks.isin(one, other) is (sign == "in")
        if sign in ("is", "is not"):
            is_same = one is other if other is None else self._hooks.same(one, other)
            return is_same is (sign == "is")
        return bool(_COMPUTE[sign](one, other))

    def _with(self, wanted: bool, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        world = STAGE.world
        world.wish = wanted
        try:
            return function(*args, **kwargs)
        finally:
            world.wish = None


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
        return _settled(sign, one, known, wanted, _COMPUTE.get(sign))
    if _is_open(other) and not _is_open(one):
        known = state_of(one).value if type(one) is Injected else one
        compute = _COMPUTE.get(sign)
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


# --- the text -----------------------------------------------------------------------------------


def steer(function: Any, ways: Ways, wanted: Collection[int] = ()) -> None:
    """Have the tests of a function ask for ways, in place: to wanted lines, or to most of it."""
    _Steering(ways.plans, sorted(wanted)).block(function.body, 0, 0)
    if wanted:
        ways.fails = any(
            _holds(inner.body, wanted)
            for inner in ast.walk(function)
            if isinstance(inner, ast.ExceptHandler)
        )


class _Steering:
    def __init__(self, plans: list[Detour], wanted: Sequence[int]) -> None:
        self._plans = plans
        self._wanted = wanted

    def block(self, body: Sequence[ast.stmt], in_loop: int, behind: int) -> None:
        """`in_loop` lines follow in the loop around, `behind` follow behind that."""
        for position, node in enumerate(body):
            rest = _lines(body[position + 1 :])
            self._statement(node, in_loop + rest, behind)

    def _statement(self, node: Any, in_loop: int, behind: int) -> None:
        if not isinstance(node, _COMPOUND) and _holds([node], self._wanted):
            _Parts(self).visit(node)
        if isinstance(node, ast.If):
            self._if(node, in_loop, behind)
        elif isinstance(node, ast.While):
            if not isinstance(node.test, ast.Constant):
                node.test = self.test(node.test, Detour(True, True))
            self.block(node.body, 0, in_loop + behind)
            self.block(node.orelse, in_loop, behind)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.block(node.body, 0, in_loop + behind)
            self.block(node.orelse, in_loop, behind)
        elif isinstance(node, ast.Assert):
            node.test = self.test(node.test, Detour(True, False))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.block(node.body, 0, 0)
        else:
            for name in ("body", "orelse", "finalbody"):
                self.block(getattr(node, name, ()), in_loop, behind)
            for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                self.block(inner.body, in_loop, behind)

    def _if(self, node: ast.If, in_loop: int, behind: int) -> None:
        yes = _lines(node.body) + _left(node.body, in_loop, behind)
        no = _lines(node.orelse) + _left(node.orelse, in_loop, behind)
        prefers = yes > no or (yes == no and not isinstance(node.body[-1], _LEAVING))
        other = node.orelse if prefers else node.body
        alternates = not (other and isinstance(other[-1], _LEAVING))
        inside = _holds(node.body, self._wanted), _holds(node.orelse, self._wanted)
        if any(inside):
            prefers, alternates = inside[0], all(inside)
        elif self._wanted and self._wanted[-1] > (node.end_lineno or 0):
            yes_ends, no_ends = (
                bool(each) and isinstance(each[-1], _ENDING) for each in (node.body, node.orelse)
            )
            if yes_ends is not no_ends:
                prefers, alternates = no_ends, False
        self.block(node.body, in_loop, behind)
        self.block(node.orelse, in_loop, behind)
        node.test = self.test(node.test, Detour(prefers, alternates))

    def test(self, test: ast.expr, plan: Detour) -> ast.expr:
        """A test that asks for a way."""
        self._plans.append(plan)
        number = len(self._plans) - 1
        return _call("took", test, ast.Constant(number), _steered_test(test, number, True))


class _Parts(ast.NodeTransformer):
    """Has the conditions inside expressions ask too: all of their parts are to run."""

    def __init__(self, steering: _Steering) -> None:
        self._steering = steering

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Both ways, one after the other."""
        self.generic_visit(node)
        node.test = self._steering.test(node.test, Detour(True, True))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """As far as the last part."""
        return self._steering.test(node, Detour(True, True))


def _holds(body: Sequence[ast.stmt], wanted: Collection[int]) -> bool:
    """Whether some of the lines are in a block."""
    if not body:
        return False
    return any(body[0].lineno <= line <= (body[-1].end_lineno or 0) for line in wanted)


def _left(body: Sequence[ast.stmt], in_loop: int, behind: int) -> int:
    """How much code may follow a block."""
    last = body[-1] if body else None
    if isinstance(last, _LEAVING):
        return 0
    return behind if isinstance(last, (ast.Continue, ast.Break)) else in_loop + behind


def _lines(body: Sequence[ast.stmt]) -> int:
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _steered_test(test: ast.expr, number: int, how: bool | str) -> ast.expr:
    given = ast.Constant(number), ast.Constant(how)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test.operand = _steered_test(test.operand, number, _REVERSE[how])
        return test
    if isinstance(test, ast.BoolOp):
        first = "yes" if isinstance(test.op, ast.And) else "no"
        test.values = [
            *(_steered_test(value, number, first) for value in test.values[:-1]),
            _steered_test(test.values[-1], number, how),
        ]
        return test
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        sign = ast.Constant(_SIGNS[type(test.ops[0])])
        left, right = test.left, test.comparators[0]
        if sign.value in _COMPUTE and _is_call_of(left, ("len",)) and len(left.args) == 1:  # type: ignore[attr-defined]
            return _call("sized", test, *given, sign, left.func, left.args[0], right)  # type: ignore[attr-defined]
        return _call("compared", test, *given, sign, left, right)
    if isinstance(test, ast.Call) and _is_call_of(test, _ASKED):
        test._within = True  # type: ignore[attr-defined]
        test.func = _call("asking", test, *given, asking(HOOKS, "callee", test, test.func))
        return test
    return _call("tested", test, *given, test)


_REVERSE: dict[bool | str, bool | str] = {True: False, False: True, "yes": "no", "no": "yes"}


def _is_call_of(node: ast.expr, names: Collection[str]) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
        and not node.keywords
        and not any(isinstance(each, ast.Starred) for each in node.args)
    )
