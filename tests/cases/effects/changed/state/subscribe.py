# The subscribers that a topic already has are replaced by the new one.
# function: SubscriptionService.subscribe
# shows: SubscriptionService().subscribe("audit", ["orders", "refunds"])
# effect: state _SUBSCRIBERS

from dataclasses import dataclass

_SUBSCRIBERS: dict[str, list[str]] = {"orders": ["billing", "stock"], "users": ["mail"]}


@dataclass
class SubscriptionService:
    limit: int = 10

    def subscribe(self, name: str, topics: list[str]) -> int:
        """Let a service hear of topics; return how many it is told of."""
        added = 0
        for topic in topics[: self.limit]:
            listeners = _SUBSCRIBERS.setdefault(topic, [])
            if name not in listeners:
                listeners.append(name)
            added += 1
        return added
# --- new ---
from dataclasses import dataclass

_SUBSCRIBERS: dict[str, list[str]] = {"orders": ["billing", "stock"], "users": ["mail"]}


@dataclass
class SubscriptionService:
    limit: int = 10

    def subscribe(self, name: str, topics: list[str]) -> int:
        """Let a service hear of topics; return how many it is told of."""
        wanted = topics[: self.limit]
        for topic in wanted:
            if name not in _SUBSCRIBERS.get(topic, []):
                _SUBSCRIBERS[topic] = [name]
        return len(wanted)
