"""Which programs did a call start, and what was each of them given?

A program that there is runs for real. In the place of one that is not installed here something runs
that does nothing and succeeds, the same for both sides.
"""

from __future__ import annotations

import os as _os
from types import ModuleType
from typing import Any

from ..core._arrivals import when_imported
from ._heard import HEARD

#: Does nothing, and succeeds.
_NOTHING = "/bin/true"
#: Where `subprocess` passes what it was given, behind the program.
_ENVIRONMENT, _SHELL = 4, 7


class Processes:
    """Hears what programs are given once they run, and stands in for those that are missing."""

    def __init__(self) -> None:
        when_imported("subprocess", self._listen)

    def _listen(self, module: ModuleType) -> None:
        popen: Any = module.Popen
        communicate, execute = popen.communicate, popen._execute_child

        def communicate_and_tell(self: Any, input: Any = None, timeout: Any = None) -> Any:
            if input and HEARD.processes:
                HEARD.note_input(self.args, input)
            return communicate(self, input, timeout)

        def execute_child(self: Any, args: Any, executable: Any, *rest: Any) -> Any:
            program = executable or (args if type(args) in (str, bytes) else args[0])
            environment, is_shell = rest[_ENVIRONMENT], rest[_SHELL]
            if HEARD.is_on and not is_shell and not _is_there(program, environment):
                executable = _NOTHING
            return execute(self, args, executable, *rest)

        popen.communicate = communicate_and_tell
        popen._execute_child = execute_child


def _is_there(program: Any, environment: Any) -> bool:
    name = _os.fsdecode(program)
    if "/" in name:
        return _os.path.exists(name)
    return any(
        _os.path.exists(_os.path.join(folder, name)) for folder in _os.get_exec_path(environment)
    )
