"""What are the four states of a call: two versions, before and after?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from swerve.model import Side
from swerve.model.behaviour import Behaviour, Raised, Returned, Unfinished
from swerve.observe.effects import with_all_effects
from swerve.observe.snapshot import Entries, Graph, Index, Items, Object, decode

from ._budget import CannotTell, ClauseBudget, NoValue
from ._classes import names_class
from ._model import Contract, Field, Moment, Parameter, Presence, Signature
from ._things import Space, Thing, shown

_EMPTY = Graph((), (), complete=True)
#: Where the value of a parameter is: one root, several (`*args`), or several by name.
_Root: TypeAlias = Index | tuple[Index, ...] | dict[str, Index]


@dataclass(frozen=True, slots=True)
class SideRun:
    """One version's run of a call."""

    #: A snapshot taken before the call, with the roots `receiver`, `arguments[0]`,
    #: `arguments.<keyword>`, as in `Behaviour.snapshot`.
    entry: bytes
    behaviour: Behaviour
    #: How this version is called. Without it the `def` of the contract tells, which then has to
    #: list all parameters in their order.
    signature: Signature | None = None


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """One call, run on both versions."""

    old: SideRun
    new: SideRun

    def run(self, side: Side) -> SideRun:
        """The run of one side."""
        return self.old if side is Side.OLD else self.new


