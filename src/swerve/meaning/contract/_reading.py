"""What does the text of a contract file say? It is parsed, and never run."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from swerve.source.syntax import last_name
from swerve.source.syntax.scopes import defaults_of

from ._conditions import (
    Names,
    check_condition,
    check_constant,
    check_helper,
    check_shared_requirement,
)
from ._contradictions import check_contradictions
from ._files import (
    LANGUAGE_MODULES,
    OTHER_WORDS,
    WORDS,
    AnyFunction,
    Body,
    Class,
    Places,
    call_of,
    called,
    first_words,
    is_ellipsis,
    is_helper,
    is_name,
    is_nothing,
    is_static,
    literal,
    module_of,
    parsed,
    presence_of,
)
from ._model import (
    BadContracts,
    Case,
    ClassName,
    Clause,
    ClauseKind,
    Contract,
    ContractFault,
    Contracts,
    Field,
    Loop,
    Parameter,
    Presence,
    Signature,
    Vocabulary,
)
from ._predefined import NAMES, predefined_cases
from ._purity import LANGUAGE_NAMES, OUTCOMES, is_builtin, is_exception, nearest

_KINDS = {kind.value: kind for kind in ClauseKind}
_EXPORTED = frozenset({*WORDS, *NAMES, *LANGUAGE_NAMES, "New", "Old", "loop"})
_EXCEPTIONS = tuple(name for name in dir(builtins) if is_exception(name))
_DECORATORS = ("staticmethod", "classmethod", "property", "override", "overload")


def read_contracts(text: str, file: str, module: str = "") -> Contracts | BadContracts:
    """Read a contract file; everything that is wrong with it comes back at once.

    `module` is the file of the code; without it the path of the contract file tells.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    tree = parsed(text, file)
    if isinstance(tree, ContractFault):
        return BadContracts((tree,))
    module = module or module_of(file) or file
    reader = _Reader(Places(text, file), module)
    try:
        contracts = reader.read(tree)
    except RecursionError:
        return BadContracts((ContractFault(file, 1, 1, 2, "an expression is nested too deeply"),))
    faults = reader.places.faults
    return BadContracts(faults) if faults else Contracts(file, module, tuple(contracts))


