"""How can a function be written otherwise, without doing anything else?

Each rewrite replaces neighbouring statements of one block. It is offered only where no call can
tell: expressions are evaluated as often and in the same order, names that become visible are
new, and where an exception could show what is half done, nothing is touched. What cannot be told
apart: line numbers, depth of the stack, and when objects are dropped.
"""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import TypeGuard

from bench.scope import Scope, has, names_in, own_expressions
from bench.source import FUNCTIONS, Edit, FunctionNode, Source

_SUSPENDING = (ast.Await, ast.Yield, ast.YieldFrom)
#: What is only evaluated later, or binds names where it stands.
_LAZY = (*_SUSPENDING, ast.Lambda, ast.GeneratorExp, ast.NamedExpr)
#: What a rewrite is called when its two sides change places.
REVERSED = {
    "extract variable": "inline variable",
    "comprehension to loop": "loop to comprehension",
    "extract helper": "inline helper",
}
_WORTH_A_NAME = (
    *(ast.Call, ast.BinOp, ast.Compare, ast.Subscript, ast.Attribute, ast.List, ast.ListComp),
    *(ast.Dict, ast.DictComp, ast.BoolOp, ast.JoinedStr, ast.UnaryOp, ast.IfExp),
)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Some statements of a function, and what takes their place."""

    kind: str
    function: FunctionNode
    was: tuple[ast.stmt, ...]
    now: tuple[ast.stmt, ...]
    #: A function that is new in the module, before what the rewritten one is in.
    helper: ast.FunctionDef | None = None

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.was[0].lineno


@dataclass(frozen=True, slots=True)
class Around:
    """What is known about the library beside the module that is rewritten."""

    #: All of its code and tests, in which a name may be set to something else.
    texts: tuple[str, ...] = ()

    def may_be_replaced(self, name: str) -> bool:
        """Whether somebody may put another function in the place of one."""
        pattern = re.compile(rf"""\.{name}\s*=[^=]|["'][\w.]*\b{name}["']""")
        return any(pattern.search(text) for text in self.texts)


def rewrites_of(source: Source, function: FunctionNode, around: Around) -> Iterator[Rewrite]:
    """All rewrites of a function that are known to do the same."""
    scope = Scope(source, function)
    if scope.is_looked_at:
        return
    for block in scope.blocks():
        for rewriter in _REWRITERS:
            for first in range(len(block)):
                yield from rewriter(scope, block, first, around)


def applied(source: Source, rewrite: Rewrite) -> str | None:
    """The text of the module with a rewrite in it; `None` where it would not read as meant."""
    if not all(source.stands_alone(statement) for statement in rewrite.was):
        return None
    start, end = source.span(rewrite.was[0])[0], source.span(rewrite.was[-1])[1]
    if source.text.startswith("elif", start):
        return None
    lines = "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in rewrite.now)
    text = textwrap.indent(lines, source.indentation(rewrite.was[0])).lstrip()
    edits = [Edit(start, end, text)]
    if rewrite.helper is not None:
        place = source.span(_top_level(source, rewrite.function))[0]
        helper = ast.unparse(ast.fix_missing_locations(rewrite.helper))
        edits.append(Edit(place, place, f"{helper}\n\n\n"))
    written = source.edited(*edits)
    try:
        is_meant = ast.dump(ast.parse(written)) == ast.dump(_replaced(source, rewrite))
    except SyntaxError:
        return None
    return written if is_meant else None


def _replaced(source: Source, rewrite: Rewrite) -> ast.Module:
    class Replacing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> object:
            if node is rewrite.was[0]:
                return list(rewrite.now)
            return None if node in rewrite.was[1:] else super().generic_visit(_shallow(node))

    replaced = Replacing().visit(source.tree)
    assert isinstance(replaced, ast.Module)  # noqa: S101 - for the type checker
    if rewrite.helper is not None:
        place = source.tree.body.index(_top_level(source, rewrite.function))
        replaced.body.insert(place, rewrite.helper)
    return replaced


def _top_level(source: Source, node: ast.stmt) -> ast.stmt:
    """The statement of the module that a statement is in."""
    current: ast.AST = node
    while source.parents[current] is not source.tree:
        current = source.parents[current]
    assert isinstance(current, ast.stmt)  # noqa: S101 - a module has nothing else in it
    return current


def _shallow(node: ast.AST) -> ast.AST:
    """A node whose fields can be replaced, and whose lists can be cut."""
    fields = {
        name: list(value) if isinstance(value, list) else value
        for name, value in ast.iter_fields(node)
    }
    return type(node)(**fields)


# --- extract variable, inline variable ----------------------------------------------------------


def _extract_variable(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`return f(a) + b` becomes `extracted = f(a)`, `return extracted + b`."""
    statement = block[first]
    if isinstance(statement, ast.Return) and statement.value is not None:
        whole = statement.value
    elif isinstance(statement, ast.If) and isinstance(statement.test, ast.Compare):
        whole = statement.test
        if not _is_comparison(whole):
            return
    else:
        return
    for part in _evaluated_first(scope, whole):
        if isinstance(statement, ast.If) and part is not whole:
            break  # what is not returned would live longer
        if isinstance(part, _WORTH_A_NAME) and not has(part, *_LAZY):
            name = scope.fresh("extracted")
            rest = _with(statement, part, ast.Name(name, ast.Load()))
            new = (ast.Assign([ast.Name(name, ast.Store())], part, lineno=0), rest)
            yield Rewrite("extract variable", scope.function, (statement,), new)


def _is_comparison(node: ast.Compare) -> bool:
    """Whether a comparison gives True or False, whatever is compared."""
    return all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops)


def _evaluated_first(scope: Scope, node: ast.expr) -> Iterator[ast.expr]:
    """An expression, the part of it that is evaluated before all others, the first part of that."""
    current: ast.expr | None = node
    while current is not None:
        yield current
        current = _first_part(scope, current)


def _first_part(scope: Scope, node: ast.expr) -> ast.expr | None:
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return node.left
    if isinstance(node, ast.BoolOp):
        return node.values[0]
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return node.value
    if isinstance(node, ast.UnaryOp):
        return node.operand
    if isinstance(node, ast.IfExp):
        return node.test
    if isinstance(node, (ast.Tuple, ast.List)) and node.elts:
        return None if isinstance(node.elts[0], ast.Starred) else node.elts[0]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return node.func
        is_fixed = isinstance(node.func, ast.Name) and _is_fixed(scope, node.func.id)
        if is_fixed and node.args and not isinstance(node.args[0], ast.Starred):
            return node.args[0]
    return None


def _is_fixed(scope: Scope, name: str) -> bool:
    """Whether a name means one function or class, always."""
    if name in scope.locals or name in scope.declared:
        return False
    bound = [each for statement in scope.source.tree.body for each in _bound_once(statement)]
    if name not in bound:
        return hasattr(builtins, name) and not _is_stored_anywhere(scope.source, name)
    return bound.count(name) == 1 and not _is_stored_anywhere(scope.source, name)


def _bound_once(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield (alias.asname or alias.name).partition(".")[0]


def _is_stored_anywhere(source: Source, name: str) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Global) and name in node.names)
        or (isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names))
        for node in ast.walk(source.tree)
    )


def _inline_variable(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`x = f(a)`, `return x` becomes `return f(a)`, where nothing else speaks of `x`."""
    statement, *after = block[first : first + 2]
    name = _assigned(statement)
    if name is None or not after or not isinstance(after[0], ast.Return):
        return
    returned = after[0].value
    if not isinstance(returned, ast.Name) or returned.id != name:
        return
    value = _value(statement)
    if scope.occurrences[name] == 2 and name not in scope.declared and not has(value, *_SUSPENDING):
        new = (ast.Return(value),)
        yield Rewrite("inline variable", scope.function, (statement, after[0]), new)


# --- invert condition ---------------------------------------------------------------------------


def _invert_condition(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`if c: A`, `else: B` becomes `if not c: B`, `else: A`; `a if c else b` likewise."""
    statement = block[first]
    if isinstance(statement, ast.If) and statement.orelse:
        test = ast.UnaryOp(ast.Not(), statement.test)
        new = ast.If(test, statement.orelse, statement.body)
        yield Rewrite("invert condition", scope.function, (statement,), (new,))
    elif not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        for node in own_expressions(statement):
            if isinstance(node, ast.IfExp):
                test = ast.UnaryOp(ast.Not(), node.test)
                changed = _with(statement, node, ast.IfExp(test, node.orelse, node.body))
                yield Rewrite("invert condition", scope.function, (statement,), (changed,))


# --- loop to comprehension, and back ------------------------------------------------------------


def _loop_to_comprehension(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`xs = []`, `for a in b: xs.append(c)` becomes `xs = [c for a in b]`."""
    statement, *after = block[first : first + 2]
    name = _assigned(statement)
    if name is None or not after or not isinstance(after[0], ast.For):
        return
    loop = after[0]
    found = _appended(loop, name, _value(statement))
    if found is not None and _can_be_comprehension(scope, statement, loop, name, found):
        new = ast.Assign([ast.Name(name, ast.Store())], found.written(loop), lineno=0)
        yield Rewrite("loop to comprehension", scope.function, (statement, loop), (new,))


def _loop_to_longer_list(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`for a in b: xs.append(c)` becomes `xs.extend([c for a in b])`, when `xs` is a list."""
    loop = block[first]
    name = _list_that_grows(loop)
    if name is None or not isinstance(loop, ast.For) or not _is_private_list(scope, name, loop):
        return
    found = _appended(loop, name, ast.List([], ast.Load()))
    if found is not None and _can_be_comprehension(scope, loop, loop, name, found):
        place = ast.Attribute(ast.Name(name, ast.Load()), "extend", ast.Load())
        new = ast.Expr(ast.Call(place, [found.written(loop)], []))
        yield Rewrite("loop to comprehension", scope.function, (loop,), (new,))


def _list_that_grows(loop: ast.stmt) -> str | None:
    """What stands before `.append` in the innermost statement of a loop."""
    body = loop.body if isinstance(loop, ast.For) else []
    while len(body) == 1 and isinstance(body[0], ast.If):
        body = body[0].body
    if len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Call):
        function = body[0].value.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            return function.value.id
    return None


def _is_private_list(scope: Scope, name: str, loop: ast.For) -> bool:
    """Whether a name is a list that was made empty before, and that no other code knows yet."""
    made = [
        block
        for block in scope.blocks()
        for statement in block
        if _assigned(statement) == name and ast.unparse(_value(statement)) == "[]"
    ]
    if len(made) != 1 or scope.stores[name] != 1 or name not in scope.certain(loop):
        return False
    return all(
        _only_grows(scope, node) or (node.lineno > (loop.end_lineno or 0))
        for node in ast.walk(scope.function)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ) and not scope.is_in_loop(loop)


def _only_grows(scope: Scope, node: ast.Name) -> bool:
    above = scope.source.parents[node]
    return isinstance(above, ast.Attribute) and above.attr in ("append", "extend")


@dataclass(frozen=True, slots=True)
class _Gathered:
    """What a loop gathers: how to write it, on which conditions, and from what."""

    make: Callable[[list[ast.comprehension]], ast.expr]
    conditions: list[ast.expr]
    values: list[ast.expr]

    def written(self, loop: ast.For) -> ast.expr:
        """The comprehension."""
        return self.make([ast.comprehension(loop.target, loop.iter, self.conditions, 0)])


def _can_be_comprehension(
    scope: Scope, first: ast.stmt, loop: ast.For, name: str, found: _Gathered
) -> bool:
    """Whether a loop does the same in a scope of its own, and nobody sees it half done."""
    inside = (*found.conditions, *found.values)
    targets = names_in(loop.target)
    return (
        not loop.orelse
        and name not in names_in(loop.iter, loop.target, *inside)
        and not any(has(each, *_LAZY) for each in (loop.iter, *inside))
        and _are_plain_names(loop.target)
        and _is_quiet(scope, name, first)
        and all(scope.is_bound_by_each(each, loop) for each in targets)
        and not targets & (scope.parameters | scope.declared)
        and names_in(*inside) & scope.locals <= scope.certain(first) | targets
        and scope.function.name not in names_in(loop)
    )


def _appended(loop: ast.For, name: str, start: ast.expr) -> _Gathered | None:
    """What a loop does nothing but gather under a name that began with an empty collection."""
    conditions: list[ast.expr] = []
    body = loop.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        conditions.append(body[0].test)
        body = body[0].body
    if len(body) != 1:
        return None
    only = body[0]
    if isinstance(only, ast.Expr) and isinstance(only.value, ast.Call):
        call = only.value
        if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
            return None
        value, method = call.args[0], ast.unparse(call.func)
        if method == f"{name}.append" and ast.unparse(start) == "[]":
            return _Gathered(lambda each: ast.ListComp(value, each), conditions, [value])
        if method == f"{name}.add" and ast.unparse(start) == "set()":
            return _Gathered(lambda each: ast.SetComp(value, each), conditions, [value])
    elif isinstance(only, ast.Assign) and ast.unparse(start) == "{}" and len(only.targets) == 1:
        item, value = only.targets[0], only.value
        plain = (ast.Name, ast.Constant)  # else it shows that the value is made before the key
        if (
            isinstance(item, ast.Subscript)
            and ast.unparse(item.value) == name
            and isinstance(item.slice, plain)
            and isinstance(value, plain)
        ):
            key = item.slice
            return _Gathered(lambda each: ast.DictComp(key, value, each), conditions, [key, value])
    return None


def _comprehension_to_loop(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`xs = [c for a in b]` becomes `xs = []`, `for a in b: xs.append(c)`."""
    statement = block[first]
    value = statement.value if isinstance(statement, (ast.Return, ast.Assign)) else None
    if not isinstance(value, ast.ListComp) or len(value.generators) != 1:
        return
    (each,) = value.generators
    targets = names_in(each.target)
    name = _assigned(statement) if isinstance(statement, ast.Assign) else scope.fresh("gathered")
    if (
        name is None
        or each.is_async
        or name in names_in(value)
        or any(has(part, *_LAZY) for part in ast.iter_child_nodes(value))
        or not _are_plain_names(each.target)
        or any(not scope.is_bound_by_each(target, value) for target in targets)
        or targets & (scope.parameters | scope.declared)
        or (isinstance(statement, ast.Assign) and not _is_quiet(scope, name, statement))
    ):
        return
    place = ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load())
    body: list[ast.stmt] = [ast.Expr(ast.Call(place, [value.elt], []))]
    for condition in reversed(each.ifs):
        body = [ast.If(condition, body, [])]
    new: list[ast.stmt] = [
        ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()), lineno=0),
        ast.For(each.target, each.iter, body, [], lineno=0),
    ]
    if isinstance(statement, ast.Return):
        new.append(ast.Return(ast.Name(name, ast.Load())))
    yield Rewrite("comprehension to loop", scope.function, (statement,), tuple(new))


# --- reorder independent statements -------------------------------------------------------------


def _reorder(scope: Scope, block: list[ast.stmt], first: int, around: Around) -> Iterator[Rewrite]:
    """`a = f(x)`, `b = []` becomes `b = []`, `a = f(x)`."""
    one, *after = block[first : first + 2]
    names = [_assigned(statement) for statement in (one, *after)]
    if len(names) != 2 or names[0] is None or names[1] is None or names[0] == names[1]:
        return
    values = [_value(statement) for statement in (one, *after)]
    certain = scope.certain(one)
    still = [_is_still(value, certain, set(filter(None, names))) for value in values]
    if (
        not any(still)
        or names[1] in names_in(values[0])
        or names[0] in names_in(values[1])
        or any(has(value, *_SUSPENDING, ast.NamedExpr) for value in values)
        or any(not _is_quiet(scope, name, one) for name in names if name is not None)
        or scope.is_in_loop(one)
        or any(scope.stores[name] != 1 or name in scope.parameters for name in names if name)
        or _has_nonlocal(scope.function)
    ):
        return
    new = (after[0], one)
    yield Rewrite("reorder statements", scope.function, (one, after[0]), new)


def _is_still(node: ast.expr, certain: frozenset[str], changing: set[str]) -> bool:
    """Whether making a value runs no code and cannot fail, whenever it is done."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id in certain and node.id not in changing
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(_is_still(each, certain, changing) for each in node.elts)
    if isinstance(node, ast.Dict):
        keys = all(isinstance(key, ast.Constant) for key in node.keys)
        return keys and all(_is_still(each, certain, changing) for each in node.values)
    return False


# --- extract helper, inline helper --------------------------------------------------------------


def _extract_helper(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """`return a.b(c)` becomes `return _helper(a, c)`, where that returns `a.b(c)`."""
    statement = block[first]
    value = statement.value if isinstance(statement, ast.Return) else None
    if value is None or not isinstance(value, _WORTH_A_NAME) or has(value, *_LAZY):
        return
    # What a comprehension binds is its own, but may have the name of another value outside.
    bound = {node.id for node in ast.walk(value) if _is_stored(node)}
    used = (names_in(value) & scope.locals) - bound
    if (
        not used <= scope.certain(statement)
        or any(scope.occurrences[name] != _count(value, name) for name in bound)
        or bound & scope.parameters
        or _has_nonlocal(scope.function)
        or _is_private_to_class(value)
        or scope.function.name in names_in(value)
    ):
        return
    names = sorted(used)
    name = scope.fresh("_helper")
    arguments = ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])
    helper = ast.FunctionDef(name, arguments, [ast.Return(value)], [], lineno=0)
    given: list[ast.expr] = [ast.Name(each, ast.Load()) for each in names]
    new = ast.Return(ast.Call(ast.Name(name, ast.Load()), given, []))
    yield Rewrite("extract helper", scope.function, (statement,), (new,), helper)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


def _is_private_to_class(value: ast.expr) -> bool:
    """Whether a name in it is another one outside of its class."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr.startswith("__"))
        or (isinstance(node, ast.Name) and node.id.startswith("__"))
        for node in ast.walk(value)
    )


