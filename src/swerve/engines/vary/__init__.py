"""The engine that varies, in place, calls that tests make."""

from ._vary import Vary, engine
