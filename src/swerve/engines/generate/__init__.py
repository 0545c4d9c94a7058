"""The engine that calls a pair in its project, on inputs made for its parameters."""

from swerve.engines.generate._calls import Drawing
from swerve.engines.generate._generate import Generate, GenerateAlone, engine
