"""The engine that runs a function alone: what is missing is made up, the same on both sides."""

from swerve.run.places import Places, bare_places

from ._again import Shown, show_again
from ._guided import Guided, engine, guided_in
from ._runs import Guidance
from ._setting import Techniques
from ._snippet import SnippetRunner, SnippetRuns, run_all
