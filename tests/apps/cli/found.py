"""Reports as a run would make them, for calls that are known to differ."""

from __future__ import annotations

import sys

from swerve.model import (
    DifferenceKind,
    FunctionReport,
    ModuleImports,
    Realism,
    Report,
    Runtime,
    Verdict,
    Witness,
)
from swerve.observe.recipe import CallRecipe, encode_call, python_of
from swerve.source import RawChange, pair_up


def witness_for(call: CallRecipe, kind: DifferenceKind = DifferenceKind.RETURN) -> Witness:
    """A witness with a call that can be made again; what it shows is not looked at."""
    return Witness(
        engine="generate",
        realism=Realism.TYPED,
        kind=kind,
        call=python_of(call).expression,
        old="1",
        new="-1",
        path="result",
        recipe=encode_call(call).decode("utf-8", "surrogatepass"),
        python=str(python_of(call)),
    )


def report_of(raw: RawChange, module: str, *witnesses: Witness) -> Report:
    """A report on a change with one pair."""
    change = pair_up(raw)
    (pair,) = change.pairs
    imports = ModuleImports(pair.new.module.path, module, module)
    runtime = Runtime(sys.executable, "3", "running", "strict", modules=(imports,))
    function = FunctionReport(pair, Verdict.CHANGED, "", 0.1, witnesses=witnesses)
    return Report(change, (function,), 0.1, runtime=runtime)
