"""Calls of both versions, judged by a change contract."""

from swerve.engines.contracted._contracted import Contracted
from swerve.engines.contracted._feeding import engine, fed
from swerve.engines.contracted._found import Found, contracts_between, contracts_for, leads_out

__all__ = [
    "Contracted",
    "Found",
    "contracts_between",
    "contracts_for",
    "engine",
    "fed",
    "leads_out",
]
