# A transfer that fails has taken the money off already.
# shows: transfer(Account(300, False), Account(50, True), 200)

from dataclasses import dataclass


@dataclass
class Account:
    balance: int
    is_closed: bool


def transfer(source: Account, target: Account, amount: int) -> None:
    if amount <= 100 or source.balance < amount:
        raise ValueError("amount")
    if target.is_closed:
        raise RuntimeError("closed")
    source.balance -= amount
    target.balance += amount


# --- new ---

from dataclasses import dataclass


@dataclass
class Account:
    balance: int
    is_closed: bool


def transfer(source: Account, target: Account, amount: int) -> None:
    if amount <= 100 or source.balance < amount:
        raise ValueError("amount")
    source.balance -= amount
    if target.is_closed:
        raise RuntimeError("closed")
    target.balance += amount
