"""The engine that calls a pair in its project, on inputs made for its parameters."""

from swerve.engines.generate._alone import GenerateAlone, engine
from swerve.engines.generate._drawing import Drawing
from swerve.engines.generate._generate import Generate

__all__ = ["Drawing", "Generate", "GenerateAlone", "engine"]
