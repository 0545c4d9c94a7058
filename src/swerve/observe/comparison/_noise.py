"""What differs between two runs of one version?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.observe.comparison._paths import Path


@dataclass(frozen=True, slots=True)
class Noise:
    """What two runs of the old version do not agree on. Several add up with `|`."""

    #: Places that are set aside, with all below them.
    paths: frozenset[Path] = frozenset()
    #: Why nothing can be compared at all: "the old version returned once and raised once".
    unstable: str = ""

    def __or__(self, other: Noise) -> Noise:
        return Noise(self.paths | other.paths, self.unstable or other.unstable)

    def __bool__(self) -> bool:
        return bool(self.paths or self.unstable)


NO_NOISE = Noise()
