"""What does an expression do with the values it reads, and what does it give?"""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager, ExitStack, nullcontext

from ._calls import note_handed_over, result_of
from ._interpreter import Interpreter
from ._methods import fits_builtin
from ._operators import NUMBERS, SIGNS, combined, compared, formatted, narrowed_by
from ._parts import Call, Parts
from ._recording import Notes
from ._surroundings import BUILTIN_NAMES, MODULE_NAMES, ClassShape, Surroundings
from .classes import CoarseClass
from .locating import Version
from .seen import NOTHING, FlowValue, constant, constant_of, display, merged, of_class, remember_key
from .usage import Kind

NO_EXIT: frozenset[bool] = frozenset()
_NO_MATTER: AbstractContextManager[None] = nullcontext()

_BOOLEAN = of_class(CoarseClass.BOOLEAN)
_STRING = of_class(CoarseClass.STRING)
_INTEGER = of_class(CoarseClass.INTEGER)
_FUNCTION = of_class(CoarseClass.CALLABLE)


class Values(Interpreter[FlowValue]):
    """Reads expressions of one version, in the order in which they run."""

    nothing = NOTHING

    def __init__(self, notes: Notes, version: Version, file: Surroundings) -> None:
        self.notes = notes
        self.parts = Parts(notes)
        self.file = file
        #: The class whose method is read, and what it calls its instance.
        self.own: ClassShape | None = None
        self.receiver = ""
        self.env: dict[str, FlowValue] = {}
        #: Names that are local without standing for anything yet.
        self.local: set[str] = set()
        self._renamed = version.renamed
        self._free: dict[str, FlowValue] = {}

    def read(self, node: ast.expr | None) -> FlowValue:
        """Note what an expression does, and say what it gives."""
        seen = super().read(node)
        if seen.paths and node is not None:
            self.notes.places.read(node, seen)
        return seen

    def joined(self, one: FlowValue, other: FlowValue) -> FlowValue:
        """A value that is one or the other."""
        return merged(one, other)

    def combined(self, left: FlowValue, operator: ast.operator, right: FlowValue) -> FlowValue:
        """Two values joined by an operator."""
        return combined(self.notes, left, operator, right)

    def element(self, whole: FlowValue) -> FlowValue:
        """What iterating over a value gives."""
        return self.parts.element(whole)

    def condition(self, test: ast.expr) -> None:
        """Read a condition neither of whose answers leads to a way out."""
        self.test(test, NO_EXIT)

    def canonical(self, name: str) -> str:
        """What both versions call a name."""
        return self._renamed.get(name, name)

    # --- leaves -----------------------------------------------------------------------------

    def read_constant(self, node: ast.Constant) -> FlowValue:
        if node.value is None or node.value is ...:
            return constant(None) if node.value is None else NOTHING
        self.notes.literal(node.value)
        return constant(node.value)

    def read_name(self, node: ast.Name) -> FlowValue:
        """A name: a local for what it stands for, anything else for itself."""
        name = node.id
        known = self.env.get(name)
        if known is not None:
            return known
        if name in self.local:
            return NOTHING
        known = self._free.get(name)
        if known is None:
            known = self._free[name] = self._free_name(name)
        return known

    def _free_name(self, name: str) -> FlowValue:
        origin = self.file.origin(name)
        if name in BUILTIN_NAMES and origin == name:
            return FlowValue(origin=name) if name not in MODULE_NAMES else _STRING
        path = self.canonical(name)
        self.notes.usages.free_names.add(path)
        if name in self.file.origins:
            self.notes.usages.imported.add(path)
        self.notes.site(path, Kind.NAME, path)
        seen = FlowValue((path,), origin=origin)
        for value in self.file.constants.get(name, ())[:3]:
            found = constant_of(value)
            if found is not None:
                self.notes.instead(seen, found)
                for literal in found.constants:
                    self.notes.literals(literal)
                seen = merged(seen, found)._replace(origin=origin)
        return seen

    def read_joinedstr(self, node: ast.JoinedStr) -> FlowValue:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                seen = self.read(part.value)
                for usage in self.notes.of(seen):
                    usage.passed_to.add("format")
                if isinstance(part.format_spec, ast.JoinedStr):
                    for inner in part.format_spec.values:
                        if isinstance(inner, ast.FormattedValue):
                            self.read(inner.value)
                formatted(self.notes, seen, part.format_spec)
            elif isinstance(part, ast.Constant) and str(part.value).strip():
                self.notes.literal(part.value)
        return _STRING

    # --- parts of things --------------------------------------------------------------------

    def read_attribute(self, node: ast.Attribute) -> FlowValue:
        return self.parts.member(self.read(node.value), node.attr, called=False)

    def read_subscript(self, node: ast.Subscript) -> FlowValue:
        base = self.read(node.value)
        if isinstance(node.slice, ast.Slice):
            self.bounds(node.slice)
            self.notes.operator(base, "[:]")
            return base._replace(origin="", parts=(), constants=(), is_exact=False)
        index = self.read(node.slice)
        if _is_mask(node.slice):
            self.notes.operator(base, "[mask]")
        elif _are_columns(node.slice):
            self.notes.operator(base, "[columns]")
        return self.item(base, index)

    def bounds(self, node: ast.Slice) -> None:
        """Note what bounds a slice."""
        for bound in (node.lower, node.upper, node.step):
            if bound is not None:
                for usage in self.notes.of(self.read(bound)):
                    usage.operators.add("[x:]")

    def item(self, base: FlowValue, index: FlowValue) -> FlowValue:
        """One item of a value, got with `[]`."""
        self.notes.subscripted(base, index)
        key = index.constants[0] if len(index.constants) == 1 and not index.paths else None
        self.notes.used_as_index(base, index, self.parts.mappings)
        if base.origin in ("sys.modules", "os.environ"):
            self.notes.operator(index, "x[s]")
        for value in base.constants:
            if isinstance(value, dict):
                self.notes.compared(index, value)
        if isinstance(key, str):
            return FlowValue(self.notes.reached(base, f"[{key!r}]", Kind.ITEM, key))
        return self.parts.at(base, key) if type(key) is int else self.parts.of(base)

    def read_starred(self, node: ast.Starred) -> FlowValue:
        return self.parts.element(self.read(node.value))

    def read_yieldfrom(self, node: ast.YieldFrom) -> FlowValue:
        self.parts.element(self.read(node.value))
        return NOTHING

    # --- operators --------------------------------------------------------------------------

    def read_unaryop(self, node: ast.UnaryOp) -> FlowValue:
        if isinstance(node.op, ast.Not):
            self.test(node.operand, NO_EXIT)
            return _BOOLEAN
        operand = self.read(node.operand)
        value = operand.constants[0] if operand.constants else None
        if isinstance(node.op, ast.USub) and type(value) in (int, float) and not operand.paths:
            self.notes.literal(-value)  # type: ignore[operator]  # a number, by its type
            return constant(-value)  # type: ignore[operator]
        self.notes.operator(operand, SIGNS[type(node.op)])
        return FlowValue(classes=operand.classes & NUMBERS)

    def read_boolop(self, node: ast.BoolOp) -> FlowValue:
        seen = []
        with ExitStack() as stack:
            for value in node.values[:-1]:
                seen.append(self.test(value, NO_EXIT))
                stack.enter_context(self.given(value, isinstance(node.op, ast.And)))
            last = self.read(node.values[-1])
        if isinstance(node.op, ast.And):
            return last._replace(is_exact=False)
        found = last
        for one in reversed(seen):
            self.notes.instead(one, last)
            found = merged(one, found)
        return found._replace(origin="")

    def given(self, test: ast.expr, answer: bool) -> AbstractContextManager[None]:
        """Read what happens when a condition has been answered."""
        true, false = narrowed_by(test)
        asked = true if answer else false
        return self.notes.narrowing([self.read(node) for node in asked]) if asked else _NO_MATTER

    def test(self, node: ast.expr, exits: frozenset[bool]) -> FlowValue:
        """Read a condition; `exits` are the answers that lead to a way out."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, frozenset(not answer for answer in exits))
            return _BOOLEAN
        if isinstance(node, ast.BoolOp):
            seen = []
            with ExitStack() as stack:
                for value in node.values:
                    seen.append(self.test(value, exits))
                    stack.enter_context(self.given(value, isinstance(node.op, ast.And)))
            found = seen[-1]
            if isinstance(node.op, ast.Or):
                for one in reversed(seen[:-1]):
                    self.notes.instead(one, seen[-1])
                    found = merged(one, found)
            return found
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name == "bool" and name not in self.env:
                return self.test(node.args[0], exits)
        seen_value = self.read(node)
        self.notes.tested(seen_value, exits)
        return seen_value

    def read_compare(self, node: ast.Compare) -> FlowValue:
        left = self.read(node.left)
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.read(right_node)
            compared(self.notes, left, operator, right, right_node)
            left = right
        return _BOOLEAN

    # --- displays ---------------------------------------------------------------------------

    def _display(self, nodes: list[ast.expr], kind: CoarseClass) -> FlowValue:
        parts = [self.read(node) for node in nodes]
        return display(parts, kind, exact=not any(isinstance(n, ast.Starred) for n in nodes))

    def read_tuple(self, node: ast.Tuple) -> FlowValue:
        return self._display(node.elts, CoarseClass.TUPLE)

    def read_list(self, node: ast.List) -> FlowValue:
        return self._display(node.elts, CoarseClass.LIST)

    def read_set(self, node: ast.Set) -> FlowValue:
        found = self._display(node.elts, CoarseClass.SET)
        for part in found.parts:
            self.notes.operator(part, "hashed")
        return found

    def read_dict(self, node: ast.Dict) -> FlowValue:
        keys: dict[object, object] = {}
        element = NOTHING
        for key, value in zip(node.keys, node.values, strict=True):
            seen = self.read(value)
            if key is None:
                self.notes.operator(seen, "**x")
            element = merged(element, seen if key is not None else self.parts.of(seen))
            if key is not None:
                seen_key = self.read(key)
                self.notes.operator(seen_key, "hashed")
                for found in seen_key.constants:
                    remember_key(keys, found)
        return FlowValue(
            classes=frozenset((CoarseClass.DICT,)),
            constants=(keys,) if len(keys) == len(node.keys) else (),
            element=element if keys else None,
        )

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    ) -> FlowValue:
        before = dict(self.env)
        for generator in node.generators:
            element = self.parts.element(self.read(generator.iter))
            self.bind_element(generator.target, element, generator.iter)
            for condition in generator.ifs:
                self.test(condition, NO_EXIT)
        with ExitStack() as stack:
            for condition in [each for one in node.generators for each in one.ifs]:
                stack.enter_context(self.given(condition, True))
            if isinstance(node, ast.DictComp):
                self.read(node.key)
                element = self.read(node.value)
            else:
                element = self.read(node.elt)
        self.env = before
        kind = {ast.SetComp: CoarseClass.SET, ast.DictComp: CoarseClass.DICT}.get(
            type(node), CoarseClass.LIST
        )
        return FlowValue(classes=frozenset((kind,)), element=element)

    read_listcomp = read_setcomp = read_dictcomp = read_generatorexp = _comprehension

    # --- calls and names --------------------------------------------------------------------

    def read_lambda(self, node: ast.Lambda, given: tuple[FlowValue, ...] = ()) -> FlowValue:
        """A lambda, its parameters bound to what it will be called with, where that is known."""
        before = dict(self.env)
        arguments = node.args
        names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for default in [*arguments.defaults, *arguments.kw_defaults]:
            if default is not None:
                self.read(default)
        for argument in [*names, arguments.vararg, arguments.kwarg]:
            if argument is not None:
                self.env[argument.arg] = NOTHING
        for argument, seen in zip(names, given, strict=False):
            self.env[argument.arg] = seen
        self.read(node.body)
        self.env = before
        return _FUNCTION

    def read_await(self, node: ast.Await) -> FlowValue:
        awaited = node.value  # of a call, what comes in the end is what is read
        seen = self.read_call(awaited) if isinstance(awaited, ast.Call) else self.read(awaited)
        for usage in self.notes.of(seen):
            usage.awaited = True
        return seen

    def read_call(self, node: ast.Call) -> FlowValue:
        function = node.func
        base = NOTHING
        method = ""
        if isinstance(function, ast.Attribute):
            base = self.read(function.value)
            method = function.attr
            callee = self.parts.member(base, method, called=True, fits=fits_builtin(method, node))
            self.notes.places.add(Kind.ATTRIBUTE, function, callee)
        else:
            callee = self.read(function)
        for usage in self.notes.of(callee):
            usage.called = True
        arguments = [
            NOTHING if isinstance(argument, ast.Lambda) else self.read(argument)
            for argument in node.args
        ]
        keywords = {
            keyword.arg or "**": self.read(keyword.value)
            for keyword in node.keywords
            if not isinstance(keyword.value, ast.Lambda)
        }
        self.notes.operator(keywords.get("**", NOTHING), "**x")
        call = Call(node, base, method, callee, arguments, keywords)
        note_handed_over(call, self.notes, self.file, self.own, self.receiver)
        for lambda_node in [*node.args, *(keyword.value for keyword in node.keywords)]:
            if isinstance(lambda_node, ast.Lambda):
                self.read_lambda(lambda_node, call.given_to_lambdas(self.parts))
        return result_of(call, self.parts)

    # --- targets --------------------------------------------------------------------------------

    def bind(self, target: ast.expr, value: FlowValue) -> None:
        """Assign a value to a target."""
        notes = self.notes
        if isinstance(target, ast.Name):
            self.env[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            asked = [
                (each.id if isinstance(each, ast.Name) else "", isinstance(each, ast.Starred))
                for each in target.elts
            ]
            for each, part in zip(target.elts, self.parts.unpacked(value, asked), strict=True):
                self.bind(each, part)
        elif isinstance(target, ast.Starred):
            self.bind(
                target.value, FlowValue(classes=frozenset((CoarseClass.LIST,)), element=value)
            )
        elif isinstance(target, ast.Attribute):
            base = self.read(target.value)
            for path, usage in zip(base.paths, notes.of(base), strict=True):
                usage.attributes.add(target.attr)
                notes.instead(FlowValue((f"{path}.{target.attr}",)), value)
        elif isinstance(target, ast.Subscript):
            base = self.read(target.value)
            if isinstance(target.slice, ast.Slice):
                self.bounds(target.slice)
                notes.operator(base, "[:]")
            else:
                index = self.read(target.slice)
                notes.subscripted(base, index)
                notes.used_as_index(base, index, self.parts.mappings)
            notes.operator(base, "[]=")

    def bind_element(self, target: ast.expr, element: FlowValue, whole: ast.expr) -> None:
        """Assign an element to the target of a loop, which is where it is read."""
        if isinstance(target, ast.Name):
            self.notes.places.add(Kind.ITEM, target, element)
        self.bind(target, element)


def _are_columns(node: ast.expr) -> bool:
    """Whether a key is a list of texts, which only tables have columns for."""
    texts = node.elts if isinstance(node, ast.List) else []
    return bool(texts) and all(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in texts
    )


def _is_mask(index: ast.expr) -> bool:
    """Whether items are picked as arrays have it: by a condition, or by slices of several axes."""
    if isinstance(index, ast.Tuple):
        return any(isinstance(each, ast.Slice) or _is_mask(each) for each in index.elts)
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.Invert):
        return True
    return isinstance(index, ast.Compare) or (
        isinstance(index, ast.Constant) and index.value is ...
    )
