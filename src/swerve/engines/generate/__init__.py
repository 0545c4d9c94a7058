"""The engine that calls a pair in its project, on inputs made for its parameters."""

from ._calls import Drawing
from ._generate import Generate, GenerateAlone, engine
