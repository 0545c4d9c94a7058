"""Calls of both versions, judged by a change contract."""

from ._contracted import Contracted, Feeding
from ._found import Found, contracts_between, contracts_for, leads_out

__all__ = ["Contracted", "Feeding", "Found", "contracts_between", "contracts_for", "leads_out"]
