"""What becomes of a question before it is attempted?

Both versions are matched and lowered. A contract says which parameters go together, and names types
where the code names none.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from swerve.meaning.contract import Contract, Presence
from swerve.model import Side
from swerve.source.syntax import FUNCTIONS, FunctionNode, all_arguments
from swerve.source.syntax.scopes import defaults_of

from ..lowering._frame import kind_of
from ..lowering._lowering import part_program, program_of
from ..lowering._parts import parts_of
from ..lowering._program import NoMeaning, Program
from ..lowering._surroundings import Module, Surroundings, module_from_text, surroundings_of
from ._answers import Question, Unsupported
from ._claims import Claim, Promises
from ._inputs import annotated, plain_names
from ._values import ANY, Shape, shape_of

Programs = tuple[Program, Program]


@dataclass(frozen=True, slots=True)
class Agreed:
    """How the two versions of a function go together."""

    #: What the parameters of the old version are called in the new one.
    old_names: dict[str, str]
    #: By the names of the new version.
    shapes: dict[str, Shape]
    #: By `self.name`: what the attributes of the object are that a method is called on.
    fields: dict[str, Shape]
    returns: Shape


@dataclass(frozen=True, slots=True)
class Task:
    """A question in instructions."""

    contract: Contract | None
    surroundings: Surroundings
    agreed: Agreed
    deadline: float
    #: What is tried with all settings, one after the other: ways to prove it, of which the last is
    #: left the most time, each of pairs that all have to be proved. The parts that differ, and
    #: the functions as a whole; with changed callees and loops by their contracts.
    rounds: tuple[tuple[tuple[Programs, ...], ...], ...]
    #: With callees in their places: what is refuted is refuted of the code as it is.
    whole: Programs | None
    #: Why there is no `whole`, where that is the end of it.
    unsupported: Unsupported | None = None

    @property
    def names(self) -> list[str]:
        """The parameters of both versions, by the names of the new one."""
        old, new = self.functions
        stars = {one.arg for one in (old.args.vararg, old.args.kwarg) if one is not None}
        ours = [self.agreed.old_names[one.arg] for one in all_arguments(old.args)]
        return [name for name in dict.fromkeys((*ours, *plain_names(new))) if name not in stars]

    @property
    def functions(self) -> tuple[FunctionNode, FunctionNode]:
        """Both versions."""
        return self.surroundings.old.found.function, self.surroundings.new.found.function

    def claim(self) -> Claim | None:
        """What is to be shown of all ends; `None`: that they are the same."""
        return None if self.contract is None else Claim(self.contract, self.agreed.returns)


class _Unlowered(Exception):
    def __init__(self, unsupported: Unsupported) -> None:
        super().__init__(unsupported)
        self.unsupported = unsupported


def task_of(question: Question, freed: str = "") -> Task | Unsupported:
    """Lower both versions, or say what has no meaning."""
    deadline = time.process_time() + question.seconds
    side = Side.OLD
    try:
        old = module_from_text(question.old_text, question.old_name, Side.OLD)
        side = Side.NEW
        new = module_from_text(question.new_text, question.new_name, Side.NEW)
    except NoMeaning as error:
        return Unsupported(error.construct, error.line, side)
    contract = question.contract
    if contract is None:
        surroundings = surroundings_of(old, new)
    else:
        callees = {**question.callees, contract.function: contract}
        surroundings = surroundings_of(old, new, Promises(callees), changing(contract))
    kinds = [kind_of(one.found.function) for one in (old, new)]
    problem = _difference(surroundings, contract)
    if not problem and kinds[0] != kinds[1]:
        problem = f"{kinds[0]} that became a {kinds[1]}"
    if problem:
        return Unsupported(problem, new.found.function.lineno, Side.NEW)
    found = _agreed(surroundings, contract)
    if contract is None:
        return _task(surroundings, found, deadline)
    try:
        return _contracted_task(question, contract, surroundings, found, deadline, freed)
    except _Unlowered as error:
        return error.unsupported


def _task(surroundings: Surroundings, found: Agreed, deadline: float) -> Task | Unsupported:
    whole, unsupported = None, None
    try:
        whole = _programs(surroundings, found)
    except _Unlowered as error:
        unsupported = error.unsupported
    parts = _part_programs(surroundings, found)
    if unsupported is not None and parts is None:
        return unsupported
    ways = (*(() if parts is None else (parts,)), *(() if whole is None else ((whole,),)))
    return Task(None, surroundings, found, deadline, (ways,), whole, unsupported)


def _contracted_task(
    question: Question,
    contract: Contract,
    surroundings: Surroundings,
    found: Agreed,
    deadline: float,
    freed: str,
) -> Task:
    old, new = surroundings.old, surroundings.new
    modular = [_programs(surroundings, found)]
    loops = {one.loop.number: one for one in question.loops if one.loop is not None}
    if loops:
        promises = replace(surroundings.promises, loops=loops)
        modular.append(_programs(replace(surroundings, promises=promises), found))
    in_place = surroundings_of(old, new, Promises(freed=freed), _functions(old) | _functions(new))
    try:
        whole = _programs(in_place, found)
    except _Unlowered:
        whole = None
    rounds = tuple(((programs,),) for programs in modular)
    return Task(contract, surroundings, found, deadline, rounds, whole)


def changing(contract: Contract | None) -> frozenset[str]:
    """The names of the function itself, unless nothing of it is meant to change."""
    if contract is None or not (contract.cases or contract.preserves):
        return frozenset()
    return frozenset(one.rpartition(".")[2] for one in (contract.function, contract.old_function))


def _functions(module: Module) -> frozenset[str]:
    """All functions of a module that calls name."""
    return frozenset(
        node.name
        for node in ast.walk(module.tree)
        if isinstance(node, FUNCTIONS) and not node.name.startswith("__")
    )


def _programs(surroundings: Surroundings, found: Agreed) -> Programs:
    programs: list[Program] = []
    for module in (surroundings.old, surroundings.new):
        names = found.old_names if module.side is Side.OLD else {}
        try:
            programs.append(program_of(surroundings, module, found.shapes, names))
        except NoMeaning as error:
            told = Unsupported(error.construct, error.line, module.side)
            raise _Unlowered(told) from None
    return programs[0], programs[1]


def _part_programs(surroundings: Surroundings, found: Agreed) -> tuple[Programs, ...] | None:
    """Lower the parts that differ; `None` where the functions are compared as a whole."""
    parts = parts_of(surroundings)
    if parts is None:
        return None
    try:
        return tuple(
            (
                part_program(surroundings, surroundings.old, found.shapes, part),
                part_program(surroundings, surroundings.new, found.shapes, part),
            )
            for part in parts
        )
    except NoMeaning:
        return None


# --- what both versions take --------------------------------------------------------------------


def _agreed(surroundings: Surroundings, contract: Contract | None) -> Agreed:
    """Match the two versions."""
    old, new = surroundings.old.found, surroundings.new.found
    names = _old_names(old.function, contract)
    mine = {names[name]: shape for name, shape in annotated(old.function).items()}
    theirs = annotated(new.function)
    declared = None if contract is None else _function_in(contract)
    said = annotated(declared) if declared is not None else {}
    shapes: dict[str, Shape] = {}
    for name in dict.fromkeys((*mine, *theirs)):
        found = {side[name] for side in (mine, theirs) if name in side}
        shapes[name] = found.pop() if len(found) == 1 else ANY
        if shapes[name] == ANY:
            shapes[name] = said.get(name, ANY)
    returns = {shape_of(one.function.returns) for one in (old, new)}
    return Agreed(
        names,
        shapes,
        {} if contract is None else _fields(surroundings, contract),
        returns.pop() if len(returns) == 1 else ANY,
    )


def _old_names(function: FunctionNode, contract: Contract | None) -> dict[str, str]:
    parameters = () if contract is None else contract.parameters
    names = {one.old_name: one.name for one in parameters if one.presence is not Presence.NEW}
    return {one.arg: names.get(one.arg, one.arg) for one in all_arguments(function.args)}


def _difference(surroundings: Surroundings, contract: Contract | None) -> str:
    """What makes the two functions differ before their bodies run, in words."""
    old, new = surroundings.old.found, surroundings.new.found
    if contract is not None:
        problem = _difference_of_parameters(old.function, new.function, contract)
        if problem:
            return problem
        if contract.old_function != old.qualified or contract.function != new.qualified:
            return f"a contract for {contract.function}"
    else:
        if _bare(old.function.args) != _bare(new.function.args):
            return "changed parameters or defaults"
        names = [one.class_node.name if one.class_node else "" for one in (old, new)]
        if names[0] != names[1] or old.function.name != new.function.name:
            return "a changed name or class"
    decorators = [[ast.dump(one) for one in found.function.decorator_list] for found in (old, new)]
    head = _head(old.function) if contract is None else old.function.decorator_list
    mentioned = {node.id for part in head for node in ast.walk(part) if isinstance(node, ast.Name)}
    if decorators[0] != decorators[1] or mentioned & surroundings.differing:
        return "changed decorators"
    return _difference_of_callers(new.function, contract)


def _difference_of_callers(new: FunctionNode, contract: Contract | None) -> str:
    """What a contract says is said of what callers get, which may not be what the body returns."""
    if contract is None or not (contract.cases or contract.preserves):
        return ""
    if kind_of(new) != "function":
        return f"a contract for a {kind_of(new)}"
    words = [ast.unparse(one).partition("(")[0] for one in new.decorator_list]
    is_known = all(word.rpartition(".")[2] in _TRANSPARENT for word in words)
    return "" if is_known else "a contract for a function with a decorator"


#: Decorators that hand on what the function returns.
_TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "cached_property", "cache", "lru_cache"}
    | {"override", "final", "abstractmethod"}
)


def _difference_of_parameters(old: FunctionNode, new: FunctionNode, contract: Contract) -> str:
    names = _old_names(old, contract)
    ours = {names[name]: text for name, text in _defaults(old).items()}
    theirs = _defaults(new)
    declared = {one.name: one.presence for one in contract.parameters}
    for name in dict.fromkeys((*ours, *theirs)):
        side = Presence.OLD if name not in theirs else Presence.NEW
        if (name in ours) != (name in theirs) and declared.get(name) is not side:
            return f"the parameter {name}, which only the {side.value} version has"
        if name in ours and name in theirs and ours[name] != theirs[name]:
            return f"a changed default of {name}"
    return "" if _stars(old.args) == _stars(new.args) else "changed parameters"


def _stars(arguments: ast.arguments) -> list[str]:
    return [one.arg if one else "" for one in (arguments.vararg, arguments.kwarg)]


def _defaults(function: FunctionNode) -> dict[str, str]:
    """By parameter: its default as text, empty where it has none."""
    found = {one.arg: "" for one in all_arguments(function.args)}
    return found | {name: ast.dump(one) for name, one in defaults_of(function.args).items()}


def _head(function: FunctionNode) -> Iterator[ast.expr]:
    """What of a function is evaluated where it is defined."""
    yield from function.decorator_list
    yield from defaults_of(function.args).values()


def _bare(arguments: ast.arguments) -> str:
    parts = [ast.dump(one) for one in (*arguments.defaults, *filter(None, arguments.kw_defaults))]
    kinds = [
        [one.arg for one in group]
        for group in (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    ]
    missing = [default is None for default in arguments.kw_defaults]
    return repr((parts, kinds, _stars(arguments), missing))


def _function_in(contract: Contract) -> FunctionNode | None:
    """The `def` of a contract, which may name types."""
    body = _parsed(contract).body
    *classes, last = contract.function.split(".")
    for name in classes:
        inner = [node for node in body if isinstance(node, ast.ClassDef) and node.name == name]
        body = inner[0].body if inner else []
    found = [node for node in body if isinstance(node, FUNCTIONS) and node.name == last]
    return found[0] if len(found) == 1 else None


def _parsed(contract: Contract) -> ast.Module:
    try:
        return ast.parse("\n".join(contract.source))
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _fields(surroundings: Surroundings, contract: Contract) -> dict[str, Shape]:
    """Types of attributes by the classes of both versions, and by the contract file."""
    new = surroundings.new.found
    if new.class_node is None or not new.function.args.args:
        return {}
    receiver = new.function.args.args[0].arg
    found: dict[str, set[Shape]] = {}
    sides = [_declared(module) for module in (surroundings.old, surroundings.new)]
    for name, shape in chain.from_iterable(one.items() for one in sides):
        found.setdefault(name, set()).add(shape)
    fields = {name: shapes.pop() if len(shapes) == 1 else ANY for name, shapes in found.items()}
    for node in _parsed(contract).body:
        if isinstance(node, ast.ClassDef) and node.name == new.class_node.name:
            for name, shape in _annotations(node).items():
                fields.setdefault(name, shape)
    return {f"{receiver}.{name}": shape for name, shape in fields.items() if shape != ANY}


def _declared(module: Module) -> dict[str, Shape]:
    return _annotations(module.found.class_node) if module.found.class_node else {}


def _annotations(node: ast.ClassDef) -> dict[str, Shape]:
    return {
        one.target.id: shape_of(one.annotation)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    }
