"""Language models that speak the OpenAI-compatible chat protocol: asked, paid for, remembered."""

from swerve.meaning.llm._client import Answer, Client, ask
from swerve.meaning.llm._fencing import Fence, Malformed, fenced, filled, one_object
from swerve.meaning.llm._protocol import Completion, Message, NoReply, Request
from swerve.meaning.llm._server import Patience, Secret, Server, configured_server
from swerve.meaning.llm._spending import Allowance, Ledger, Prices, Spent
