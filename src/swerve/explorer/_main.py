"""What does the confined process do, from the order to the last line?

    python -m swerve.explorer._main ORDER_DESCRIPTOR OUT_DESCRIPTOR

The order is one JSON object. Every line of the answer is one, too:

    {"ready": true}                              both versions are imported
    {"failed": WHY}                              they cannot be
    {"input": CALL, "where": PLACE, "site": N}   a call on which they may part, at a change
    {"explored": [...]}                          the end: how far each skeleton was explored
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from swerve.explorer._hook import HOOK
from swerve.explorer._paths import Exploration
from swerve.explorer._probing import Probing
from swerve.explorer._skeletons import Skeleton, skeletons_of
from swerve.explorer._worlds import Replaced, World
from swerve.recipe import BadRecipe, decode_call, encode_call

#: Seconds that a skeleton gets in its first turn; twice as many in each later one.
_FIRST_TURN_S = 0.4
_MOST_SKELETONS = 12


def main(order_fd: int, out_fd: int) -> None:
    """Explore until time is up or there is nothing left."""
    with os.fdopen(order_fd, "rb") as stream:
        order = json.load(stream)
    with os.fdopen(out_fd, "w", encoding="utf-8") as out:

        def tell(line: dict[str, Any]) -> None:
            out.write(json.dumps(line) + "\n")
            out.flush()

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.path[:] = [*order["sys_path"], *sys.path]
        worlds = World(order["old"]["roots"]), World(order["new"]["roots"])
        for world, side in zip(worlds, ("old", "new"), strict=True):
            try:
                world.find(order[side]["module"], "")
            except BaseException as error:  # target code, and it may raise anything
                tell({"failed": f"{type(error).__name__}: {error}"[:300]})
                return
        tell({"ready": True})
        probe = _probe(order)
        explorations = [Exploration(each, *worlds, probe) for each in _skeletons(order["calls"])]
        _take_turns(explorations, time.monotonic() + order["seconds"], tell)
        tell({"explored": [_told(each) for each in explorations]})


def _probe(order: dict[str, Any]) -> tuple[World, Probing] | None:
    """The world with both versions in one; None where there is none."""
    if order["probe"] is None:
        return None
    probing = Probing()
    old = order["old"]
    replaced = Replaced(old["module"], order["probe"], {HOOK: probing.hook})
    world = World(old["roots"], replaced)
    try:
        world.find(old["module"], "")
    except BaseException:  # the versions are run without it
        return None
    return world, probing


def _skeletons(calls: list[list[str]]) -> Iterator[Skeleton]:
    """Skeletons of some calls, each kind once, those of the first calls first."""
    kinds: set[str] = set()
    for old, new in calls:
        try:
            pair = [decode_call(text.encode("utf-8", "surrogatepass")) for text in (old, new)]
        except BadRecipe:
            continue
        for skeleton in skeletons_of(*pair):
            if skeleton.kind not in kinds and len(kinds) < _MOST_SKELETONS:
                kinds.add(skeleton.kind)
                yield skeleton


def _take_turns(
    explorations: list[Exploration], until: float, tell: Callable[[dict[str, Any]], None]
) -> None:
    """Explore all of them a little, then more, so that none waits for another to end."""
    turn = _FIRST_TURN_S
    while waiting := [each for each in explorations if not each.is_over]:
        for exploration in waiting:
            seconds = min(turn, until - time.monotonic())
            if seconds <= 0:
                return
            for found in exploration.explore(seconds):
                try:
                    call = encode_call(exploration.skeleton.filled(found.values))
                except (BadRecipe, TypeError, ValueError):
                    continue  # a value that no recipe is written for
                text = call.decode("utf-8", "surrogatepass")
                tell({"input": text, "where": found.where, "site": found.site})
        turn *= 2


def _told(exploration: Exploration) -> dict[str, Any]:
    progress = exploration.progress
    return {
        "kind": exploration.skeleton.kind[:500],
        "paths": progress.paths,
        "exhausted": progress.is_exhausted,
        "given_up": progress.given_up,
        "same": progress.same,
        "masked": progress.masked,
        "why": progress.why,
    }


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
