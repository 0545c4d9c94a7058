"""Do the functions and parameters of a contract file exist, in the versions it says?"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from swerve.model import Side
from swerve.source.syntax import Unreadable, parse
from swerve.source.syntax.scopes import defaults_of, loops_in

from ._model import Contract, ContractFault, Contracts, Presence, Signature
from ._purity import nearest

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def signatures_in(tree: ast.Module) -> tuple[Signature, ...]:
    """The functions and methods of a module, by qualified name; not those inside of functions."""
    return tuple(_in_body(tree.body, "", in_class=False))


def signature_of(text: str, function: str) -> Signature | None:
    """How a function of a module is called; `None` where it stands inside another."""
    tree = parse(text)
    known = () if isinstance(tree, Unreadable) else signatures_in(tree)
    return next((each for each in known if each.function == function), None)


def check_against(
    contracts: Contracts, old: Iterable[Signature], new: Iterable[Signature]
) -> tuple[ContractFault, ...]:
    """Everything in the contracts that the two versions of the module do not bear out."""
    sides = {Side.OLD: _by_name(old), Side.NEW: _by_name(new)}
    faults = [
        fault
        for contract in contracts.contracts
        for fault in _contract_faults(contract, sides[Side.OLD], sides[Side.NEW])
    ]
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def _by_name(signatures: Iterable[Signature]) -> dict[str, Signature]:
    return {signature.function: signature for signature in signatures}


def _contract_faults(
    contract: Contract, old: Mapping[str, Signature], new: Mapping[str, Signature]
) -> Iterator[ContractFault]:
    if contract.loop is not None:
        yield from _loop_faults(contract, old, new)
        return
    name, old_name = contract.function, contract.old_function
    old_side, new_side = old.get(old_name), new.get(name)
    if new_side is None:
        yield contract.fault(contract.span, _missing(name, old, new))
    elif old_side is None:
        hint = nearest(old_name, old)
        message = (
            f"`{name}` does not exist in the old version"
            if old_name == name
            else f"the old version has no `{old_name}`"
        )
        advice = "" if hint or old_name != name else '; was it renamed? renamed_from("...")'
        yield contract.fault(contract.span, message + (hint or advice))
    else:
        yield from _parameter_faults(contract, old_side, new_side)


def _missing(name: str, old: Mapping[str, Signature], new: Mapping[str, Signature]) -> str:
    if name in old:
        return f"`{name}` does not exist in the new version: there is nothing to check"
    return f"unknown function `{name}`{nearest(name, [*new, *old])}"


def _loop_faults(
    contract: Contract, old: Mapping[str, Signature], new: Mapping[str, Signature]
) -> Iterator[ContractFault]:
    loop = contract.loop
    if loop is None:
        return
    for side, functions in (("old", old), ("new", new)):
        found = functions.get(loop.function)
        if found is None:
            hint = nearest(loop.function, functions)
            message = f"the {side} version has no function `{loop.function}`{hint}"
            yield contract.fault(contract.span, message)
        elif found.loops < loop.number:
            many = "no loop" if not found.loops else f"{found.loops} loops"
            many = "one loop" if found.loops == 1 else many
            message = f"`{loop.function}` has {many} in the {side} version, not {loop.number}"
            yield contract.fault(contract.span, message)


def _parameter_faults(
    contract: Contract, old: Signature, new: Signature
) -> Iterator[ContractFault]:
    for parameter in contract.parameters:
        in_old, in_new = parameter.old_name in old.names, parameter.name in new.names
        wants_old = parameter.presence.is_in(Side.OLD)
        wants_new = parameter.presence.is_in(Side.NEW)
        if (in_old, in_new) == (wants_old, wants_new):
            continue
        shown = f"`{parameter.name}`"
        if not in_old and not in_new:
            message = (
                f"unknown parameter {shown}{nearest(parameter.name, (*new.names, *old.names))}"
            )
        elif wants_new and not in_new:
            message = f"the new version has no parameter {shown}"
            message += ": write `Old[...]`" if parameter.presence is Presence.BOTH else ""
        elif wants_old and not in_old:
            message = f"the old version has no parameter `{parameter.old_name}`"
            if parameter.presence is Presence.BOTH:
                hint = nearest(parameter.old_name, set(old.names) - set(new.names))
                is_renamed = parameter.old_name != parameter.name
                message += hint or ("" if is_renamed else ": write `New[...]`")
        else:
            side = "old" if in_old and not wants_old else "new"
            message = f"the {side} version has the parameter {shown} too"
        yield contract.fault(parameter.span, message)


# --- what is in a module ------------------------------------------------------------------------


def _in_body(body: list[ast.stmt], prefix: str, *, in_class: bool) -> Iterator[Signature]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield _signature(node, prefix, in_class=in_class)
        elif isinstance(node, ast.ClassDef):
            yield from _in_body(node.body, f"{prefix}{node.name}.", in_class=True)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _in_body(getattr(node, part, []), prefix, in_class=in_class)
            for handler in getattr(node, "handlers", []):
                yield from _in_body(handler.body, prefix, in_class=in_class)


def _signature(node: _Function, prefix: str, *, in_class: bool) -> Signature:
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    is_static = any(
        isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list
    )
    return Signature(
        prefix + node.name,
        tuple(argument.arg for argument in positional),
        tuple(argument.arg for argument in given.kwonlyargs),
        given.vararg.arg if given.vararg else "",
        given.kwarg.arg if given.kwarg else "",
        in_class and not is_static,
        tuple((name, ast.unparse(default)) for name, default in defaults_of(given).items()),
        sum(1 for _ in loops_in(node.body)),
    )
