# os.environ.update sets the variables that the loop set.
# function: apply_flags
# calls: apply_flags(["debug", "trace"], verbosity=2)
# calls: apply_flags([])

import os

KNOWN = ("debug", "trace", "profile")


def apply_flags(flags: list[str], verbosity: int = 0) -> list[str]:
    """Tell the flags of the command line to the workers that start later."""
    unknown = []
    for flag in flags:
        if flag not in KNOWN:
            unknown.append(flag)
    for flag in KNOWN:
        if flag in flags:
            os.environ["WORKER_" + flag.upper()] = "1"
        else:
            os.environ["WORKER_" + flag.upper()] = "0"
    os.environ["WORKER_VERBOSITY"] = str(verbosity)
    return unknown
# --- new ---
import os

KNOWN = ("debug", "trace", "profile")


def _variable(flag: str) -> str:
    return f"WORKER_{flag.upper()}"


def apply_flags(flags: list[str], verbosity: int = 0) -> list[str]:
    """Tell the flags of the command line to the workers that start later."""
    switches = {_variable(flag): str(int(flag in flags)) for flag in KNOWN}
    os.environ.update(switches, WORKER_VERBOSITY=str(verbosity))
    return [flag for flag in flags if flag not in KNOWN]
