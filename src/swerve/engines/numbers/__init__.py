"""Calls both versions with the first whole numbers."""

from swerve.engines.numbers._numbers import engine

__all__ = ["engine"]
