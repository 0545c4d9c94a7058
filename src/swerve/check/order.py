"""In which order are engines asked, and at which stage of a check?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swerve.engines import Engine
from swerve.engines.opened import Factory, Opened, Stage
from swerve.model.registry import Registry

_QUICK, _TESTS = Stage.QUICK, Stage.TESTS
_THOROUGH, _ALONE = Stage.THOROUGH, Stage.ALONE


class Step(NamedTuple):
    """An engine at its place in the order: `swerve.engines.NAME:engine` makes it."""

    name: str
    stages: tuple[Stage, ...]
    #: Whether a contract judges what it finds, where there is one.
    is_judged: bool = True


#: `static` comes before all of these: it reads code and runs none. `contract` is the judge.
ORDER = (
    Step("replay", (_QUICK,)),
    Step("generate", (_QUICK, _ALONE)),
    Step("prove", (_QUICK,)),
    Step("replay", (_TESTS,)),
    Step("vary", (_TESTS,)),
    Step("shadow", (_THOROUGH,)),
    Step("scripts", (_THOROUGH,)),
    Step("generate", (_THOROUGH,)),
    Step("contract", (_QUICK, _THOROUGH), is_judged=False),
    Step("guided", (_THOROUGH, _ALONE), is_judged=False),
    Step("prove", (_ALONE,)),
)
#: Engines that cannot be left out: they answer for the others, or are there on request only.
_KEPT = {
    "static": "swerve.engines.static:Static",
    "contract": "swerve.engines.contracted:engine",
    "scripts": "swerve.engines.scripts:engine",
}
ENGINES: Registry[Factory] = Registry(
    "swerve.engines",
    "engine",
    {**{step.name: f"swerve.engines.{step.name}:engine" for step in ORDER}, **_KEPT},
)


def skippable() -> tuple[str, ...]:
    """The names of the engines that can be left out."""
    return tuple(name for name in ENGINES.names() if name not in _KEPT)


def engines_at(opened: Opened) -> tuple[Engine, ...]:
    """The engines of a stage that take part, in their order."""
    return tuple(_made(opened))


def _made(opened: Opened) -> Iterator[Engine]:
    for step in _steps(opened.stage):
        if step.name in opened.settings.skip:
            continue
        make = ENGINES.load(step.name)
        with ENGINES.blaming(step.name):
            engine = make(opened)
            if engine is not None and engine.name != step.name:
                raise ValueError(f"its engine is named `{engine.name}` instead")
        if engine is None:
            continue
        if step.is_judged and opened.all_contracts:
            from swerve.engines.contracted import fed  # takes a while to load

            engine = fed(engine, opened)
        yield engine


def _steps(stage: Stage) -> Iterator[Step]:
    """Those of a stage; engines that packages add come behind ours, and before the judge."""
    added = [Step(name, (_QUICK, _THOROUGH)) for name in ENGINES.added()]
    judge = next(at for at, step in enumerate(ORDER) if step.name == "contract")
    for step in (*ORDER[:judge], *added, *ORDER[judge:]):
        if stage in step.stages:
            yield step
