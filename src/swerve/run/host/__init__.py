"""The parent's side of workers: started, fed with jobs, replaced when they die."""

from swerve.worker.snapshot.format import TREE

from ._answers import DIED, BadAnswer, Imported, Told, read_answer
from ._lane import Lane
from ._sides import Compared, Entered, Sides
from ._waiting import answers_of, preload_for, run_alone, wait_for_imports, wait_for_news
from ._worker import Conduct, Ground, Worker