class States:
    """The states of one call, as the clauses of one contract see them."""

    def __init__(self, contract: Contract, old: SideRun, new: SideRun | None) -> None:
        """Decode everything; `BadSnapshot` for bytes that are no snapshot.

        Without `new`, only conditions on the old version can be evaluated.
        """
        self._contract = contract
        self._runs = {Side.OLD: old, **({} if new is None else {Side.NEW: new})}
        self._graphs: dict[Moment, Graph] = {}
        self._roots: dict[Moment, dict[str, _Root]] = {}
        for side, run in self._runs.items():
            signature = self.signature(side)
            for is_before, data in ((True, run.entry), (False, run.behaviour.snapshot)):
                graph = decode(data) if data else _EMPTY
                moment = Moment(side, is_before)
                graph = renamed(graph, contract) if side is Side.OLD else graph
                self._graphs[moment] = graph
                self._roots[moment] = _by_parameter(graph, signature)
        self._uncommon = tuple(
            (field.owner, field.name)
            for field in contract.fields
            if field.presence is not Presence.BOTH
        )
        self._spaces: dict[Moment, Space] = {}
        self._budget: ClauseBudget | None = None

    def signature(self, side: Side) -> Signature:
        """How a version is called."""
        return self._runs[side].signature or self._contract.signature_of(side)

    def graph(self, moment: Moment) -> Graph:
        """The snapshot of a state, with the names of the new version."""
        return self._graphs[moment]

    # --- values ---------------------------------------------------------------------------------

    def value(self, name: str, moment: Moment, budget: ClauseBudget) -> Any:
        """The value of a name in a state; `KeyError` for names that stand for none."""
        if name in ("result", "exc"):
            return self._outcome(name, moment, budget)
        parameter = next((each for each in self._contract.parameters if each.name == name), None)
        if parameter is None and name == "effects":
            return self._effects(moment, budget)
        if parameter is None:
            raise KeyError(name)
        own_name = parameter.old_name if moment.side is Side.OLD else name
        # What cannot change is only sent once: what is not there after is as it was before.
        for each in (moment, replace(moment, is_before=True)):
            root = self._roots[each].get(own_name)
            if root is not None:
                return self._at(root, each, budget)
        if self._is_made_here(name, moment):
            return self._outcome("result", moment, budget)
        return self._default(name, own_name, moment.side)

    def _is_made_here(self, name: str, moment: Moment) -> bool:
        """Whether `self` of a constructor is what the call gave."""
        positional = self._contract.signature.positional
        is_init = self._contract.function.rpartition(".")[2] == "__init__"
        return is_init and not moment.is_before and positional[:1] == (name,)

    def _outcome(self, name: str, moment: Moment, budget: ClauseBudget) -> Any:
        outcome = self._runs[moment.side].behaviour.outcome
        wanted, root = (Returned, "result") if name == "result" else (Raised, "exception")
        if moment.is_before or not isinstance(outcome, wanted):
            what = "no result" if name == "result" else "no exception"
            raise NoValue(
                f"the {moment.side.value} version {self.ending(moment.side)}: it has {what}"
            )
        found = dict(self._graphs[moment].roots).get(root)
        if found is None:
            raise CannotTell(f"`{name}` was not observed")
        return self._space(moment, budget).value(found)

    def _effects(self, moment: Moment, budget: ClauseBudget) -> Any:
        if moment.is_before or isinstance(self._runs[moment.side].behaviour.outcome, Unfinished):
            raise NoValue(f"the {moment.side.value} version has no effects here")
        graph = with_all_effects(self._graphs[moment])
        return Space(graph, budget, self._uncommon).value(dict(graph.roots)["effects"])

    def ending(self, side: Side) -> str:
        """How a version ended, in words that go on after "the old version"."""
        outcome = self._runs[side].behaviour.outcome
        if isinstance(outcome, Returned):
            return "returned"
        if not isinstance(outcome, Raised):
            return "did not finish"
        error = self.exception(side)
        return f"raised {shown(error)}" if error is not None else "raised"

    def exception(self, side: Side) -> Thing | None:
        """What a version raised; `None` where that was not seen."""
        moment = Moment(side, is_before=False)
        root = dict(self._graphs[moment].roots).get("exception")
        found = None if root is None else Space(self._graphs[moment], ClauseBudget()).value(root)
        return found if isinstance(found, Thing) else None

    def _default(self, name: str, own_name: str, side: Side) -> Any:
        own = dict(self.signature(side).defaults).get(own_name)
        said = dict(self._contract.signature.defaults).get(name)
        if own is None and said is None:
            raise CannotTell(f"the call gives no value for `{own_name}`")
        for text in (own, said):  # where the code names a constant, the contract may say its value
            with suppress(ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                return ast.literal_eval(text or "-")
        raise CannotTell(f"the default of `{own_name}` is not a plain value")

    def _at(self, root: _Root, moment: Moment, budget: ClauseBudget) -> Any:
        space = self._space(moment, budget)
        if isinstance(root, tuple):
            return tuple(space.value(index) for index in root)
        if isinstance(root, dict):
            return {name: space.value(index) for name, index in root.items()}
        return space.value(root)

    def _space(self, moment: Moment, budget: ClauseBudget) -> Space:
        if self._budget is not budget:
            self._budget, self._spaces = budget, {}
        if moment not in self._spaces:
            self._spaces[moment] = Space(self._graphs[moment], budget, self._uncommon)
        return self._spaces[moment]

    # --- what both versions have ----------------------------------------------------------------

    def common(self, *, is_before: bool) -> tuple[Graph, Graph]:
        """Both versions of a state without what only one of them has (definition 1).

        After the call that is what the contract declares. Before the call it is also any field or
        argument that is on one side only: what is built from one recipe is one input.
        """
        old, new = (self._graphs[Moment(side, is_before)] for side in Side)
        signatures = [self.signature(side) for side in Side]
        olds, news = (_common_roots(g, s) for g, s in zip((old, new), signatures, strict=True))
        names = {
            each.old_name: each.name
            for each in self._contract.parameters
            if each.presence is Presence.BOTH
        }
        olds = {_renamed_root(name, names): index for name, index in olds.items()}
        for parameter in self._contract.parameters:
            if parameter.presence is not Presence.BOTH:
                root = f"arguments.{parameter.name}"
                (olds if parameter.presence is Presence.OLD else news).pop(root, None)
        if is_before:
            olds, news = (
                {name: index for name, index in roots.items() if name in others}
                for roots, others in ((olds, news), (news, olds))
            )
        uncommon = _uncommon_fields(old, new) if is_before else {}

        def drop(type_name: str, field: str) -> bool:
            if field in uncommon.get(type_name, ()):
                return True
            return any(
                name == field and names_class(owner, type_name) for owner, name in self._uncommon
            )

        old = replace(_without_fields(old, drop), roots=tuple(olds.items()))
        return old, replace(_without_fields(new, drop), roots=tuple(news.items()))


def needs_projection(contract: Contract) -> bool:
    """Whether the contract says that something of the two versions is not comparable as it is."""
    declared: tuple[Parameter | Field, ...] = (*contract.parameters, *contract.fields)
    return bool(
        contract.renamed_classes
        or any(
            each.presence is not Presence.BOTH or each.name != each.old_name for each in declared
        )
    )


def renamed(graph: Graph, contract: Contract) -> Graph:
    """A graph of the old version, with the names that classes and fields have in the new one."""
    fields = [each for each in contract.fields if each.name != each.old_name]
    classes = contract.renamed_classes
    if not fields and not classes:
        return graph

    def retyped(name: str) -> str:
        for old, new in classes:
            if name == old or name.endswith(f".{old}"):
                return name.removesuffix(old) + new
        return name

    nodes = []
    for node in graph.nodes:
        if isinstance(node, Object):
            type_name = retyped(node.type)
            given = {
                each.old_name: each.name for each in fields if names_class(each.owner, type_name)
            }
            kept = sorted((given.get(name, name), index) for name, index in node.fields)
            node = replace(node, type=type_name, fields=tuple(kept))
        elif isinstance(node, (Items, Entries)):
            node = replace(node, type=retyped(node.type))
        nodes.append(node)
    return replace(graph, nodes=tuple(nodes))


def _by_parameter(graph: Graph, signature: Signature) -> dict[str, _Root]:
    """Where the value of each parameter is."""
    found: dict[str, _Root] = {}
    rest: list[Index] = []
    more: dict[str, Index] = {}
    for _, name, index in _named_roots(graph, signature):
        if name == "*":
            rest.append(index)
        elif name.startswith("**"):
            more[name[2:]] = index
        elif name:
            found[name] = index
    has_arguments = any(name.startswith(("arguments", "receiver")) for name, _ in graph.roots)
    if signature.variadic and (rest or has_arguments):
        found[signature.variadic] = tuple(rest)
    if signature.keywords and (more or has_arguments):
        found[signature.keywords] = more
    return found


def _named_roots(graph: Graph, signature: Signature) -> Iterator[tuple[str, str, Index]]:
    """Each root with the parameter that it is the value of: `*` and `**name` for the rest."""
    positional = signature.positional
    if signature.has_receiver:
        receiver, positional = positional[:1], positional[1:]
    else:
        receiver = ()
    plain_names = {*signature.positional, *signature.keyword_only}
    for root, index in graph.roots:
        name = ""
        if root == "receiver":
            name = receiver[0] if receiver else ""
        elif root.startswith("arguments["):
            digits = root[len("arguments[") : -1]
            position = int(digits) if digits.isdecimal() and len(digits) < 9 else -1
            if 0 <= position < len(positional):
                name = positional[position]
            elif position >= 0:
                name = "*"
        elif root.startswith("arguments."):
            keyword = root.removeprefix("arguments.")
            name = keyword if keyword in plain_names else f"**{keyword}"
        yield root, name, index


def _common_roots(graph: Graph, signature: Signature) -> dict[str, Index]:
    """The roots of a graph, arguments by the name of their parameter."""
    found = {}
    for root, name, index in _named_roots(graph, signature):
        is_argument = root.startswith("arguments") and name and not name.startswith("*")
        found[f"arguments.{name}" if is_argument else root] = index
    return found


def _renamed_root(root: str, names: Mapping[str, str]) -> str:
    if not root.startswith("arguments."):
        return root
    name = root.removeprefix("arguments.")
    return f"arguments.{names.get(name, name)}"


def _uncommon_fields(old: Graph, new: Graph) -> dict[str, set[str]]:
    """Fields that objects of a type have on one side only."""
    seen: list[dict[str, set[str]]] = []
    for graph in (old, new):
        known: dict[str, set[str]] = {}
        for node in graph.nodes:
            if isinstance(node, Object):
                known.setdefault(node.type, set()).update(name for name, _ in node.fields)
        seen.append(known)
    olds, news = seen
    return {name: olds[name] ^ news[name] for name in olds if name in news}


def _without_fields(graph: Graph, drop: Callable[[str, str], bool]) -> Graph:
    nodes = tuple(
        replace(
            node,
            fields=tuple(field for field in node.fields if not drop(node.type, field[0])),
        )
        if isinstance(node, Object) and node.fields
        else node
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)
