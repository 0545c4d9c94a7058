"""How are units spread over a Dask cluster whose parts come and go?

swerve chooses the worker of each unit itself, and gives a worker no more units than it has threads.
So it knows which unit a worker took with it, and since when each is being tried. Left to Dask, a
unit that kills its worker would be tried on three more before anybody hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack

from swerve.model.campaign import Unit
from swerve.model.errors import ClusterLost, ClusterUnreachable

from ._cluster_link import Address, Link, LinkLost, connect, quiet_dask
from ._cluster_shift import Shift
from ._unit import Lost, Outcome

#: How long a scheduler, or the last worker, may stay away.
PATIENCE_S = 300.0
_BETWEEN_TRIES_S = 0.5


def check_cluster(address: Address) -> None:
    """Raise where there is no cluster at that address, or one that is not like us."""
    with quiet_dask():
        link = connect(address)
        try:
            link.check_scheduler()
        finally:
            link.close()


class ClusterCrew:
    """The workers of a Dask cluster that somebody else started."""

    def __init__(
        self, address: Address, deadline_s: float, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._address = address
        self._deadline_s = deadline_s
        self._patience_s = patience_s
        self._quiet = ExitStack()
        self._shift: Shift | None = None
        self._suspects: set[str] = set()

    def outcomes(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Outcome]]:
        """Try units, on as many threads as the cluster has at the time.

        A unit that was alone on a worker that went away has `Failed`. A scheduler that goes away
        is waited for: what was being tried is `Lost` then.
        """
        source = iter(units)
        shift = self._shift or self._begun()
        try:
            while True:
                try:
                    yield from shift.outcomes(source)
                    return
                except LinkLost:
                    left = shift.left()
                    shift.close()
                for unit in left:
                    yield unit, Lost(f"the scheduler at {self._address} was lost")
                shift = self._shift = self._begun_again()
        finally:
            if not shift.is_idle:
                shift.dismiss()

    def close(self) -> None:
        """End what is still being tried, as far as workers listen, and leave the cluster."""
        if self._shift is not None:
            self._shift.dismiss()
            self._shift.close()
            self._shift = None
        self._quiet.close()

    def _begun(self) -> Shift:
        self._quiet.enter_context(quiet_dask())
        link = connect(self._address)
        self._shift = self._shift_on(link, is_first=True)
        link.check_scheduler()
        return self._shift

    def _begun_again(self) -> Shift:
        until = time.monotonic() + self._patience_s
        while True:
            try:
                return self._shift_on(connect(self._address), is_first=False)
            except ClusterUnreachable:
                if time.monotonic() > until:
                    message = (
                        f"The scheduler at {self._address} was lost, and did not come back "
                        f"within {self._patience_s:g} s."
                    )
                    hint = "Results are safe. Start it again, then run `swerve campaign resume`."
                    raise ClusterLost(message, hint) from None
            time.sleep(_BETWEEN_TRIES_S)

    def _shift_on(self, link: Link, *, is_first: bool) -> Shift:
        return Shift(link, self._deadline_s, self._patience_s, self._suspects, is_first=is_first)
