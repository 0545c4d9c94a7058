"""The parent's side of workers: started, fed with jobs, replaced when they die."""

from swerve.host._imported import DIED, Imported
from swerve.host._lane import Lane
from swerve.host._sides import Compared, Sides
from swerve.host._worker import TREE, Conduct, Ground, Worker

__all__ = [
    "DIED",
    "TREE",
    "Compared",
    "Conduct",
    "Ground",
    "Imported",
    "Lane",
    "Sides",
    "Worker",
]
