"""Is a difference what the author of the change meant?"""

from __future__ import annotations

from swerve.meaning.intent._asked_model import AskedModel
from swerve.meaning.intent._judged_report import judged_report
from swerve.meaning.intent._offline import OfflineJudge
from swerve.meaning.intent._question import Judge, Judged, Judgement, Question, Shown
from swerve.meaning.intent._rules import SetAside, set_aside
from swerve.meaning.intent._scoring import Score, score
from swerve.meaning.intent._witness import judged_witness
