"""The two trees of a change, made importable: files, interpreter, import roots."""

from swerve.source.build.dependencies import declared_dependencies
from swerve.source.cache import open_cache, session_of

from ._cleaning import CacheSize, cache_size, clean_cache
from ._distributions import Install, NotInstallable, distribution_of
from ._django import DjangoSettings, django_settings
from ._interpreter import Interpreter, find_interpreter, own_readable
from ._project import Checkout, Project, close_project, laid_out, open_project
from ._remedies import Beside, Own, imported_name
from ._roots import module_name, roots_of
from ._trees import Tree, materialise