class _Reader:
    def __init__(self, places: Places, module: str) -> None:
        self.places = places
        self._package = PurePosixPath(module).parts[:-1]
        self._helpers: dict[str, ast.FunctionDef] = {}
        self._constants: dict[str, ast.expr] = {}
        self._imports: dict[str, str] = {}
        self._classes: dict[str, str] = {}
        self._fields: list[Field] = []
        self._found: list[tuple[AnyFunction, Class | None]] = []

    def read(self, tree: ast.Module) -> list[Contract]:
        """Everything in the file."""
        for position, statement in enumerate(tree.body):
            self._top(statement, is_first=position == 0)
        self._check_vocabulary()
        contracts = [self._contract(node, owner) for node, owner in self._found]
        self._check_doubles(contracts)
        return contracts

    # --- what stands at the top -----------------------------------------------------------------

    def _top(self, node: ast.stmt, *, is_first: bool) -> None:
        if isinstance(node, ast.FunctionDef) and is_helper(node):
            self._helpers[node.name] = node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self._found.append((node, None))
        elif isinstance(node, ast.ClassDef):
            self._class(node, None)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            self._constant(node)
        elif isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING":
            for inner in node.body:
                self._top(inner, is_first=False)
        elif not is_nothing(node) or not (is_first or isinstance(node, ast.Pass)):
            self.places.fault(
                node,
                "a contract file can contain only imports, constants, helper functions, and "
                "functions and classes with contracts",
            )

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                if alias.name in (*LANGUAGE_MODULES, "swerve"):
                    self.places.fault(node, f"write `from {LANGUAGE_MODULES[0]} import ...`")
                name = alias.asname or alias.name.partition(".")[0]
                self._imports[name] = alias.name if alias.asname else name
            elif node.module in LANGUAGE_MODULES:
                if alias.name not in _EXPORTED and alias.name != "*":
                    hint = nearest(alias.name, _EXPORTED)
                    self.places.fault(alias, f"`{LANGUAGE_MODULES[0]}` has no `{alias.name}`{hint}")
                elif alias.asname not in (None, alias.name):
                    self.places.fault(
                        alias, f"`{alias.name}` cannot be imported under another name"
                    )
            elif node.module != "__future__":
                base = self._package[: len(self._package) - node.level + 1] if node.level else ()
                parts = [*base, *([node.module] if node.module else []), alias.name]
                self._imports[alias.asname or alias.name] = ".".join(parts)

    def _constant(self, node: ast.Assign | ast.AnnAssign) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and node.value is not None:
                self._constants[target.id] = node.value
            else:
                self.places.fault(target, "a constant must have the form `NAME = value`")

    def _class(self, node: ast.ClassDef, outer: Class | None) -> None:
        renamed = next(
            (
                name
                for each in node.body
                if (name := self._renaming(called(each, "renamed_from"))) is not None
            ),
            node.name,
        )
        if outer is None:
            this = Class(node.name, renamed)
        else:
            old_name = renamed if "." in renamed else f"{outer.old_name}.{renamed}"
            this = Class(f"{outer.name}.{node.name}", old_name)
        self._classes[this.name] = this.old_name
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self._found.append((statement, this))
            elif isinstance(statement, ast.ClassDef):
                self._class(statement, this)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                self._field(statement, statement.target.id, this.name)
            elif not is_nothing(statement) and called(statement, "renamed_from") is None:
                self.places.fault(
                    statement,
                    "a class can contain only fields with their types, and methods with contracts",
                )

    def _field(self, node: ast.AnnAssign, name: str, owner: str) -> None:
        old_name = name
        if node.value is not None:
            renamed = self._renaming(call_of(node.value, "renamed_from"))
            old_name = renamed or name
        presence = presence_of(node.annotation)
        if presence is not Presence.BOTH and old_name != name:
            self.places.fault(
                node, f"a field that only one version has cannot be renamed: `{name}`"
            )
        self._fields.append(Field(owner, name, presence, old_name))

    def _renaming(self, call: ast.Call | None) -> str | None:
        if call is None:
            return None
        name = literal(call.args[0]) if len(call.args) == 1 and not call.keywords else None
        if isinstance(name, str) and all(part.isidentifier() for part in name.split(".")):
            return name
        self.places.fault(call, '`renamed_from` takes a name as a string: renamed_from("total")')
        return None

    def _check_vocabulary(self) -> None:
        names = self._names({}, "", None)
        for value in self._constants.values():
            check_constant(value, names, self.places)
        for helper in self._helpers.values():
            check_helper(helper, names, self.places)

    def _names(self, parameters: dict[str, Presence], receiver: str, owner: Class | None) -> Names:
        fields = (each for each in self._fields if owner is not None and each.owner == owner.name)
        return Names(
            {name: each for name, each in parameters.items() if name not in OUTCOMES},
            receiver,
            tuple(fields),
            frozenset(self._helpers),
            frozenset(self._constants),
            self._imports,
            frozenset(self._classes),
        )

    def _check_doubles(self, contracts: Iterable[Contract]) -> None:
        seen: dict[tuple[str, Loop | None], int] = {}
        for contract in contracts:
            key = contract.function, contract.loop
            if key in seen:
                self.places.fault(
                    contract.span,
                    f"a second contract for `{contract.function}`; the first is on line "
                    f"{seen[key]}: write several changes as cases of one contract",
                )
            seen.setdefault(key, contract.span.line)

    # --- one contract ---------------------------------------------------------------------------

    def _contract(self, node: AnyFunction, owner: Class | None) -> Contract:
        loop = self._decorators(node)
        has_receiver = owner is not None and not is_static(node)
        parameters, signature = self._parameters(node, has_receiver)
        body = Body()
        receiver = signature.positional[0] if has_receiver and signature.positional else ""
        presences = {each.name: each.presence for each in parameters}
        names = self._names(presences, receiver, owner)
        for statement in node.body:
            self._statement(statement, body, names)
        span = self.places.name_of(node)
        if body.clauses:
            body.cases.insert(0, Case("", tuple(body.clauses), body.clauses[0].span))
        for case in body.cases:
            self._check_shared(case, names)
        prefix = f"{owner.name}." if owner else ""
        old_prefix = f"{owner.old_name}." if owner else ""
        old_name = body.old_name or node.name
        contract = Contract(
            self.places.file,
            prefix + node.name,
            old_name if "." in old_name else old_prefix + old_name,
            tuple(body.cases),
            tuple(body.preserves),
            parameters,
            signature,
            tuple(self._fields),
            tuple((old, new) for new, old in self._classes.items() if old != new),
            loop,
            Vocabulary(
                tuple(self._helpers.items()),
                tuple(self._constants.items()),
                tuple(self._imports.items()),
                tuple(self._classes),
            ),
            span,
            self.places.lines,
        )
        check_contradictions(contract, self.places)
        return contract

    def _check_shared(self, case: Case, names: Names) -> None:
        """`requires` stands for `when_required` where that is left out (table I)."""
        if not case.of(ClauseKind.WHEN_REQUIRED):
            for clause in case.of(ClauseKind.REQUIRES):
                check_shared_requirement(clause.condition.tree, names, self.places)

    def _decorators(self, node: AnyFunction) -> Loop | None:
        loop = None
        for decorator in node.decorator_list:
            call = call_of(decorator, "loop")
            if call is not None:
                loop = self._loop(call)
            elif last_name(decorator) not in _DECORATORS:
                self.places.fault(
                    decorator, "the only decorator allowed on a contract is `loop(...)`"
                )
        return loop

    def _loop(self, call: ast.Call) -> Loop | None:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        values = [literal(each) for each in call.args]
        function = values[0] if values else literal(given.get("function"))
        number = values[1] if len(values) > 1 else literal(given.get("number", ast.Constant(1)))
        assigns = literal(given.get("assigns"))
        if isinstance(assigns, str):
            assigns = (assigns,)
        if (
            isinstance(function, str)
            and isinstance(number, int)
            and number > 0
            and isinstance(assigns, tuple)
            and assigns
            and all(isinstance(name, str) and name.isidentifier() for name in assigns)
        ):
            return Loop(function, number, assigns)
        self.places.fault(
            call,
            "`loop` takes a function, the number of the loop in it (from 1), and what it assigns: "
            'loop("total", 1, assigns="sum")',
        )
        return None

    def _parameters(
        self, node: AnyFunction, has_receiver: bool
    ) -> tuple[tuple[Parameter, ...], Signature]:
        given = node.args
        positional = [*given.posonlyargs, *given.args]
        defaults = defaults_of(given)
        ends = [each for each in (given.vararg, given.kwarg) if each is not None]
        parameters = []
        kept: list[tuple[str, str]] = []
        for argument in (*positional, *given.kwonlyargs, *ends):
            default = defaults.get(argument.arg)
            renamed = None
            if default is not None:
                renamed = self._renaming(call_of(default, "renamed_from"))
                if renamed is not None or is_ellipsis(default):
                    default = None
            presence = presence_of(argument.annotation)
            if renamed is not None and presence is not Presence.BOTH:
                self.places.fault(
                    argument,
                    f"a parameter that only one version has cannot be renamed: `{argument.arg}`",
                )
            condition = None if default is None else self.places.condition(default)
            if condition is not None:
                check_constant(condition.tree, self._names({}, "", None), self.places)
                kept.append((argument.arg, condition.text))
            span = self.places.head(argument, len(argument.arg))
            parameters.append(
                Parameter(argument.arg, presence, renamed or argument.arg, span, condition)
            )
        signature = Signature(
            node.name,
            tuple(each.arg for each in positional),
            tuple(each.arg for each in given.kwonlyargs),
            given.vararg.arg if given.vararg else "",
            given.kwarg.arg if given.kwarg else "",
            has_receiver,
            tuple(kept),
        )
        return tuple(parameters), signature

    # --- the body of a contract -----------------------------------------------------------------

    def _statement(self, node: ast.stmt, body: Body, names: Names) -> None:
        if is_nothing(node):
            return
        if isinstance(node, ast.With):
            self._case(node, body, names)
            return
        call = node.value if isinstance(node, ast.Expr) else None
        word = call.func.id if isinstance(call, ast.Call) and is_name(call.func) else ""
        if not isinstance(call, ast.Call) or not word:
            self.places.fault(
                node,
                "the body of a contract can contain only clauses and `with case(...)`; "
                f"`{first_words(node)}` is neither",
            )
        elif word == "renamed_from":
            body.old_name = self._renaming(call) or body.old_name
        elif word == "applies":
            body.cases.extend(self._applied(call))
        elif word == "case":
            self.places.fault(call, "a case must open a block: `with case(...):`")
        else:
            clause = self._clause(call, word, names)
            if clause is None:
                return
            if clause.kind is ClauseKind.PRESERVES_WHEN:
                body.preserves.append(clause)
            else:
                body.clauses.append(clause)

    def _applied(self, call: ast.Call) -> tuple[Case, ...]:
        if len(call.args) == 1 and not call.keywords and is_name(call.args[0]):
            name = call.args[0].id
            if name in NAMES:
                return predefined_cases(name, self.places.span(call))
            hint = nearest(name, NAMES)
            self.places.fault(call.args[0], f"there is no predefined contract `{name}`{hint}")
        else:
            self.places.fault(call, f"`applies` takes one of {', '.join(NAMES)}")
        return ()

    def _case(self, node: ast.With, body: Body, names: Names) -> None:
        item = node.items[0]
        call = call_of(item.context_expr, "case")
        if call is None or len(node.items) > 1 or item.optional_vars is not None:
            word = last_name(getattr(item.context_expr, "func", item.context_expr))
            hint = nearest(word, ["case"]) if word != "case" else ""
            self.places.fault(item.context_expr, f"only `with case(...)` is allowed here{hint}")
            return
        given = literal(call.args[0]) if call.args else ""
        if not isinstance(given, str) or len(call.args) > 1 or call.keywords:
            self.places.fault(call, "the name of a case must be a string")
            given = ""
        clauses: list[Clause] = []
        for statement in node.body:
            if not is_nothing(statement):
                clauses.extend(self._clause_in_case(statement, names))
        case = Case(given, tuple(clauses), self.places.span(call))
        if all(map(is_nothing, node.body)):
            self.places.fault(call, "a case without clauses would allow every difference")
        if given and any(each.name == given for each in body.cases):
            self.places.fault(call, f'a second case named "{given}"')
        body.cases.append(case)

    def _clause_in_case(self, node: ast.stmt, names: Names) -> Iterator[Clause]:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and is_name(call.func):
            word = call.func.id
            if word in (*OTHER_WORDS, "preserves_when"):
                self.places.fault(
                    call, f"`{word}` is for the whole contract: put it after the case"
                )
                return
            clause = self._clause(call, word, names)
            if clause is not None:
                yield clause
            return
        self.places.fault(
            node, f"a case can contain only clauses; `{first_words(node)}` is not one"
        )

    def _clause(self, call: ast.Call, word: str, names: Names) -> Clause | None:
        kind = _KINDS.get(word)
        if kind is None:
            hint = nearest(word, WORDS) or f"; clauses are {', '.join(_KINDS)}"
            self.places.fault(call.func, f"unknown clause `{word}`{hint}")
            return None
        arguments = list(call.args)
        if call.keywords or any(isinstance(each, ast.Starred) for each in arguments):
            self.places.fault(call, f"`{word}` takes only positional arguments")
            return None
        exceptions: tuple[ClassName, ...] = ()
        if kind.has_exception:
            if not 1 <= len(arguments) <= 2:
                self.places.fault(call, f"`{word}` takes an exception and a condition")
                return None
            exceptions = tuple(self._exceptions(arguments.pop(0), word))
            if not arguments:
                arguments.append(ast.copy_location(ast.Constant(True), call))
        if len(arguments) != 1:
            self.places.fault(call, f"`{word}` takes one condition")
            return None
        check_condition(arguments[0], kind, names, self.places)
        span = self.places.span(call)
        return Clause(kind, self.places.condition(arguments[0]), span, exceptions)

    def _exceptions(self, node: ast.expr, word: str) -> Iterator[ClassName]:
        if isinstance(node, ast.Tuple) and node.elts:
            for each in node.elts:
                yield from self._exceptions(each, word)
            return
        text = ast.unparse(node)
        name = self._dotted(node)
        if not name:
            self.places.fault(
                node, f"the first argument of `{word}` must be an exception class, not `{text}`"
            )
        elif "." not in name and name not in self._classes and not is_exception(name):
            if is_builtin(name):
                self.places.fault(node, f"`{name}` is not an exception")
            else:
                hint = nearest(name, [*_EXCEPTIONS, *self._imports])
                self.places.fault(
                    node, f"unknown exception `{name}`{hint or ': import it in the contract file'}"
                )
        else:
            yield ClassName(name, text)

    def _dotted(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return self._imports.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            before = self._dotted(node.value)
            return f"{before}.{node.attr}" if before else ""
        return ""
