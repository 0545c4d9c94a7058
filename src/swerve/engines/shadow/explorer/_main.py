"""What does the confined process do, from the order to the last line?

    main(ORDER_DESCRIPTOR, OUT_DESCRIPTOR)

The order is one JSON object. Every line of the answer is one, too:

    {"ready": true}                              both versions are imported
    {"failed": WHY}                              they cannot be
    {"input": CALL, "where": PLACE, "site": N}   a call on which they may part, at a change;
                                                 the place is "inside" where they end alike
    {"explored": [...]}                          how far each skeleton was explored so far
    {"over": true}                               the end

Each line says how much memory the process has taken at most, as `memory`, in bytes.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call, encode_call, shape_of
from swerve.observe.recipe.parts import parts_of

from .._limits import FIRST_TURN_S, MOST_SKELETONS, VAIN_PATHS
from . import HOOK
from ._parting import Probing
from ._paths import Exploration
from ._skeletons import Skeleton, skeletons_of
from ._types import parameter_types
from ._worlds import Replaced, VersionModules


def main(order_fd: str, out_fd: str) -> None:
    """Explore until time is up or there is nothing left."""
    with os.fdopen(int(order_fd), "rb") as stream:
        order = json.load(stream)
    with os.fdopen(int(out_fd), "w", encoding="utf-8") as out:

        def tell(line: dict[str, Any]) -> None:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            out.write(json.dumps({**line, "memory": memory}) + "\n")
            out.flush()

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.path[:] = [*order["sys_path"], *sys.path]
        worlds = VersionModules(order["old"]["roots"]), VersionModules(order["new"]["roots"])
        for world, side in zip(worlds, ("old", "new"), strict=True):
            try:
                world.find(order[side]["module"], "")
            except BaseException as error:  # target code, and it may raise anything
                tell({"failed": f"{type(error).__name__}: {error}"[:300]})
                return
        tell({"ready": True})
        probe = _probe(order)
        explorations = [Exploration(each, *worlds, probe) for each in _skeletons(order, worlds[0])]
        _take_turns(explorations, time.process_time() + order["seconds"], tell)
        tell({"over": True})


def _probe(order: dict[str, Any]) -> tuple[VersionModules, Probing] | None:
    """The world with both versions in one; None where there is none."""
    if order["probe"] is None:
        return None
    probing = Probing()
    old = order["old"]
    replaced = Replaced(old["module"], order["probe"], {HOOK: probing.hook})
    world = VersionModules(old["roots"], replaced)
    try:
        world.find(old["module"], "")
    except BaseException:  # the versions are run without it
        return None
    return world, probing


def _skeletons(order: dict[str, Any], world: VersionModules) -> Iterator[Skeleton]:
    """Skeletons of some calls: one call of each shape, each kind of skeleton once."""
    shapes: dict[str, tuple[CallRecipe, CallRecipe]] = {}
    for texts in order["calls"]:
        try:
            old, new = (decode_call(text.encode("utf-8", "surrogatepass")) for text in texts)
        except BadRecipe:
            continue
        best = shapes.setdefault(shape_of(old), (old, new))
        if _empty_texts(old) < _empty_texts(best[0]):
            shapes[shape_of(old)] = old, new
    kinds: set[str] = set()
    for old, new in shapes.values():
        for skeleton in skeletons_of(old, new, parameter_types(world, old, order["types"])):
            if skeleton.kind not in kinds and len(kinds) < MOST_SKELETONS:
                kinds.add(skeleton.kind)
                yield skeleton


def _empty_texts(whole: Any) -> int:
    """How many texts have nothing in them: with only numbers free, they lead nowhere."""
    return (whole in ("", b"")) + sum(map(_empty_texts, parts_of(whole)))


def _take_turns(
    explorations: list[Exploration], until: float, tell: Callable[[dict[str, Any]], None]
) -> None:
    """Explore all of them a little, then more, so that none waits for another to end."""
    turn = FIRST_TURN_S
    while waiting := [each for each in explorations if not each.is_over]:
        for exploration in waiting:
            if _is_vain(explorations):
                return
            seconds = min(turn, until - time.process_time())
            if seconds <= 0:
                return
            for found in exploration.explore(seconds):
                try:
                    call = encode_call(exploration.skeleton.filled(found.values))
                except (BadRecipe, TypeError, ValueError):
                    continue  # a value that no recipe is written for
                text = call.decode("utf-8", "surrogatepass")
                tell({"input": text, "where": found.where, "site": found.site})
            tell({"explored": [_told(each) for each in explorations]})
        turn *= 2


def _is_vain(explorations: Sequence[Exploration]) -> bool:
    """Whether next to nothing came of the paths so far: the solver cannot follow this code."""
    paths = sum(each.progress.paths for each in explorations)
    given_up = sum(each.progress.given_up for each in explorations)
    return given_up >= VAIN_PATHS and 2 * given_up > paths


def _told(exploration: Exploration) -> dict[str, Any]:
    progress = exploration.progress
    return {
        "kind": exploration.skeleton.kind[:500],
        "paths": progress.paths,
        "exhausted": progress.is_exhausted,
        "given_up": progress.given_up,
        "same": progress.same,
        "inside": [[site, count] for site, count in progress.inside.items()],
        "why": progress.why,
    }
