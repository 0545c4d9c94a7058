"""The two trees of a change, made importable: files, interpreter, import roots."""

from swerve.run.project._cleaning import CacheSize, cache_size, clean_cache
from swerve.run.project._distributions import Install, NotInstallable, distribution_of
from swerve.run.project._interpreter import Interpreter, find_interpreter, own_readable
from swerve.run.project._project import Checkout, Project, close_project, laid_out, open_project
from swerve.run.project._remedies import Beside, Own, imported_name
from swerve.run.project._roots import module_name, roots_of
from swerve.run.project._trees import Tree, materialise
from swerve.source.build.dependencies import declared_dependencies
from swerve.source.cache import open_cache, session_of
