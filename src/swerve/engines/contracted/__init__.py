"""Calls of both versions, judged by a change contract."""

from swerve.engines.contracted._contracted import Contracted, Feeding
from swerve.engines.contracted._found import Found, contracts_between, contracts_for, leads_out

__all__ = ["Contracted", "Feeding", "Found", "contracts_between", "contracts_for", "leads_out"]
