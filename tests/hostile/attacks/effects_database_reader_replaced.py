# shows: returned 'replaced'
# threat: interpreter
# agrees: never
"""Puts a module of its own in the place of `sqlite3`, for whoever reads a database."""

import _sqlite3
import sys
import types

from benign import SIDE


def attack(place):
    connection = _sqlite3.Connection("base.db")
    connection.execute("create table t (x)")
    connection.execute("insert into t values (?)", (SIDE,))
    connection.commit()
    connection.close()
    module = types.ModuleType("sqlite3")
    module.connect = lambda *args, **kwargs: None
    module.Error = BaseException
    sys.modules["sqlite3"] = module
    return "replaced"
