"""Calls of both versions, judged by a change contract."""

from ._contracted import Contracted, engine, fed
from ._found import Found, contracts_between, contracts_for, leads_out
