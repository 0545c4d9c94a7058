# The branches of a method were turned round.
# calls: f(Account(5), 3); f(Account(1), 3); f(Account(0), 0)

class Account:
    def __init__(self, balance: int):
        self.balance = balance


def f(account, amount):
    if account.balance >= amount:
        account.balance -= amount
        return True
    else:
        return False
# --- new ---
class Account:
    def __init__(self, balance: int):
        self.balance = balance


def f(account, amount):
    if not account.balance >= amount:
        return False
    account.balance -= amount
    return True
