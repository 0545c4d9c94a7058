"""In which processes do the two versions run?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from swerve.run.held import held
from swerve.run.host import Conduct, Lane, Worker, wait_for_imports
from swerve.run.places import Places
from swerve.worker.core.jobs import GUIDED_MODULE

from ._limits import CELLS_BATCH_S, CELLS_RUN_S, LOAD_S
from ._setting import Setting


class _Cells:
    """A cell for each side, which stays open for the next pair: no process of one runs another."""

    def __init__(self, places: Places, seed: int) -> None:
        conduct = Conduct(seed=seed, import_limit_s=LOAD_S, is_guided=True)
        self.workers = [
            Worker(ground, places.level, conduct) for ground in (places.old, places.new)
        ]

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.close()


@contextmanager
def opened_lanes(places: Places, setting: Setting, seed: int) -> Iterator[tuple[Lane, ...]]:
    """A lane for each side, with the function and what is around it loaded, or not."""
    workers = held(("guided", places, seed), lambda: _Cells(places, seed)).workers
    lanes = tuple(
        Lane(worker, (GUIDED_MODULE,), limit_s=CELLS_RUN_S, guided=order, batch_s=CELLS_BATCH_S)
        for worker, order in zip(workers, setting.orders, strict=True)
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