def _inline_helper(
    scope: Scope, block: list[ast.stmt], first: int, around: Around
) -> Iterator[Rewrite]:
    """A call of a function that only returns something becomes what it returns."""
    statement = block[first]
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)) or _has_nonlocal(scope.function):
        return
    certain = scope.certain(statement)
    for call in own_expressions(statement):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        helper = scope.source.functions.get(call.func.id)
        if helper is None or not _is_fixed(scope, helper.name):
            continue
        returned = _inlined(scope, call, helper, certain)
        if returned is not None and not around.may_be_replaced(helper.name):
            new = _with(statement, call, returned)
            yield Rewrite("inline helper", scope.function, (statement,), (new,))


def _inlined(
    scope: Scope, call: ast.Call, helper: FunctionNode, certain: frozenset[str]
) -> ast.expr | None:
    """What a call of a helper would return, written with the caller's names."""
    body = helper.body[1:] if ast.get_docstring(helper) is not None else helper.body
    arguments = helper.args
    if (
        len(body) != 1
        or not isinstance(body[0], ast.Return)
        or body[0].value is None
        or not isinstance(helper, ast.FunctionDef)
        or helper.decorator_list
        or helper is scope.function
        or Scope(scope.source, helper).is_looked_at
        or arguments.vararg
        or arguments.kwarg
        or arguments.kwonlyargs
    ):
        return None
    value = body[0].value
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    given = dict(zip(names, call.args, strict=False))
    if call.keywords or len(call.args) != len(names) or has(value, *_LAZY):
        return None
    if not all(_is_still(argument, certain, set()) for argument in given.values()):
        return None
    if not all(isinstance(argument, (ast.Name, ast.Constant)) for argument in given.values()):
        return None
    free = names_in(value) - set(names)
    bound = {node.id for node in ast.walk(value) if _is_stored(node)}
    if (
        free & scope.locals
        or bound & (set(names) | names_in(*given.values()))
        or free & {helper.name, scope.function.name, "warnings", "warn"}
        or _is_private_to_class(value)
    ):
        return None
    return _substituted(value, given)


