"""Real functions, run in both versions of a module, and judged by a contract."""

from __future__ import annotations

import textwrap
import types
from collections.abc import Iterator
from typing import Any

from swerve.meaning.contract import (
    BadContracts,
    Classes,
    Contract,
    Contracts,
    Judgement,
    ObservedCall,
    SideRun,
    judge,
    read_contracts,
)
from swerve.model.behaviour import Behaviour, Raised, Returned
from swerve.worker.snapshot.snapshot import take_snapshot

FILE = "contracts/shop/orders.py"
_MODULE = "shop.orders"
_UNCHANGING = (type(None), bool, int, float, complex, str, bytes)


def contracts_from(text: str) -> Contracts:
    """The contracts of a file that is in order."""
    found = read_contracts(textwrap.dedent(text), FILE)
    assert isinstance(found, Contracts), found.rendered
    return found


def faults_of(text: str) -> list[str]:
    """What is wrong with a file, each fault as it is printed."""
    found = read_contracts(textwrap.dedent(text).lstrip("\n"), FILE)
    assert isinstance(found, BadContracts), "nothing is wrong with it"
    return [fault.rendered for fault in found.faults]


class Versions:
    """Two versions of a module, with the contracts for what changed between them."""

    def __init__(self, old: str, new: str, contracts: str, classes: Classes | None = None) -> None:
        self.contracts = contracts_from(contracts)
        self._names = [_executed(old), _executed(new)]
        self._classes = classes or Classes()

    def contract(self, function: str) -> Contract:
        """The contract of a function."""
        found = self.contracts.of(function)
        assert found is not None
        return found

    def observed(
        self,
        function: str,
        arguments: str = "",
        *,
        on: str = "",
        old: str | None = None,
        new: str | None = None,
        old_function: str = "",
    ) -> ObservedCall:
        """Run `function(arguments)` on both sides; `on` builds what a method is called on."""
        runs = []
        functions = (old_function or function, function)
        for names, own, name in zip(self._names, (old, new), functions, strict=True):
            given = arguments if own is None else own
            runs.append(_run(names, name, given, on))
        return ObservedCall(*runs)

    def judged(
        self,
        function: str,
        arguments: str = "",
        *,
        on: str = "",
        old: str | None = None,
        new: str | None = None,
        old_function: str = "",
        contract: Contract | None = None,
    ) -> Judgement:
        """Run and judge."""
        call = self.observed(
            function, arguments, on=on, old=old, new=new, old_function=old_function
        )
        return judge(contract or self.contract(function), call, self._classes)


def _executed(text: str) -> dict[str, Any]:
    module = types.ModuleType(_MODULE)
    exec(compile(textwrap.dedent(text), "orders.py", "exec"), module.__dict__)  # noqa: S102
    return module.__dict__


def _run(names: dict[str, Any], function: str, arguments: str, on: str) -> SideRun:
    def given(*args: Any, **kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return args, kwargs

    args, kwargs = eval(f"_given({arguments})", {**names, "_given": given})  # noqa: S307
    receiver = eval(on, dict(names)) if on else None  # noqa: S307
    called: Any = names.get(function.partition(".")[0])
    for part in function.split(".")[1:]:
        called = getattr(called if receiver is None else receiver, part)
    is_new_object = function.endswith(".__init__")
    if is_new_object:
        called = names[function.split(".")[0]]
    entry = take_snapshot(_roots(receiver, args, kwargs))
    try:
        value = called(*args, **kwargs)
    except BaseException as error:
        outcome: Returned | Raised = Raised()
        first = ("exception", error)
    else:
        outcome = Returned()
        first = ("result", value)
    roots = [first]
    roots += [each for each in _roots(receiver, args, kwargs) if type(each[1]) not in _UNCHANGING]
    return SideRun(entry, Behaviour(outcome, take_snapshot(roots)))


def _roots(
    receiver: object, args: tuple[object, ...], kwargs: dict[str, object]
) -> Iterator[tuple[str, Any]]:
    if receiver is not None:
        yield "receiver", receiver
    for number, value in enumerate(args):
        yield f"arguments[{number}]", value
    for name, value in kwargs.items():
        yield f"arguments.{name}", value
