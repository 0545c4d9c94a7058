"""Source text as facts: definitions, scopes, normal forms, and what names stand for."""

from swerve.syntax._definitions import Definition, Guard, Role, branches, last_name
from swerve.syntax._facts import (
    Binding,
    BindingKind,
    ClassFacts,
    ModuleFacts,
    facts_of,
    names_of_head,
)
from swerve.syntax._function_nodes import node_of
from swerve.syntax._import_time import (
    BUILTINS,
    EVERYTHING,
    Statement,
    import_alike,
    import_time_statements,
)
from swerve.syntax._library import LIBRARY_MODULES, library_value
from swerve.syntax._loud import Project, imports_of_project, loud_statements
from swerve.syntax._modules import modules_loaded
from swerve.syntax._normal import Context, NormalForm, normal_body, normal_code
from swerve.syntax._reaching import binds_unseen, builtins_bound, reaching_words
from swerve.syntax._reading import Unreadable, parse, read_source, refused
from swerve.syntax._reads import (
    CALLED,
    ITSELF,
    Reads,
    docstrings_in,
    members_read,
    normal_surroundings,
    reads_of,
    walk_without_annotations,
    words_in,
)
from swerve.syntax._sameness import (
    Difference,
    Place,
    Sameness,
    Trees,
    alike,
    bindings_at,
    file_of_module,
    followed,
    imported_file,
)
from swerve.syntax._scopes import FUNCTIONS, FunctionNode, Scope, all_arguments, bound_in
from swerve.syntax._surroundings import opaque_decorators, standard_origin, watchers_of_class
from swerve.syntax._touching import (
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
from swerve.syntax._unbound import names_read_unbound
from swerve.syntax._words import Edges, class_word, closure, edges_of, words_of_guard
from swerve.syntax._writing import written

__all__ = [
    "ANY",
    "BUILTINS",
    "CALLED",
    "EVERYTHING",
    "FUNCTIONS",
    "ITEM",
    "ITSELF",
    "LIBRARY_MODULES",
    "MODULE",
    "UNKNOWN",
    "UNKNOWN_MODULE",
    "Binding",
    "BindingKind",
    "ClassFacts",
    "Context",
    "Definition",
    "Difference",
    "Edges",
    "FunctionNode",
    "Guard",
    "ModuleFacts",
    "NormalForm",
    "Parts",
    "Place",
    "Project",
    "Reads",
    "Role",
    "Sameness",
    "Scope",
    "Statement",
    "Touch",
    "Trees",
    "Unreadable",
    "alike",
    "all_arguments",
    "bindings_at",
    "binds_unseen",
    "bound_in",
    "branches",
    "builtins_bound",
    "called_in",
    "class_word",
    "closure",
    "docstrings_in",
    "edges_of",
    "facts_of",
    "file_of_module",
    "followed",
    "import_alike",
    "import_time_statements",
    "imported_file",
    "imports_of_project",
    "last_name",
    "library_value",
    "loud_statements",
    "members_read",
    "modules_loaded",
    "names_of_head",
    "names_read_unbound",
    "node_of",
    "normal_body",
    "normal_code",
    "normal_surroundings",
    "opaque_decorators",
    "parse",
    "reaching_words",
    "read_source",
    "reads_of",
    "refused",
    "standard_origin",
    "touches_of",
    "value_parts",
    "walk_without_annotations",
    "watchers_of_class",
    "words_in",
    "words_of_guard",
    "written",
]
