"""What do operators and conditions say about their operands?"""

from __future__ import annotations

import ast

from swerve.source.syntax import dotted

from ._recording import Notes
from .classes import CoarseClass
from .seen import FlowValue, of_class
from .usage import in_order

NUMBERS = frozenset({CoarseClass.INTEGER, CoarseClass.FLOAT})
_STRING = of_class(CoarseClass.STRING)

SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&",
    ast.BitXor: "^", ast.MatMult: "@", ast.Eq: "==", ast.NotEq: "==", ast.Lt: "<", ast.LtE: "<",
    ast.Gt: ">", ast.GtE: ">", ast.USub: "-x", ast.UAdd: "+x", ast.Invert: "~x",
}  # fmt: skip


def combined(notes: Notes, left: FlowValue, operator: ast.operator, right: FlowValue) -> FlowValue:
    """Two values joined by an operator."""
    sign = SIGNS[type(operator)]
    if sign == "%" and CoarseClass.STRING in left.classes and not left.paths:
        return _STRING
    if sign == "%" and (right.parts or right.classes & {CoarseClass.STRING, CoarseClass.DICT}):
        notes.operator(left, "%s")
        return _STRING
    if sign == "/" and CoarseClass.STRING in left.classes | right.classes:  # paths in folders
        notes.operator(left, "/ str")
        notes.operator(right, "str /")
        return of_class(CoarseClass.OBJECT)
    if sign == "*":  # the other operand may be a count
        notes.operator(left, sign)
        notes.operator(right, sign)
        if left.classes <= NUMBERS and right.classes <= NUMBERS:
            for one, other in ((left, right), (right, left)):
                notes.operator(one, sign, other)
        for one, other in ((left, right), (right, left)):
            if one.classes - NUMBERS and not one.paths:
                notes.operator(other, "times")
                return FlowValue(classes=one.classes, is_bytes=one.is_bytes)
    else:
        notes.operator(left, sign, right)
        notes.operator(right, sign, left)
    if sign in ("/", "//", "%"):
        notes.operator(right, "divisor")
    is_bytes = left.is_bytes or right.is_bytes
    return FlowValue(classes=_result_classes(sign, left, right), is_bytes=is_bytes)


def _result_classes(sign: str, left: FlowValue, right: FlowValue) -> frozenset[CoarseClass]:
    known = left.classes | right.classes
    if sign == "/":
        return frozenset((CoarseClass.FLOAT,)) if known <= NUMBERS and known else frozenset()
    if sign in ("+", "-", "*", "//", "%", "**"):
        if known == {CoarseClass.INTEGER, CoarseClass.FLOAT}:
            return frozenset((CoarseClass.FLOAT,))
        return known if len(known) == 1 else frozenset()
    return known if len(known) == 1 else frozenset()


def compared(
    notes: Notes, left: FlowValue, operator: ast.cmpop, right: FlowValue, where: ast.expr
) -> None:
    """Note a comparison; `where` is its right side."""
    if isinstance(operator, (ast.In, ast.NotIn)):
        _contained(notes, left, right)
        return
    if isinstance(operator, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
        for one, other in ((left, right), (right, left)):
            if other.constants == (None,) and not other.paths:
                if CoarseClass.NONE not in one.classes:
                    for usage in notes.of(one):
                        usage.none_tested = True
                return
        if left.origin == "type" and left.subject:  # type(x) is C
            notes.held_against(left.subject, [dotted(where)])
            return
        if isinstance(operator, (ast.Is, ast.IsNot)) and not right.constants:
            return
    sign = SIGNS.get(type(operator), "==")
    mirrored = {"<": ">", ">": "<"}.get(sign, sign)
    notes.operator(left, sign, right)
    notes.operator(right, mirrored, left)
    notes.compared(left, right.constants)
    notes.compared(right, left.constants)
    for one, other in ((left, right), (right, left)):
        if one.origin == "len" and one.subject:
            for usage in notes.of(one.subject):
                for value in other.constants:
                    if type(value) is int:
                        usage.operators.add(f"len {value}")


def _contained(notes: Notes, left: FlowValue, right: FlowValue) -> None:
    notes.operator(left, "in")
    notes.operator(right, "contains", left)
    notes.picked(right, left)
    for value in left.constants:
        if isinstance(value, (str, int, bytes)):
            for usage in notes.of(right):
                usage.keys[value] = True
    for part in right.parts:
        notes.compared(left, part.constants)
        for usage in notes.of(left):
            usage.operand_classes.update(part.classes)
    for value in right.constants:
        if isinstance(value, (tuple, list, set, frozenset, dict)):
            notes.compared(left, in_order(value))
        elif isinstance(value, str) and value:
            notes.compared(left, value[:1])
            notes.operator(left, "in str")


def formatted(notes: Notes, seen: FlowValue, spec: ast.expr | None) -> None:
    """Note how a value is written into a string."""
    parts = spec.values if isinstance(spec, ast.JoinedStr) else []
    text = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
    if text[-1:] in tuple("feg%"):
        notes.operator(seen, "%f")
    elif text[-1:] in tuple("dxbo"):
        notes.operator(seen, "%d")


# --- conditions ---------------------------------------------------------------------------------

#: Expressions by what they look like.
_Found = dict[str, ast.expr]
_TESTS = frozenset(
    {"isinstance", "issubclass", "callable", "inspect.isclass", "inspect.isfunction"}
)


def narrowed_by(test: ast.expr) -> tuple[list[ast.expr], list[ast.expr]]:
    """The values whose class is known when a condition is true, and when it is false."""
    if not any(isinstance(node, (ast.Call, ast.Compare)) for node in _leaves(test)):
        return [], []
    true, false = _narrowed(test)
    return list(true.values()), list(false.values())


def _leaves(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp):
        return [leaf for value in test.values for leaf in _leaves(value)]
    return _leaves(test.operand) if isinstance(test, ast.UnaryOp) else [test]


def _narrowed(test: ast.expr) -> tuple[_Found, _Found]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        true, false = _narrowed(test.operand)
        return false, true
    if isinstance(test, ast.BoolOp):
        parts = [_narrowed(value) for value in test.values]
        trues, falses = [true for true, _ in parts], [false for _, false in parts]
        if isinstance(test.op, ast.And):
            return _any(trues), _all(falses)
        return _all(trues), _any(falses)
    if isinstance(test, ast.Call) and test.args and dotted(test.func) in _TESTS:
        return _one(test.args[0]), {}
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left = test.left
        if isinstance(left, ast.Call) and dotted(left.func) == "type" and len(left.args) == 1:
            if isinstance(test.ops[0], (ast.Is, ast.Eq, ast.In)):
                return _one(left.args[0]), {}
            return {}, _one(left.args[0])
    return {}, {}


def _one(node: ast.expr) -> _Found:
    if isinstance(node, (ast.Name, ast.Attribute)) and dotted(node):
        return {dotted(node): node}
    return {}


def _any(found: list[_Found]) -> _Found:
    return {text: node for one in found for text, node in one.items()}


def _all(found: list[_Found]) -> _Found:
    return {
        text: node for text, node in found[0].items() if all(text in other for other in found[1:])
    }
