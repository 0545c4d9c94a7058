# The header that keeps a payment from being booked twice is lost in the shared helper.
# function: PaymentClient.charge
# shows: PaymentClient("sk_test").charge(Order("A-1", 1999), "tok_visa")
# effect: request POST https://pay.example.com/v2/charges header Idempotency-Key

from dataclasses import dataclass

import httpx


@dataclass
class Order:
    number: str
    cents: int


class PaymentClient:
    URL = "https://pay.example.com/v2"

    def __init__(self, key: str) -> None:
        self.key = key

    def charge(self, order: Order, token: str) -> str:
        if order.cents <= 0:
            raise ValueError("nothing to charge")
        response = httpx.post(
            f"{self.URL}/charges",
            json={"amount": order.cents, "source": token},
            headers={"Authorization": f"Bearer {self.key}", "Idempotency-Key": order.number},
        )
        response.raise_for_status()
        return response.json().get("status", "unknown")

    def refund(self, order: Order) -> int:
        response = httpx.post(
            f"{self.URL}/refunds",
            json={"order": order.number},
            headers={"Authorization": f"Bearer {self.key}"},
        )
        return response.status_code
# --- new ---
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass
class Order:
    number: str
    cents: int


class PaymentClient:
    URL = "https://pay.example.com/v2"

    def __init__(self, key: str) -> None:
        self.key = key

    def charge(self, order: Order, token: str) -> str:
        if order.cents <= 0:
            raise ValueError("nothing to charge")
        response = self._post("charges", {"amount": order.cents, "source": token})
        response.raise_for_status()
        return response.json().get("status", "unknown")

    def refund(self, order: Order) -> int:
        return self._post("refunds", {"order": order.number}).status_code

    def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.post(f"{self.URL}/{path}", json=body, headers=headers)
