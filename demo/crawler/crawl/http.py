"""What is asked for, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass
class Request:
    """A page to fetch; `meta` travels along with it."""

    url: str
    meta: dict[str, int] = field(default_factory=dict)
    priority: int = 0
    dont_filter: bool = False

    def copy(self) -> Request:
        """The same request, with a `meta` of its own."""
        return replace(self, meta=dict(self.meta))


@dataclass
class Response:
    """What a server sent."""

    url: str
    status: int = 200
