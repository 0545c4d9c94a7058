"""The engines that look at what the project's own tests do with a pair, on both sides."""

from ._replay import Replay, engine
