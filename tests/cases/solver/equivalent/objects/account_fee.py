# An attribute is written once, at the end.
# calls: charge(Account(100, 0)); charge(Account(0, 5)); charge(Account(-10, 2)); charge(Account(1000, 9))
# calls: charge(Account(5, 5)); charge(Account(7, -1))

from dataclasses import dataclass


@dataclass
class Account:
    balance: int
    months: int


def charge(account: Account) -> int:
    account.balance -= 3
    if account.months > 4:
        account.balance += 1
    return account.balance


# --- new ---

from dataclasses import dataclass


@dataclass
class Account:
    balance: int
    months: int


def charge(account: Account) -> int:
    fee = 2 if account.months >= 5 else 3
    account.balance = account.balance - fee
    return account.balance
