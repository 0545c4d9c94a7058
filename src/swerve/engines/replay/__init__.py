"""The engine that looks at what the project's own tests do with a pair, on both sides."""

from swerve.engines.replay._replay import Replay

__all__ = ["Replay"]