def _substituted(value: ast.expr, given: dict[str, ast.expr]) -> ast.expr:
    class Giving(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return given.get(node.id, node)

    changed = Giving().visit(deepcopy(value))
    assert isinstance(changed, ast.expr)  # noqa: S101 - for the type checker
    return changed


# --- what they share ----------------------------------------------------------------------------


def _assigned(statement: ast.stmt) -> str | None:
    """The one name that a statement gives a value to, and does nothing else."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def _value(statement: ast.stmt) -> ast.expr:
    assert isinstance(statement, ast.Assign)  # noqa: S101 - for the type checker
    return statement.value


def _is_quiet(scope: Scope, name: str, statement: ast.stmt) -> bool:
    """Whether nobody can see the value of a name before its statement is done."""
    return (
        name not in scope.captured
        and name not in scope.declared
        and not scope.is_guarded(statement)
    )


def _are_plain_names(target: ast.expr) -> bool:
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(isinstance(each, ast.Name) for each in target.elts)
    return isinstance(target, ast.Name)


def _count(node: ast.AST, name: str) -> int:
    return sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _has_nonlocal(function: FunctionNode) -> bool:
    return has(function, ast.Nonlocal)


def _with(statement: ast.stmt, was: ast.expr, now: ast.expr) -> ast.stmt:
    """A copy of a statement with one of its expressions replaced."""

    class Replacing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> object:
            return now if node is was else super().generic_visit(_shallow(node))

    changed = Replacing().visit(statement)
    assert isinstance(changed, ast.stmt)  # noqa: S101 - for the type checker
    return changed


_REWRITERS = (
    _extract_variable,
    _inline_variable,
    _invert_condition,
    _loop_to_comprehension,
    _loop_to_longer_list,
    _comprehension_to_loop,
    _reorder,
    _extract_helper,
    _inline_helper,
)
