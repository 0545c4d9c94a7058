"""The engine that calls a pair in its project, on inputs made for its parameters."""

from swerve.engines.generate._alone import GenerateAlone
from swerve.engines.generate._generate import Generate

__all__ = ["Generate", "GenerateAlone"]
