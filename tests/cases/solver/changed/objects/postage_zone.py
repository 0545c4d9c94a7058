# Addresses on Svalbard are their own zone.
# shows: zone(Customer("Ada", Address("NO", "9170")))

from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    country: str
    postcode: str


@dataclass(frozen=True)
class Customer:
    name: str
    address: Address


def zone(customer: Customer) -> int:
    address = customer.address
    if address.country == "NO":
        return 1
    if address.country in ("SE", "DK", "FI"):
        return 2
    return 3


# --- new ---

from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    country: str
    postcode: str


@dataclass(frozen=True)
class Customer:
    name: str
    address: Address


def zone(customer: Customer) -> int:
    address = customer.address
    if address.country == "NO":
        return 4 if address.postcode.startswith("917") else 1
    if address.country in ("SE", "DK", "FI"):
        return 2
    return 3
