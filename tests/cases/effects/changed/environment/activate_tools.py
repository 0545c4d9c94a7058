# The folder is put behind all others on the path where it came first.
# function: activate_tools
# shows: activate_tools("/opt/tools")
# shows: activate_tools("/srv/venv/")
# effect: environment PATH

import os


def activate_tools(root):
    """Put the programs of a tool folder on the path, once."""
    folder = os.path.join(root, "bin")
    parts = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if folder in parts:
        return False
    os.environ["PATH"] = os.pathsep.join([folder] + parts)
    os.environ["TOOLS_ROOT"] = root
    return True
# --- new ---
import os


def activate_tools(root):
    """Put the programs of a tool folder on the path, once."""
    folder = os.path.join(root, "bin")
    path = os.environ.get("PATH", os.defpath)
    if folder in path.split(os.pathsep):
        return False
    os.environ.update(TOOLS_ROOT=root, PATH=path + os.pathsep + folder)
    return True
