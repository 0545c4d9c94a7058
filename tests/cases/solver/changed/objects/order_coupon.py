# The spring coupon needs an order of more than 250.
# shows: total(Order([Line(100, 2)], "SPRING"))

from dataclasses import dataclass


@dataclass
class Line:
    price: int
    count: int


@dataclass
class Order:
    lines: list[Line]
    coupon: str


def total(order: Order) -> int:
    amount = sum(line.price * line.count for line in order.lines)
    if order.coupon == "SPRING" and amount > 150:
        amount -= 50
    elif order.coupon == "STAFF":
        amount = amount * 7 // 10
    return amount


# --- new ---

from dataclasses import dataclass


@dataclass
class Line:
    price: int
    count: int


@dataclass
class Order:
    lines: list[Line]
    coupon: str


def total(order: Order) -> int:
    amount = sum(line.price * line.count for line in order.lines)
    if order.coupon == "SPRING" and amount > 250:
        amount -= 50
    elif order.coupon == "STAFF":
        amount = amount * 7 // 10
    return amount
