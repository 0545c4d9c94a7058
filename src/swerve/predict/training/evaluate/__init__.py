"""How often are predictors right, and how often is what was read off the source?"""

from ._agreement import agreement, agreement_table, observed_in
from ._evaluating import Figures, evaluate, figures_of, survey
from ._opinions import NAMES, NEURAL, Network
