# The deputy signs if the manager has left on day 365.
# shows: signer(Person("Ann", 365), Person("Bo", None))

from dataclasses import dataclass


@dataclass
class Person:
    name: str
    left_on: int | None


def signer(manager: Person | None, deputy: Person | None) -> str:
    if manager is not None:
        if manager.left_on is None or manager.left_on > 364:
            return manager.name
    if deputy is not None and deputy.left_on is None:
        return deputy.name
    return "board"


# --- new ---

from dataclasses import dataclass


@dataclass
class Person:
    name: str
    left_on: int | None


def signer(manager: Person | None, deputy: Person | None) -> str:
    if manager is not None:
        if manager.left_on is None or manager.left_on > 365:
            return manager.name
    if deputy is not None and deputy.left_on is None:
        return deputy.name
    return "board"
