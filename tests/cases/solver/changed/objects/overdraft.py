# An account at its limit to the cent is blocked.
# shows: withdraw(Account(500, 2500), 3000)


class Account:
    def __init__(self, balance: int, limit: int) -> None:
        self.balance = balance
        self.limit = limit


def withdraw(account: Account, amount: int) -> bool:
    if amount <= 0:
        return False
    if account.balance + account.limit < amount:
        return False
    account.balance -= amount
    return True


# --- new ---


class Account:
    def __init__(self, balance: int, limit: int) -> None:
        self.balance = balance
        self.limit = limit


def withdraw(account: Account, amount: int) -> bool:
    if amount <= 0:
        return False
    if account.balance + account.limit <= amount:
        return False
    account.balance -= amount
    return True
