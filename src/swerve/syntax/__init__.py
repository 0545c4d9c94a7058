"""Source text as facts: definitions, scopes, normal forms, and what names stand for."""

from swerve.syntax._definitions import Definition, Guard, Role, branches, last_name
from swerve.syntax._facts import Binding, BindingKind, ClassFacts, ModuleFacts, facts_of
from swerve.syntax._normal import Context, NormalForm, normal_body, normal_code
from swerve.syntax._reading import Unreadable, parse, read_source
from swerve.syntax._reads import (
    CALLED,
    ITSELF,
    Reads,
    normal_surroundings,
    reads_of,
    walk_without_annotations,
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
from swerve.syntax._scopes import FUNCTIONS, FunctionNode, all_arguments
from swerve.syntax._writing import written

__all__ = [
    "CALLED",
    "FUNCTIONS",
    "ITSELF",
    "Binding",
    "BindingKind",
    "ClassFacts",
    "Context",
    "Definition",
    "Difference",
    "FunctionNode",
    "Guard",
    "ModuleFacts",
    "NormalForm",
    "Place",
    "Reads",
    "Role",
    "Sameness",
    "Trees",
    "Unreadable",
    "alike",
    "all_arguments",
    "bindings_at",
    "branches",
    "facts_of",
    "file_of_module",
    "followed",
    "imported_file",
    "last_name",
    "normal_body",
    "normal_code",
    "normal_surroundings",
    "parse",
    "read_source",
    "reads_of",
    "walk_without_annotations",
    "written",
]
