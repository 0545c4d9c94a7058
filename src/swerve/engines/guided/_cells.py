"""In which processes do the two versions run?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from swerve.run.host import Conduct, Lane, Worker, wait_for_imports
from swerve.run.places import Places
from swerve.worker.core.jobs import GUIDED_MODULE

from ._setting import Setting

#: Seconds for one run; most take less than a thousandth of that.
_RUN_S = 0.5
_LOAD_S = 5.0
#: Seconds of runs in one process: a world starts anew for each, and differences are shown again.
_BATCH_S = 0.25


@contextmanager
def opened_lanes(places: Places, setting: Setting, seed: int) -> Iterator[tuple[Lane, ...]]:
    """A lane for each side, with the function and what is around it loaded, or not."""
    conduct = Conduct(seed=seed, import_limit_s=_LOAD_S, is_guided=True)
    with (
        Worker(places.old, places.level, conduct) as old,
        Worker(places.new, places.level, conduct) as new,
    ):
        lanes = tuple(
            Lane(worker, (GUIDED_MODULE,), limit_s=_RUN_S, guided=order, batch_s=_BATCH_S)
            for worker, order in zip((old, new), setting.orders, strict=True)
        )
        try:
            wait_for_imports(*lanes)
            yield lanes
        finally:
            for lane in lanes:
                lane.close()


def trouble_in(lanes: tuple[Lane, ...]) -> str:
    """Why a function could not be loaded; empty when both were."""
    for lane, side in zip(lanes, ("old", "new"), strict=True):
        for loaded in lane.imported():
            if not loaded.works:
                return f"the {side} version could not be run: {loaded.message or loaded.error}"
    return ""
