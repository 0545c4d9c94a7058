# shows: returned 'emptied'
# threat: interpreter
"""Takes every module out of `sys.modules`, and every finder out of the import system."""

import sys


def attack(place):
    modules = sys.modules
    sys.meta_path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    sys.path.clear()
    modules.clear()
    return "emptied"
