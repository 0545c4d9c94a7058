"""Is a difference what the author of the change meant?"""

from __future__ import annotations

from ._asked_model import AskedModel
from ._judged_report import judged_report
from ._offline import OfflineJudge
from ._question import Confidence, Judge, Judged, Judgement, Question, Shown
from ._rules import SetAside, set_aside
from ._scoring import Score, score
