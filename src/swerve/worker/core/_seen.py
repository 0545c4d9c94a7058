"""Where do probes write that they were passed?"""

from __future__ import annotations

from typing import Any


class Fuse(list):  # type: ignore[type-arg]
    """True until its probe was passed in this call: a list that is cleared then.

    It stands among the constants of code objects, so it must hash. Pickled, it is an empty list, so
    that code that travels to another process passes its probes without a word.
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __reduce__(self) -> Any:
        return (list, ())


class Seen(dict):  # type: ignore[type-arg]
    """Numbers of the probes that were passed, in the order of the first time.

    Reading `seen[7]` is passing the probe 7, and gives None. It stands among constants too.
    """

    __slots__ = ("fuses",)

    def __init__(self) -> None:
        super().__init__()
        #: By the number of the probe.
        self.fuses: dict[int, Fuse] = {}

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __reduce__(self) -> Any:
        return (dict, ())

    def __missing__(self, number: int) -> None:
        self[number] = None  # first: a fuse that is blown and not noted would never be renewed
        fuse = self.fuses.get(number)
        if fuse is not None:
            fuse.clear()

    def fuse(self, number: int) -> Fuse:
        """The fuse of a probe."""
        found = self.fuses[number] = Fuse((None,))
        return found

    def start_anew(self) -> None:
        """Forget the probes that were passed."""
        fuses = self.fuses
        if fuses:
            for number in self:
                fuse = fuses.get(number)
                if fuse is not None and not fuse:
                    fuse.append(None)
        self.clear()
