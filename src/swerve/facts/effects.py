"""Does the code of a file show that a function has an effect?

What a call does is judged by its name (`swerve.worker.guided.effects`) where the file has no
function that it means.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import TypeAlias

from swerve.source.syntax import FUNCTIONS, FunctionNode, last_name
from swerve.source.syntax.scopes import imported
from swerve.worker.guided.effects import OWN_CHANGING_VERBS, has_effect, words_of

from ._interpreter import Interpreter

#: How far an effect reaches: nobody, only the arguments (with `self`), anybody.
_NOBODY, _ARGUMENTS, _ANYBODY = 0, 1, 2


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: What gives back an object that nobody else has: its own content may be changed.
_COPYING = _words(
    "list dict set tuple sorted bytearray bytes str int float bool frozenset"
    " defaultdict OrderedDict Counter deque ChainMap StringIO BytesIO copy deepcopy join"
    " split rsplit splitlines strip format lower upper replace encode decode fromkeys"
    " range zip enumerate map filter reversed array zeros ones empty arange linspace"
    " zeros_like ones_like empty_like full to_dict tolist asdict clone loads"
)
_MAKERS = ("__init__", "__new__", "__post_init__", "__setstate__", "__attrs_post_init__")
_STUBS = ("abstractmethod", "abstractproperty", "overload")
#: These change their first argument, and nothing else.
_CHANGE_FIRST = _words(
    "setattr delattr next heappush heappop heapify heapreplace heappushpop insort insort_left"
    " insort_right shuffle"
)


def analysed(tree: ast.Module, words: Container[str] | None = None) -> dict[str, bool]:
    """Say for the functions of a file, by qualified name, whether their code shows an effect.

    `words` limits that to functions with these names, and to those that they use. An effect is a
    write to anything but what the function has made itself, or a call that has one; functions of
    the file that call each other are judged together. A method without a body of its own (abstract,
    `...`, `raise NotImplementedError`) is left out: it says nothing about those that replace it.
    """
    file = _file_of(tree)
    looks: dict[str, _Look] = {}
    waiting = [name for name in file.functions if words is None or name.rpartition(".")[2] in words]
    while waiting:
        name = waiting.pop()
        if name not in looks:
            looks[name] = _Look(name, file)
            waiting.extend(used for used, _ in looks[name].uses)
    reach = {name: look.reach for name, look in looks.items()}
    moving = True
    while moving:
        moving = False
        for name, look in looks.items():
            through = [
                of_arguments if reach[used] == _ARGUMENTS else reach[used]
                for used, of_arguments in look.uses
            ]
            now = max([look.reach, *through])
            if now > reach[name]:
                reach[name] = now
                moving = True
    return {
        name: how_far > _NOBODY
        for name, how_far in reach.items()
        if not ("." in name and _is_stub(file.functions[name]))
    }


@dataclass(frozen=True, slots=True)
class _File:
    """What the functions of a file may mean by a name."""

    functions: Mapping[str, FunctionNode]
    #: Of the classes at the top level.
    bases: Mapping[str, list[str]]
    imported: Mapping[str, str]

    def method(self, owner: str, name: str, *, is_above: bool = False) -> str | None:
        """The method that a class has under a name, its own or that of a base class."""
        stack = list(self.bases.get(owner, [])) if is_above else [owner]
        seen: set[str] = set()
        while stack:
            at = stack.pop(0)
            if at in seen:
                continue
            seen.add(at)
            found = f"{at}.{name}"
            if found in self.functions:
                return None if _is_stub(self.functions[found]) else found
            stack.extend(self.bases.get(at, []))
        return None


def _file_of(tree: ast.Module) -> _File:
    bases = {
        node.name: [name for name in map(_path_of, node.bases) if name]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, module, member in imported(node):
                if not module.startswith("."):
                    origins.setdefault(name, f"{module}.{member}" if member else module)
    return _File(dict(_functions_of(tree, "")), bases, origins)


def _functions_of(node: ast.AST, prefix: str) -> Iterator[tuple[str, FunctionNode]]:
    """The functions of a module and of its classes, also below `if` and `try`; not those inside."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions_of(child, f"{prefix}{child.name}.")
        elif isinstance(child, (ast.stmt, ast.excepthandler)):
            yield from _functions_of(child, prefix)


