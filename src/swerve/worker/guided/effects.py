"""Does a call have an effect: by what is known of its name, and by the code of its file?

`has_effect` judges a name; `analysed` reads the functions that are at hand.
"""

from __future__ import annotations

import _ast

from ._effects_names import OWN_CHANGING_VERBS
from ._effects_rules import RULES, evidence, has_effect, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Container, Iterator, Mapping
    from typing import Any

__all__ = ["RULES", "analysed", "evidence", "has_effect"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: How far an effect reaches: nobody, only the arguments (with `self`), anybody.
_NOBODY, _ARGUMENTS, _ANYBODY = 0, 1, 2

#: What gives back an object that nobody else has: its own content may be changed.
_COPYING = _words(
    "list dict set tuple sorted bytearray bytes str int float bool frozenset"
    " defaultdict OrderedDict Counter deque ChainMap StringIO BytesIO copy deepcopy join"
    " split rsplit splitlines strip format lower upper replace encode decode fromkeys"
    " range zip enumerate map filter reversed array zeros ones empty arange linspace"
    " zeros_like ones_like empty_like full to_dict tolist asdict clone loads"
)
_FRESH_NODES = (
    _ast.Constant,
    _ast.JoinedStr,
    _ast.List,
    _ast.Tuple,
    _ast.Dict,
    _ast.Set,
    _ast.ListComp,
    _ast.SetComp,
    _ast.DictComp,
    _ast.GeneratorExp,
    _ast.Compare,
    _ast.BinOp,
    _ast.UnaryOp,
    _ast.Lambda,
)
_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_MAKERS = ("__init__", "__new__", "__post_init__", "__setstate__", "__attrs_post_init__")
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
    functions = dict(_functions_of(tree, ""))
    imported = _imported_names(tree)
    bases = {
        node.name: [name for name in map(_path_of, node.bases) if name]
        for node in tree.body
        if isinstance(node, _ast.ClassDef)
    }
    looks: dict[str, _Look] = {}
    waiting = [name for name in functions if words is None or name.rpartition(".")[2] in words]
    while waiting:
        name = waiting.pop()
        if name not in looks:
            looks[name] = _Look(name, functions[name], functions, bases, imported)
            waiting.extend(use.name for use in looks[name].uses)
    reach = {name: look.reach for name, look in looks.items()}
    moving = True
    while moving:
        moving = False
        for name, look in looks.items():
            now = max([look.reach, *(use.reach(reach[use.name]) for use in look.uses)])
            if now > reach[name]:
                reach[name] = now
                moving = True
    return {
        name: how_far > _NOBODY
        for name, how_far in reach.items()
        if not ("." in name and _is_stub(functions[name]))
    }


def _functions_of(node: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """The functions of a module and of its classes, also below `if` and `try`; not those inside."""
    for child in _children(node):
        if isinstance(child, _FUNCTIONS):
            yield prefix + child.name, child
        elif isinstance(child, _ast.ClassDef):
            yield from _functions_of(child, f"{prefix}{child.name}.")
        elif isinstance(child, (_ast.stmt, _ast.excepthandler)):
            yield from _functions_of(child, prefix)


def _children(node: Any) -> Iterator[Any]:
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            yield from (item for item in value if isinstance(item, _ast.AST))
        elif isinstance(value, _ast.AST):
            yield value


def _imported_names(tree: Any) -> dict[str, str]:
    """What the names that a file imports stand for."""
    found = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _ast.Import):
            for alias in node.names:
                if alias.asname:
                    found[alias.asname] = alias.name
        elif isinstance(node, _ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        waiting.extend(child for child in _children(node) if not isinstance(child, _ast.expr))
    return found


def _is_stub(node: Any) -> bool:
    for decorator in node.decorator_list:
        if _path_of(decorator).rpartition(".")[2] in (
            "abstractmethod",
            "abstractproperty",
            "overload",
        ):
            return True
    body = [
        statement
        for statement in node.body
        if not isinstance(statement, _ast.Pass)
        and not (isinstance(statement, _ast.Expr) and isinstance(statement.value, _ast.Constant))
    ]
    if not body:
        return True
    if len(body) > 1 or not isinstance(body[0], _ast.Raise):
        return False
    raised: Any = body[0].exc
    return (
        _path_of(raised.func if isinstance(raised, _ast.Call) else raised) == "NotImplementedError"
    )


def _path_of(node: Any) -> str:
    """The access path of an expression; what is neither name nor attribute is `()` in it."""
    if isinstance(node, _ast.Name):
        return node.id
    if isinstance(node, _ast.Attribute):
        return f"{_path_of(node.value)}.{node.attr}"
    if isinstance(node, _ast.Call):
        return f"{_path_of(node.func)}()"
    if isinstance(node, (_ast.Subscript, _ast.Await, _ast.Starred)):
        return _path_of(node.value)
    return "()"


def _root_and_depth(node: Any) -> tuple[Any, int]:
    """What `a.b[c].d` starts with, and how many steps follow."""
    depth = 0
    while isinstance(node, (_ast.Attribute, _ast.Subscript, _ast.Starred)):
        node = node.value
        depth += 1
    return node, depth


class _Use:
    """A call of another function of the file."""

    __slots__ = ("name", "reach_of_arguments")

    def __init__(self, name: str, reach_of_arguments: int) -> None:
        self.name = name
        #: How far it reaches when that function changes its arguments.
        self.reach_of_arguments = reach_of_arguments

    def reach(self, of_the_other: int) -> int:
        return self.reach_of_arguments if of_the_other == _ARGUMENTS else of_the_other


class _Look:
    """One function: how far its own statements reach, and which functions of the file it uses."""

    def __init__(
        self,
        name: str,
        node: Any,
        functions: Mapping[str, Any],
        bases: Mapping[str, list[str]],
        imported: Mapping[str, str],
    ) -> None:
        self.reach = _NOBODY
        self.uses: list[_Use] = []
        self._functions = functions
        self._bases = bases
        self._imported = imported
        self._class = name.rpartition(".")[0]
        self._is_maker = bool(self._class) and name.rpartition(".")[2] in _MAKERS
        self._outside: set[str] = set()
        self._given: dict[str, list[Any]] = {}
        self._inner: dict[str, Any] = {}
        self._busy: set[str] = set()
        arguments = node.args
        self._parameters = [
            argument.arg
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        ]
        self._own = {
            argument.arg for argument in (arguments.vararg, arguments.kwarg) if argument is not None
        }
        for statement in node.body:
            self._note_names(statement)
        for statement in node.body:
            self._look(statement)

    # --- names

    def _note_names(self, node: Any) -> None:
        if isinstance(node, (_ast.Global, _ast.Nonlocal)):
            self._outside.update(node.names)
        elif isinstance(node, _ast.Assign):
            for target in node.targets:
                self._note_target(target, node.value)
        elif isinstance(node, (_ast.AnnAssign, _ast.NamedExpr)):
            if node.value is not None:
                self._note_target(node.target, node.value)
        elif isinstance(node, (_ast.For, _ast.AsyncFor, _ast.comprehension)):
            self._note_target(node.target, None)
        elif isinstance(node, _ast.withitem):
            if node.optional_vars is not None:
                self._note_target(node.optional_vars, node.context_expr)
        elif isinstance(node, _ast.ExceptHandler) and node.name:
            self._given.setdefault(node.name, []).append(None)
        elif isinstance(node, _FUNCTIONS):
            self._inner[node.name] = node
            return
        elif isinstance(node, _ast.ClassDef):
            return
        for child in _children(node):
            self._note_names(child)

    def _note_target(self, target: Any, value: Any) -> None:
        if isinstance(target, _ast.Name):
            self._given.setdefault(target.id, []).append(value)
        elif isinstance(target, _ast.Attribute) and isinstance(target.value, _ast.Name):
            self._given.setdefault(f"{target.value.id}.{target.attr}", []).append(value)
        elif isinstance(target, (_ast.Tuple, _ast.List)):
            values = getattr(value, "elts", None)
            if values is None or len(values) != len(target.elts):
                values = [None] * len(target.elts)
            for part, part_value in zip(target.elts, values):
                self._note_target(part, part_value)
        elif isinstance(target, _ast.Starred):
            self._note_target(target.value, _ast.List([], _ast.Load()))

    def _is_fresh(self, name: str) -> bool:
        """Whether nobody else has what a name stands for; the name may be `self.attribute`."""
        if name in self._own:
            return True
        if self._is_maker and self._parameters[:1] == [name]:
            return True
        if name in self._outside or name in self._parameters or name not in self._given:
            return False
        if name in self._busy:
            return True
        self._busy.add(name)
        fresh = all(value is not None and self._makes(value) for value in self._given[name])
        self._busy.discard(name)
        return fresh

    def _makes(self, node: Any) -> bool:
        """Whether an expression gives something that nobody else has."""
        if isinstance(node, _FRESH_NODES):
            return True
        if isinstance(node, _ast.Name):
            return self._is_fresh(node.id)
        if isinstance(node, _ast.IfExp):
            return self._makes(node.body) and self._makes(node.orelse)
        if isinstance(node, _ast.BoolOp):
            return all(map(self._makes, node.values))
        if isinstance(node, (_ast.NamedExpr, _ast.Await, _ast.Starred)):
            return self._makes(node.value)
        if isinstance(node, _ast.Subscript):
            return isinstance(node.slice, _ast.Slice)
        if isinstance(node, _ast.Call):
            path = self._resolved(_path_of(node.func))
            name = path.rpartition(".")[2]
            return name in _COPYING or name == "__new__" or name.lstrip("_")[:1].isupper()
        return False

    def _reach_of(self, node: Any) -> int:
        """How far it reaches when what an expression stands for is changed."""
        root, depth = _root_and_depth(node)
        if not isinstance(root, _ast.Name):
            return _NOBODY if self._makes(root) else _ANYBODY
        name = root.id
        if self._is_fresh(name):
            made_here = depth < 1 or name not in self._parameters or self._is_part_fresh(node)
            return _NOBODY if made_here else _ARGUMENTS
        if name in self._parameters:
            return _ARGUMENTS if not self._is_rebound(name) else _NOBODY
        return _ANYBODY if name not in self._given or name in self._outside else _ARGUMENTS

    def _is_part_fresh(self, node: Any) -> bool:
        """Whether the attribute of `self` that is changed was made in the same function."""
        while isinstance(node.value, (_ast.Attribute, _ast.Subscript)):
            node = node.value
        return isinstance(node, _ast.Attribute) and self._is_fresh(_path_of(node))

    def _is_rebound(self, name: str) -> bool:
        """Whether a parameter only ever stands for a copy: `rows = list(rows)`."""
        values = self._given.get(name, [])
        return bool(values) and all(
            value is not None and self._makes(value) and not isinstance(value, _ast.Constant)
            for value in values
        )

    def _resolved(self, path: str) -> str:
        """A path with what is imported under its first name in place of it."""
        root, dot, rest = path.partition(".")
        if root in self._imported and root not in self._given and root not in self._parameters:
            return self._imported[root] + dot + rest
        return path

    # --- statements and expressions

    def _reaches(self, how_far: int) -> None:
        self.reach = max(self.reach, how_far)

    def _look(self, node: Any, is_thrown_away: bool = False) -> None:
        if isinstance(node, _FUNCTIONS):
            for decorator in node.decorator_list:
                self._look(decorator)
            return  # looked into where it is called
        if isinstance(node, _ast.ClassDef):
            return
        if isinstance(node, _ast.Expr):
            value = node.value.value if isinstance(node.value, _ast.Await) else node.value
            self._look(value, is_thrown_away=True)
            return
        if isinstance(node, (_ast.Assign, _ast.Delete)):
            for target in node.targets:
                self._look_at_target(target)
        elif isinstance(node, (_ast.AnnAssign, _ast.NamedExpr)):
            if node.value is not None:
                self._look_at_target(node.target)
        elif isinstance(node, _ast.AugAssign):
            self._look_at_target(node.target)
            self._look_at_growth(node)
        elif isinstance(node, (_ast.For, _ast.AsyncFor)):
            self._look_at_target(node.target)
        elif isinstance(node, _ast.withitem) and node.optional_vars is not None:
            self._look_at_target(node.optional_vars)
        elif isinstance(node, _ast.Call):
            self._look_at_call(node, is_thrown_away)
        for child in _children(node):
            self._look(child)

    def _look_at_target(self, target: Any) -> None:
        if isinstance(target, _ast.Name):
            if target.id in self._outside:
                self._reaches(_ANYBODY)
        elif isinstance(target, (_ast.Tuple, _ast.List)):
            for part in target.elts:
                self._look_at_target(part)
        elif isinstance(target, _ast.Starred):
            self._look_at_target(target.value)
        else:
            self._look_at_place(target)

    def _look_at_place(self, target: Any) -> None:
        """An attribute or item is written: what has it is changed."""
        self._reaches(self._reach_of(target.value))

    def _look_at_growth(self, node: Any) -> None:
        """`rows += [row]` changes a list in place."""
        lists = (_ast.List, _ast.ListComp, _ast.Dict, _ast.Set)
        if isinstance(node.target, _ast.Name) and isinstance(node.value, lists):
            self._reaches(self._reach_of(node.target))

    def _look_at_call(self, node: Any, is_thrown_away: bool) -> None:
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(argument, _ast.Name) and argument.id in self._inner:
                self._enter(argument.id)
        function = node.func
        path = _path_of(function)
        if isinstance(function, _ast.Name) and function.id in self._inner:
            self._enter(function.id)
            return
        used = self._used(path)
        if used is not None:
            self.uses.append(_Use(used, self._reach_of_arguments(node)))
            return
        resolved = self._resolved(path)
        name = resolved.rpartition(".")[2]
        if self._is_maker and path in ("super().__init__", "super().__new__"):
            return
        if name in _CHANGE_FIRST and node.args and resolved.count(".") < 2:
            self._reaches(self._reach_of(node.args[0]))
            return
        if not has_effect(resolved, is_thrown_away):
            return
        if isinstance(function, _ast.Attribute):
            words = words_of(name)
            if words and words[0] in OWN_CHANGING_VERBS:
                self._reaches(self._reach_of(function.value))
                return
        self._reaches(_ANYBODY)

    def _enter(self, name: str) -> None:
        """A function inside this one runs: what it does is done here."""
        node = self._inner.pop(name)
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            self._given.setdefault(argument.arg, []).append(None)
        for statement in node.body:
            self._note_names(statement)
        for statement in node.body:
            self._look(statement)

    def _reach_of_arguments(self, node: Any) -> int:
        changed: list[Any] = [*node.args, *(keyword.value for keyword in node.keywords)]
        if isinstance(node.func, _ast.Attribute):
            changed.append(node.func.value)
        return max([self._reach_of(value) for value in changed], default=_NOBODY)

    def _used(self, path: str) -> str | None:
        """The function of the file that a path means."""
        if path in self._given or path in self._parameters:
            return None
        root, _, rest = path.partition(".")
        if not rest:
            for name in (path, f"{path}.__init__"):
                if name in self._functions:
                    return name
            return None
        if root in ("self", "cls", "super()") and self._class:
            return self._method(self._class, rest, is_above=root == "super()")
        return path if path in self._functions else None

    def _method(self, owner: str, name: str, *, is_above: bool = False) -> str | None:
        stack = list(self._bases.get(owner, [])) if is_above else [owner]
        seen: set[str] = set()
        while stack:
            at = stack.pop(0)
            if at in seen:
                continue
            seen.add(at)
            found = f"{at}.{name}"
            if found in self._functions:
                return None if _is_stub(self._functions[found]) else found
            stack.extend(self._bases.get(at, []))
        return None
