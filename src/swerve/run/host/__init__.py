"""The parent's side of workers: started, fed with jobs, replaced when they die."""

from swerve.run.host._answers import DIED, BadAnswer, Imported, Told, read_answer
from swerve.run.host._lane import Lane, wait_for_imports, wait_for_news
from swerve.run.host._sides import Compared, Entered, Sides
from swerve.run.host._worker import Conduct, Ground, Worker
from swerve.worker.snapshot.format import TREE
