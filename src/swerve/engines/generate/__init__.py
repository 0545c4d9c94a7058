"""The engine that calls a pair in its project, on inputs made for its parameters."""

from ._alone import GenerateAlone, engine
from ._calls import Drawing
from ._generate import Generate
