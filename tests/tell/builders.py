"""Reports made by hand, as small as a test needs them."""

from __future__ import annotations

from dataclasses import replace

from swerve.model import (
    Brought,
    Cause,
    CauseKind,
    Change,
    DifferenceKind,
    Function,
    FunctionReport,
    Intent,
    InterfaceDifference,
    LeftOut,
    Listed,
    Module,
    Outside,
    Pair,
    Problem,
    Realism,
    Renaming,
    Report,
    Traced,
    Verdict,
    Witness,
    Words,
)

EDITED = (Cause(CauseKind.EDITED, "was edited"),)


def function(
    name: str = "f",
    source: str = "def f():\n    return 1",
    path: str = "app.py",
    first_line: int = 1,
) -> Function:
    """One version of a function that stands at `first_line` of an otherwise empty file."""
    lines = source.count("\n") + 1
    return Function(
        name=name,
        module=Module(path, "\n" * (first_line - 1) + source),
        first_line=first_line,
        last_line=first_line + lines - 1,
        def_line=first_line,
    )


def pair(
    old: Function | None = None,
    new: Function | None = None,
    causes: tuple[Cause, ...] = EDITED,
    renamings: tuple[Renaming, ...] = (),
) -> Pair:
    old = old or function()
    new = new or old
    return Pair(f"{new.module.path}::{new.name}", old, new, causes, renamings)


def found(
    verdict: Verdict = Verdict.PRESERVED,
    of: Pair | None = None,
    reason: str = "same code",
    interface: tuple[InterfaceDifference, ...] = (),
    witnesses: tuple[Witness, ...] = (),
) -> FunctionReport:
    return FunctionReport(of or pair(), verdict, reason, 0.25, interface, witnesses)


def named(name: str, verdict: Verdict = Verdict.PRESERVED) -> FunctionReport:
    return found(verdict, pair(function(name)))


def witness(judgement: str | None = None, old: str = "1", new: str = "2") -> Witness:
    return Witness(
        engine="generate",
        realism=Realism.TYPED,
        kind=DifferenceKind.RETURN,
        call="f()",
        old=old,
        new=new,
        judgement=judgement,
        why="the message says so" if judgement else None,
    )


def effect(old: str | None, new: str | None, place: str = "file out.csv") -> Witness:
    """A call with two effects, of which the second differs."""
    return replace(
        witness(old=repr(old), new=repr(new)),
        kind=DifferenceKind.EFFECT,
        path="files['out.csv']",
        place=f"{place}, line 2",
        effects=(Traced("file a.txt", "1", "1"), Traced(place, old, new)),
    )


def report(
    *functions: FunctionReport,
    words: tuple[str, ...] = ("Simplify it\n\nAt length.",),
    added: tuple[Listed, ...] = (),
    removed: tuple[Listed, ...] = (),
    outside: tuple[Outside, ...] = (),
    problems: tuple[Problem, ...] = (),
    left_out: tuple[LeftOut, ...] = (),
    brought: tuple[Brought, ...] = (),
    files: int = 1,
    interrupted: bool = False,
) -> Report:
    intent = Intent(tuple(Words("commit 694c6d3d74", text) for text in words))
    pairs = tuple(one.pair for one in functions)
    change = Change(
        old="1c3b9e0",
        new="694c6d3",
        intent=intent,
        pairs=pairs,
        added=added,
        removed=removed,
        outside=outside,
        problems=problems,
        left_out=left_out,
        files=files,
        brought=brought,
    )
    return Report(change, functions, 3.4, interrupted)
