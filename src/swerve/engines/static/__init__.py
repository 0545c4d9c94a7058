"""The engine that runs nothing: it compares the code itself."""

from swerve.engines.static._static import Static
