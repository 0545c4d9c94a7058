# Blocked tickets of priority nine are escalated.
# shows: queue_of(Ticket(Status.BLOCKED, 9, "mail is down"))

from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    OPEN = "open"
    BLOCKED = "blocked"
    DONE = "done"


@dataclass
class Ticket:
    status: Status
    priority: int
    title: str


def queue_of(ticket: Ticket) -> str:
    if ticket.status is Status.DONE:
        return "archive"
    if ticket.status is Status.BLOCKED:
        return "waiting"
    if ticket.priority > 5 or ticket.title.startswith("URGENT"):
        return "front"
    return "back"


# --- new ---

from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    OPEN = "open"
    BLOCKED = "blocked"
    DONE = "done"


@dataclass
class Ticket:
    status: Status
    priority: int
    title: str


def queue_of(ticket: Ticket) -> str:
    if ticket.status is Status.DONE:
        return "archive"
    if ticket.status is Status.BLOCKED:
        return "escalated" if ticket.priority == 9 else "waiting"
    if ticket.priority > 5 or ticket.title.startswith("URGENT"):
        return "front"
    return "back"
