"""Calls made again as any program makes them, with nobody in the process who watches."""

from ._bare import Bare
