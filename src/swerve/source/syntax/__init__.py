"""Source text as facts: definitions, scopes, normal forms, and what names stand for."""

from ._definitions import Definition, Role, branches, dotted, last_name
from ._facts import Binding, BindingKind, ClassFacts, ModuleFacts, facts_of, modules_loaded
from ._import_time import BUILTINS, EVERYTHING, Statement, import_alike, import_time_statements
from ._library import LIBRARY_MODULES, library_value
from ._loud import Project, imports_of_project, loud_statements
from ._normal import Context, normal_code
from ._reach import modules_of
from ._reaching import binds_unseen, builtins_bound, reaching_words
from ._reading import Unreadable, node_of, parse, read_source, refused
from ._reads import (
    CALLED,
    ITSELF,
    Reads,
    docstrings_in,
    members_read,
    normal_surroundings,
    reads_of,
    words_in,
)
from ._sameness import (
    Difference,
    Sameness,
    TopName,
    Trees,
    alike,
    bindings_at,
    file_of_module,
    followed,
    imported_file,
)
from ._surroundings import opaque_decorators, standard_origin, watchers_of_class
from ._touching import (
    ANY,
    ITEM,
    MODULE,
    UNKNOWN,
    UNKNOWN_MODULE,
    Parts,
    Touch,
    called_in,
    touches_of,
    value_parts,
)
from ._unbound import names_read_unbound
from ._words import (
    class_word,
    closure,
    edges_of,
    names_of_guard,
    readers_at_import,
    words_of_definition,
    words_of_guard,
)
from ._writing import written
from .scopes import FUNCTIONS, FunctionNode, Scope, all_arguments, bound_in, parts_outside
