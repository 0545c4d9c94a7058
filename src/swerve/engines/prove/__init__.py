"""Two versions of a function before a solver: a proof, or a call that is run."""

from ._prove import Prove, Settled, engine, seed_of
