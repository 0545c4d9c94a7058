"""Is a text a contract file, and does it parse?"""

from __future__ import annotations

import ast
import warnings

from swerve.meaning.contract._model import ContractFault

#: By what names files import the language; the second one is from before it had its room.
LANGUAGE_MODULES = ("swerve.meaning.contract", "swerve.contract")


def is_contract_text(text: str) -> bool:
    """Whether a file imports the language: `contracts` may be a package for other reasons."""
    tree = parsed(text, "")
    if isinstance(tree, ContractFault):
        return False
    return any(
        (isinstance(node, ast.ImportFrom) and node.module in LANGUAGE_MODULES)
        or (
            isinstance(node, ast.Import)
            and any(name.name in LANGUAGE_MODULES for name in node.names)
        )
        for node in ast.walk(tree)
    )


def parsed(text: str, file: str) -> ast.Module | ContractFault:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, max(error.offset or 1, 1)
        end = error.end_offset if error.end_lineno == error.lineno else None
        lines = text.split("\n")
        source = lines[line - 1] if line <= len(lines) else ""
        message = f"this is no Python: {error.msg}"
        return ContractFault(file, line, column, max(end or 0, column + 1), message, source)
    except (ValueError, RecursionError, MemoryError) as error:
        return ContractFault(file, 1, 1, 2, f"this is no Python: {error or 'nested too deeply'}")
