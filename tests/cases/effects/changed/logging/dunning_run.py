# The errors go to the logger of the package where the one for dunning got them.
# function: remind
# shows: remind([Invoice("I-1", 0, ""), Invoice("I-2", 900, "")])
# shows: remind([Invoice("I-3", 1, "")])
# effect: log billing.dunning

import logging
from dataclasses import dataclass

logger = logging.getLogger("billing.dunning")


@dataclass
class Invoice:
    number: str
    open_cents: int
    mail: str


def remind(invoices: list[Invoice]) -> list[str]:
    """Return the addresses that are reminded of an invoice."""
    addresses = []
    for invoice in invoices:
        if not invoice.open_cents:
            continue
        if not invoice.mail:
            logger.error("invoice %s: no address", invoice.number)
            continue
        addresses.append(invoice.mail)
    return addresses
# --- new ---
import logging
from dataclasses import dataclass

logger = logging.getLogger("billing")


@dataclass
class Invoice:
    number: str
    open_cents: int
    mail: str


def _address(invoice: Invoice) -> str:
    if not invoice.mail:
        logger.error("invoice %s: no address", invoice.number)
    return invoice.mail


def remind(invoices: list[Invoice]) -> list[str]:
    """Return the addresses that are reminded of an invoice."""
    due = (invoice for invoice in invoices if invoice.open_cents)
    return [address for address in map(_address, due) if address]
