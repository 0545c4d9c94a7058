"""What do the network and the table of frequencies learn from events?

`_training` is not loaded here: only training itself needs torch.
"""

from ._dataset import (
    HELD,
    SPLITS,
    TRAIN,
    TRIAL,
    UNSEEN,
    functions_of,
    prepared,
    split_of,
    split_of_project,
)
from ._frequencies import Frequencies, made_up_by_runs
from ._recipe import Recipe, recipe_of
