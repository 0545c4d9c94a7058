"""How often are predictors right, and how often is what was read off the source?"""

from swerve.predict.training.evaluate._agreement import agreement, agreement_table, observed_in
from swerve.predict.training.evaluate._evaluating import Figures, evaluate, figures_of, survey
from swerve.predict.training.evaluate._opinions import NAMES, NEURAL, Network
