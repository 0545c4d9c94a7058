"""Random small functions, and what may be done to them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from random import Random

OPERATORS: list[type[ast.operator]] = [ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.BitAnd]
COMPARISONS: list[type[ast.cmpop]] = [ast.Lt, ast.LtE, ast.Gt, ast.Eq, ast.NotEq, ast.In]


class Program:
    """Draws one function; every name in it is a parameter, a local or a builtin."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = ["a", "b", "c"][: random.randint(1, 3)]
        self.loops = 0

    def function(self) -> ast.FunctionDef:
        parameters = list(self.names)
        count = self.random.randint(0, len(parameters))
        body = self.block(depth=2)
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(name) for name in parameters],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[self.constant() for _ in range(count)],
        )
        made = ast.FunctionDef("f", arguments, [*body, ast.Return(self.expression(2))], [])
        module = ast.parse(ast.unparse(ast.fix_missing_locations(ast.Module([made], []))))
        function = module.body[0]
        assert isinstance(function, ast.FunctionDef)
        return function

    def block(self, depth: int) -> list[ast.stmt]:
        return [self.statement(depth) for _ in range(self.random.randint(1, 3))]

    def statement(self, depth: int) -> ast.stmt:
        kinds: list[Callable[[int], ast.stmt]] = [self.assign, self.assign, self.augment, self.call]
        if depth:
            kinds += [self.branch, self.loop, self.attempt, self.nested]
        return self.random.choice(kinds)(depth)

    def assign(self, depth: int) -> ast.stmt:
        value = self.expression(2)
        name = self.random.choice(["x", "y", "z", *self.names])
        if name not in self.names:
            self.names.append(name)
        return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)

    def augment(self, depth: int) -> ast.stmt:
        target = ast.Name(self.random.choice(self.names), ast.Store())
        return ast.AugAssign(target, self.operator(), self.expression(1))

    def call(self, depth: int) -> ast.stmt:
        return ast.Expr(ast.Call(ast.Name("print", ast.Load()), [self.expression(1)], []))

    def branch(self, depth: int) -> ast.stmt:
        otherwise = self.block(depth - 1) if self.random.random() < 0.5 else []
        return ast.If(self.comparison(), self.block(depth - 1), otherwise)

    def loop(self, depth: int) -> ast.stmt:
        self.loops += 1
        name = f"i{self.loops}"
        self.names.append(name)
        over = ast.Call(ast.Name("range", ast.Load()), [self.constant()], [])
        return ast.For(ast.Name(name, ast.Store()), over, self.block(depth - 1), [], lineno=0)

    def attempt(self, depth: int) -> ast.stmt:
        error = ast.Name("TypeError", ast.Load())
        handler = ast.ExceptHandler(error, "error", self.block(depth - 1))
        return ast.Try(self.block(depth - 1), [handler], [], [])

    def nested(self, depth: int) -> ast.stmt:
        argument = ast.arguments([], [ast.arg("q")], None, [], [], None, [])
        body: list[ast.stmt] = [ast.Return(self.expression(1))]
        self.names.append("g")
        return ast.FunctionDef("g", argument, body, [], lineno=0)

    def expression(self, depth: int) -> ast.expr:
        if not depth or self.random.random() < 0.3:
            return self.name() if self.random.random() < 0.6 else self.constant()
        kind = self.random.randrange(5)
        if kind == 0:
            return self.comparison()
        if kind == 1:
            return ast.IfExp(self.comparison(), self.expression(depth - 1), self.name())
        if kind == 2:
            return self.comprehension()
        if kind == 3:
            return ast.JoinedStr([ast.FormattedValue(self.name(), -1), ast.Constant("!")])
        return ast.BinOp(self.expression(depth - 1), self.operator(), self.expression(depth - 1))

    def comprehension(self) -> ast.expr:
        target = ast.Name("e", ast.Store())
        source = ast.List([self.name(), self.constant()], ast.Load())
        element = ast.BinOp(ast.Name("e", ast.Load()), self.operator(), self.name())
        return ast.ListComp(element, [ast.comprehension(target, source, [self.comparison()], 0)])

    def comparison(self) -> ast.expr:
        operator = self.random.choice(COMPARISONS)()
        return ast.Compare(self.name(), [operator], [self.constant()])

    def operator(self) -> ast.operator:
        return self.random.choice(OPERATORS)()

    def name(self) -> ast.expr:
        return ast.Name(self.random.choice(self.names), ast.Load())

    def constant(self) -> ast.expr:
        values = [0, 1, 2, 7, 0.5, True, False, None, "", "a", "x", b"x"]
        return ast.Constant(self.random.choice(values))


class Renamer(ast.NodeTransformer):
    """Renames every parameter and local to a fresh name, the same everywhere.

    What callers could see stays: nested functions and their parameters.
    """

    def __init__(self, names: set[str]) -> None:
        self.fresh = {name: f"{name}_renamed" for name in names if name not in ("g", "q")}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.fresh.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.fresh.get(node.arg, node.arg))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        self.generic_visit(node)
        node.name = self.fresh.get(node.name, node.name) if node.name else None
        return node


def bound_names(function: ast.FunctionDef) -> set[str]:
    names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        if isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return names


def renamed(function: ast.FunctionDef) -> ast.FunctionDef:
    changed = Renamer(bound_names(function)).visit(copy.deepcopy(function))
    assert isinstance(changed, ast.FunctionDef)
    return changed


def reformatted(text: str, random: Random) -> str:
    """The same code with other indentation, blank lines, comments and a docstring."""
    indent = random.choice(["  ", "        ", "\t"])
    lines = []
    for number, line in enumerate(text.split("\n")):
        body = line.lstrip(" ")
        lines.append(indent * ((len(line) - len(body)) // 4) + body)
        if random.random() < 0.3 and body:
            lines[-1] += "  # because"
        if random.random() < 0.3:
            lines.append("")
        if number == 0:
            lines.append(f'{indent}"""What it does."""')
    return "\n".join(lines)


def mutants(function: ast.FunctionDef) -> list[ast.FunctionDef]:
    """One function for every operator, constant and default that can be another."""
    found = []
    for position, node in enumerate(ast.walk(function)):
        for change in _changes(node):
            mutant = copy.deepcopy(function)
            change(list(ast.walk(mutant))[position])
            found.append(mutant)
    return found


def _changes(node: ast.AST) -> list[Callable[[ast.AST], None]]:
    if isinstance(node, ast.BinOp):
        other = ast.Sub if isinstance(node.op, ast.Add) else ast.Add
        return [lambda n: setattr(n, "op", other())]
    if isinstance(node, ast.Compare):
        comparison = ast.LtE if isinstance(node.ops[0], ast.Lt) else ast.Lt
        return [lambda n: setattr(n, "ops", [comparison()])]
    if isinstance(node, ast.Constant):
        return [lambda n: setattr(n, "value", another(node.value))]
    return []


def another(value: object) -> object:
    """A neighbour: the likes of `1` for `True`, which compare equal, among them."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value == 1 if value in (0, 1) else value + 1
    if isinstance(value, str):
        return value.encode() if value in ("a", "x") else f"{value}b"  # "!" is inside an f-string
    return 3 if value is None else None


def written(function: ast.FunctionDef) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module([function], []))) + "\n"
