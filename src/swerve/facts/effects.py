"""Does the code of a file show that a function has an effect?

What a call does is judged by its name (`swerve.worker.guided.effects`) where the file has no
function that it means.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from swerve.source.syntax import FUNCTIONS, FunctionNode, last_name
from swerve.source.syntax.scopes import COMPREHENSIONS, imported
from swerve.worker.guided.effects import OWN_CHANGING_VERBS, has_effect, words_of

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
_DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.Set, *COMPREHENSIONS)
_FRESH_NODES = (
    *(ast.Constant, ast.JoinedStr, ast.Compare, ast.BinOp, ast.UnaryOp, ast.Lambda),
    *_DISPLAYS,
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


class _Look:
    """One function: how far its own statements reach, and which functions of the file it uses."""

    def __init__(self, name: str, file: _File) -> None:
        self.reach = _NOBODY
        #: Functions of the file, and how far it reaches when they change their arguments.
        self.uses: list[tuple[str, int]] = []
        self._file = file
        self._class = name.rpartition(".")[0]
        self._is_maker = bool(self._class) and name.rpartition(".")[2] in _MAKERS
        self._outside: set[str] = set()
        #: What is assigned to each name, and to each attribute of one; `None` for what is unknown.
        self._given: dict[str, list[ast.expr | None]] = {}
        self._inner: dict[str, FunctionNode] = {}
        self._busy: set[str] = set()
        node = file.functions[name]
        self._parameters = _plain_parameters(node)
        self._own = {each.arg for each in (node.args.vararg, node.args.kwarg) if each is not None}
        self._run(node.body)

    def _run(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self._note_names(statement)
        for statement in body:
            self._look(statement)

    # --- names

    def _note_names(self, node: ast.AST) -> None:
        match node:
            case ast.Global(names) | ast.Nonlocal(names):
                self._outside.update(names)
            case ast.Assign(targets, value):
                for target in targets:
                    self._note_target(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(
                target, value
            ):
                self._note_target(target, value)
            case ast.For(target) | ast.AsyncFor(target) | ast.comprehension(target):
                self._note_target(target, None)
            case ast.withitem(value, ast.expr() as target):
                self._note_target(target, value)
            case ast.ExceptHandler(name=str(name)):
                self._given.setdefault(name, []).append(None)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._inner[node.name] = node
                return
            case ast.ClassDef():
                return
        for child in ast.iter_child_nodes(node):
            self._note_names(child)

    def _note_target(self, target: ast.expr, value: ast.expr | None) -> None:
        match target:
            case ast.Name(name):
                self._given.setdefault(name, []).append(value)
            case ast.Attribute(ast.Name(name), attribute):
                self._given.setdefault(f"{name}.{attribute}", []).append(value)
            case ast.Tuple(parts) | ast.List(parts):
                values = getattr(value, "elts", None)
                if values is None or len(values) != len(parts):
                    values = [None] * len(parts)
                for part, part_value in zip(parts, values, strict=True):
                    self._note_target(part, part_value)
            case ast.Starred(inner):
                self._note_target(inner, ast.List([], ast.Load()))

    def _is_fresh(self, name: str) -> bool:
        """Whether nobody else has what a name stands for; the name may be `self.attribute`."""
        if name in self._own or (self._is_maker and self._parameters[:1] == [name]):
            return True
        if name in self._outside or name in self._parameters or name not in self._given:
            return False
        if name in self._busy:
            return True
        self._busy.add(name)
        fresh = all(value is not None and self._makes(value) for value in self._given[name])
        self._busy.discard(name)
        return fresh

    def _makes(self, node: ast.expr) -> bool:
        """Whether an expression gives something that nobody else has."""
        match node:
            case ast.Name(name):
                return self._is_fresh(name)
            case ast.IfExp(_, body, orelse):
                return self._makes(body) and self._makes(orelse)
            case ast.BoolOp(_, values):
                return all(map(self._makes, values))
            case ast.NamedExpr(value=value) | ast.Await(value) | ast.Starred(value):
                return self._makes(value)
            case ast.Subscript(_, part):
                return isinstance(part, ast.Slice)
            case ast.Call(function):
                name = self._resolved(_path_of(function)).rpartition(".")[2]
                return name in _COPYING or name == "__new__" or name.lstrip("_")[:1].isupper()
        return isinstance(node, _FRESH_NODES)

    def _reach_of(self, node: ast.expr) -> int:
        """How far it reaches when what an expression stands for is changed."""
        root, first = node, None
        while isinstance(root, (ast.Attribute, ast.Subscript, ast.Starred)):
            root, first = root.value, root
        if not isinstance(root, ast.Name):
            return _NOBODY if self._makes(root) else _ANYBODY
        name = root.id
        if self._is_fresh(name):
            # Of `self`, in what makes it, the attribute that is changed has to be made there too.
            is_part = isinstance(first, ast.Attribute) and self._is_fresh(_path_of(first))
            made_here = first is None or name not in self._parameters or is_part
            return _NOBODY if made_here else _ARGUMENTS
        if name in self._parameters:
            return _ARGUMENTS if not self._is_rebound(name) else _NOBODY
        return _ANYBODY if name not in self._given or name in self._outside else _ARGUMENTS

    def _is_rebound(self, name: str) -> bool:
        """Whether a parameter only ever stands for a copy: `rows = list(rows)`."""
        values = self._given.get(name, [])
        return bool(values) and all(
            value is not None and self._makes(value) and not isinstance(value, ast.Constant)
            for value in values
        )

    def _resolved(self, path: str) -> str:
        """A path with what is imported under its first name in place of it."""
        root, dot, rest = path.partition(".")
        origin = self._file.imported.get(root)
        if origin is None or root in self._given or root in self._parameters:
            return path
        return origin + dot + rest

    # --- statements and expressions

    def _reaches(self, how_far: int) -> None:
        self.reach = max(self.reach, how_far)

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                for decorator in node.decorator_list:
                    self._look(decorator)
                return  # looked into where it is called
            case ast.ClassDef():
                return
            case ast.Expr(ast.Await(ast.Call() as call)) | ast.Expr(ast.Call() as call):
                self._look_at_call(call, is_thrown_away=True)
                node = call
            case ast.Assign(targets) | ast.Delete(targets):
                for target in targets:
                    self._look_at_target(target)
            case ast.AnnAssign(target=target, value=ast.expr()) | ast.NamedExpr(target):
                self._look_at_target(target)
            case ast.For(target) | ast.AsyncFor(target):
                self._look_at_target(target)
            case ast.withitem(_, ast.expr() as target):
                self._look_at_target(target)
            case ast.AugAssign(target, _, value):
                self._look_at_target(target)
                if isinstance(target, ast.Name) and isinstance(value, _GROWING):
                    self._reaches(self._reach_of(target))
            case ast.Call():
                self._look_at_call(node, is_thrown_away=False)
        for child in ast.iter_child_nodes(node):
            self._look(child)

    def _look_at_target(self, target: ast.expr) -> None:
        match target:
            case ast.Name(name):
                if name in self._outside:
                    self._reaches(_ANYBODY)
            case ast.Tuple(parts) | ast.List(parts):
                for part in parts:
                    self._look_at_target(part)
            case ast.Starred(inner):
                self._look_at_target(inner)
            case ast.Attribute(whole) | ast.Subscript(whole):  # what has it is changed
                self._reaches(self._reach_of(whole))

    def _look_at_call(self, node: ast.Call, *, is_thrown_away: bool) -> None:
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        for argument in given:
            if isinstance(argument, ast.Name) and argument.id in self._inner:
                self._enter(argument.id)
        function = node.func
        path = _path_of(function)
        if isinstance(function, ast.Name) and function.id in self._inner:
            self._enter(function.id)
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

    def _enter(self, name: str) -> None:
        """A function inside this one runs: what it does is done here."""
        node = self._inner.pop(name)
        for parameter in _plain_parameters(node):
            self._given.setdefault(parameter, []).append(None)
        self._run(node.body)

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


#: Added to a list, a dict or a set with `+=` or `|=`, they change it in place.
_GROWING = (ast.List, ast.ListComp, ast.Dict, ast.Set)


def _plain_parameters(node: FunctionNode) -> list[str]:
    arguments = node.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
