"""The engine that runs a function alone: what is missing is made up, the same on both sides."""

from swerve.engines.guided._again import Shown, show_again
from swerve.engines.guided._guided import Guided, engine, guided_in
from swerve.engines.guided._runs import Guidance
from swerve.engines.guided._setting import Techniques
from swerve.engines.guided._snippet import SnippetRunner, SnippetRuns, run_all
from swerve.run.places import Places, bare_places
