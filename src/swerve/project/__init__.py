"""The two trees of a change, made importable: files, interpreter, import roots."""

from swerve.project._cache import open_cache, session_of
from swerve.project._cleaning import CacheSize, cache_size, clean_cache
from swerve.project._dependencies import declared_dependencies
from swerve.project._distributions import Install, NotInstallable, distribution_of
from swerve.project._import_names import imported_name
from swerve.project._interpreter import Interpreter, find_interpreter, own_readable
from swerve.project._laying_out import laid_out
from swerve.project._project import Checkout, Project, close_project, open_project
from swerve.project._remedies import Beside, Own, Remedy
from swerve.project._roots import module_name, roots_of
from swerve.project._trees import Tree, materialise

__all__ = [
    "Beside",
    "CacheSize",
    "Checkout",
    "Install",
    "Interpreter",
    "NotInstallable",
    "Own",
    "Project",
    "Remedy",
    "Tree",
    "cache_size",
    "clean_cache",
    "close_project",
    "declared_dependencies",
    "distribution_of",
    "find_interpreter",
    "imported_name",
    "laid_out",
    "materialise",
    "module_name",
    "open_cache",
    "open_project",
    "own_readable",
    "roots_of",
    "session_of",
]