def _is_stub(node: FunctionNode) -> bool:
    if any(last_name(decorator) in _STUBS for decorator in node.decorator_list):
        return True
    body = [
        each
        for each in node.body
        if not isinstance(each, ast.Pass)
        and not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]
    if not body:
        return True
    if len(body) > 1 or not isinstance(body[0], ast.Raise):
        return False
    raised = body[0].exc
    return raised is not None and _path_of(raised).removesuffix("()") == "NotImplementedError"


def _path_of(node: ast.expr) -> str:
    """The access path of an expression; what is neither name nor attribute is `()` in it."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            return f"{_path_of(value)}.{name}"
        case ast.Call(function):
            return f"{_path_of(function)}()"
        case ast.Subscript(value) | ast.Await(value) | ast.Starred(value):
            return _path_of(value)
    return "()"


class _Held(Enum):
    """Who has a value, beside the function that works with it?"""

    #: Nobody; a constant is nobody's either, but it is no copy of anything.
    FRESH = "fresh"
    CONSTANT = "constant"
    SHARED = "shared"


#: Of a tuple or a list that is written out, what is held in each place.
_Value: TypeAlias = "_Held | tuple[_Value, ...]"


class _Look(Interpreter[_Value]):
    """One function: how far its own statements reach, and which functions of the file it uses.

    Names are looked at without regard to the order of the statements: a name is fresh if all that
    it ever stands for is. So the function is gone through until nothing new is learned of them.
    """

    nothing = _Held.SHARED

    def __init__(self, name: str, file: _File) -> None:
        self.reach = _NOBODY
        #: Functions of the file, and how far it reaches when they change their arguments.
        self.uses: list[tuple[str, int]] = []
        #: What is assigned to each name, and to each attribute of one.
        self._given: dict[str, set[_Held]] = {}
        self._outside: set[str] = set()
        self._inner: dict[str, FunctionNode] = {}
        self._file = file
        self._class = name.rpartition(".")[0]
        self._is_maker = bool(self._class) and name.rpartition(".")[2] in _MAKERS
        node = file.functions[name]
        self._parameters = _plain_parameters(node)
        self._own = {each.arg for each in (node.args.vararg, node.args.kwarg) if each is not None}
        before = -1
        while before < self._learned:
            before = self._learned
            self.reach, self.uses = _NOBODY, []
            self.block(node.body)

    @property
    def _learned(self) -> int:
        return len(self._outside) + sum(len(each) for each in self._given.values())

    # --- who has what

    def joined(self, one: _Value, other: _Value) -> _Value:
        """Something that is one or the other."""
        return _Held.SHARED if _Held.SHARED in (one, other) else _Held.FRESH

    def combined(self, left: _Value, operator: ast.operator, right: _Value) -> _Value:
        """What an operator gives is new."""
        return _Held.FRESH

    def element(self, whole: _Value) -> _Value:
        """What is in something may be anybody's."""
        return _Held.SHARED

    def _is_fresh(self, name: str) -> bool:
        """Whether nobody else has what a name stands for; the name may be `self.attribute`."""
        if name in self._own or (self._is_maker and self._parameters[:1] == [name]):
            return True
        if name in self._outside or name in self._parameters or name not in self._given:
            return False
        return _Held.SHARED not in self._given[name]

    def _reach_of(self, node: ast.expr) -> int:
        """How far it reaches when what an expression stands for is changed."""
        root, first = node, None
        while isinstance(root, (ast.Attribute, ast.Subscript, ast.Starred)):
            root, first = root.value, root
        if not isinstance(root, ast.Name):
            return _ANYBODY if self._quietly(root) is _Held.SHARED else _NOBODY
        name = root.id
        if self._is_fresh(name):
            # Of `self`, in what makes it, the attribute that is changed has to be made there too.
            is_part = isinstance(first, ast.Attribute) and self._is_fresh(_path_of(first))
            made_here = first is None or name not in self._parameters or is_part
            return _NOBODY if made_here else _ARGUMENTS
        if name in self._parameters:
            # It may only ever stand for a copy: `rows = list(rows)`.
            return _NOBODY if self._given.get(name) == {_Held.FRESH} else _ARGUMENTS
        return _ANYBODY if name not in self._given or name in self._outside else _ARGUMENTS

    def _quietly(self, node: ast.expr) -> _Value:
        """What an expression gives that is read elsewhere."""
        kept = self.reach, self.uses, self._inner
        self.uses, self._inner = [], {}
        value = self.read(node)
        self.reach, self.uses, self._inner = kept
        return value

    def _resolved(self, path: str) -> str:
        """A path with what is imported under its first name in place of it."""
        root, dot, rest = path.partition(".")
        origin = self._file.imported.get(root)
        if origin is None or root in self._given or root in self._parameters:
            return path
        return origin + dot + rest

    # --- expressions

    def read_name(self, node: ast.Name) -> _Value:
        return _Held.FRESH if self._is_fresh(node.id) else _Held.SHARED

    def read_constant(self, node: ast.Constant) -> _Value:
        return _Held.CONSTANT

    def _made(self, node: ast.AST) -> _Value:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.expr, ast.comprehension)):
                self.read(child)  # type: ignore[arg-type]  # a comprehension is read as well
        return _Held.FRESH

    read_joinedstr = read_compare = read_unaryop = read_dict = read_set = _made
    read_listcomp = read_setcomp = read_dictcomp = read_generatorexp = _made

    def read_comprehension(self, node: ast.comprehension) -> _Value:
        self.bind(node.target, _Held.SHARED)
        return self._made(node)

    def read_lambda(self, node: ast.Lambda) -> _Value:
        self.read_parts(node.args)
        return self._made(node)

    def read_tuple(self, node: ast.Tuple | ast.List) -> _Value:
        return tuple(map(self.read, node.elts))

    read_list = read_tuple

    def read_boolop(self, node: ast.BoolOp) -> _Value:
        return reduce(self.joined, map(self.read, node.values))

    def read_starred(self, node: ast.Starred | ast.Await) -> _Value:
        return self.read(node.value)

    read_await = read_starred

    def read_subscript(self, node: ast.Subscript) -> _Value:
        self.read_parts(node)
        return _Held.FRESH if isinstance(node.slice, ast.Slice) else _Held.SHARED

    def read_call(self, node: ast.Call, *, is_thrown_away: bool = False) -> _Value:
        self._look_at_call(node, is_thrown_away)
        self.read_parts(node)
        for keyword in node.keywords:
            self.read(keyword.value)
        name = self._resolved(_path_of(node.func)).rpartition(".")[2]
        makes = name in _COPYING or name == "__new__" or name.lstrip("_")[:1].isupper()
        return _Held.FRESH if makes else _Held.SHARED

    def _look_at_call(self, node: ast.Call, is_thrown_away: bool) -> None:
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        for argument in given:
            if isinstance(argument, ast.Name):
                self._enter(argument.id)
        function = node.func
        path = _path_of(function)
        if isinstance(function, ast.Name) and self._enter(function.id):
            return
        used = self._used(path)
        if used is not None:
            if isinstance(function, ast.Attribute):
                given.append(function.value)
            self.uses.append((used, max(map(self._reach_of, given), default=_NOBODY)))
            return
        resolved = self._resolved(path)
        name = resolved.rpartition(".")[2]
        if self._is_maker and path in ("super().__init__", "super().__new__"):
            return
        if name in _CHANGE_FIRST and node.args and resolved.count(".") < 2:
            self._reaches(self._reach_of(node.args[0]))
        elif has_effect(resolved, is_thrown_away):
            words = words_of(name) if isinstance(function, ast.Attribute) else []
            if isinstance(function, ast.Attribute) and words and words[0] in OWN_CHANGING_VERBS:
                self._reaches(self._reach_of(function.value))
            else:
                self._reaches(_ANYBODY)

    def _enter(self, name: str) -> bool:
        """Run a function inside this one, if it is one: what it does is done here, once."""
        node = self._inner.pop(name, None)
        if node is None:
            return False
        for parameter in _plain_parameters(node):
            self._given.setdefault(parameter, set()).add(_Held.SHARED)
        self.block(node.body)
        return True

    def _used(self, path: str) -> str | None:
        """The function of the file that a path means."""
        if path in self._given or path in self._parameters:
            return None
        functions = self._file.functions
        root, _, rest = path.partition(".")
        if not rest:
            return next((name for name in (path, f"{path}.__init__") if name in functions), None)
        if root in ("self", "cls", "super()") and self._class:
            return self._file.method(self._class, rest, is_above=root == "super()")
        return path if path in functions else None

    # --- targets and statements

    def _reaches(self, how_far: int) -> None:
        self.reach = max(self.reach, how_far)

    def bind(self, target: ast.expr, value: _Value) -> None:
        """Assign a value to a target: what has the attribute or the item is changed."""
        held = _Held.FRESH if isinstance(value, tuple) else value
        match target:
            case ast.Name(name):
                self._given.setdefault(name, set()).add(held)
                if name in self._outside:
                    self._reaches(_ANYBODY)
            case ast.Tuple(parts) | ast.List(parts):
                is_apart = isinstance(value, tuple) and len(value) == len(parts)
                values = value if is_apart else (_Held.SHARED,) * len(parts)
                for part, each in zip(parts, values, strict=True):  # type: ignore[arg-type]
                    self.bind(part, each)
            case ast.Starred(inner):
                self.bind(inner, _Held.FRESH)
            case ast.Attribute(whole) | ast.Subscript(whole):
                if isinstance(target, ast.Attribute) and isinstance(whole, ast.Name):
                    self._given.setdefault(f"{whole.id}.{target.attr}", set()).add(held)
                self.read_parts(target)
                self._reaches(self._reach_of(whole))

    def run_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, self.read(node.value))

    def run_augassign(self, node: ast.AugAssign) -> None:
        self.read(node.value)
        if not isinstance(node.target, ast.Name):
            self.bind(node.target, _Held.SHARED)
        elif node.target.id in self._outside:
            self._reaches(_ANYBODY)
        elif isinstance(node.value, _GROWING):  # which changes what is there
            self._reaches(self._reach_of(node.target))

    def run_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, (ast.Attribute, ast.Subscript)):
                self._reaches(self._reach_of(target.value))

    def run_expr(self, node: ast.Expr) -> None:
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call):
            self.read_call(value, is_thrown_away=True)
        else:
            self.read(value)

    def run_global(self, node: ast.Global | ast.Nonlocal) -> None:
        self._outside.update(node.names)

    run_nonlocal = run_global

    def run_functiondef(self, node: FunctionNode) -> None:
        for decorator in node.decorator_list:
            self.read(decorator)
        self._inner[node.name] = node  # looked into where it is called

    def run_classdef(self, node: ast.ClassDef) -> None:
        """What a class inside does is not followed."""


#: Added to a list, a dict or a set with `+=` or `|=`, they change it in place.
_GROWING = (ast.List, ast.ListComp, ast.Dict, ast.Set)


def _plain_parameters(node: FunctionNode) -> list[str]:
    arguments = node.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
