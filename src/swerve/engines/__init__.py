"""Ways to look for witnesses or to prove that there are none: each takes a pair."""

from ._engine import Blaming, Budget, Doubting, Engine, Judging, Proving, Selective, left_open
