"""The engine that runs nothing: it compares the code itself."""

from ._static import Static
