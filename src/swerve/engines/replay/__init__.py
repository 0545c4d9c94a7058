"""The engines that look at what the project's own tests do with a pair, on both sides."""

from swerve.engines.replay._replay import Replay, engine
