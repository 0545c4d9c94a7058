"""Language models that speak the OpenAI-compatible chat protocol: asked, paid for, remembered."""

from swerve.llm._asking import Answer, ask
from swerve.llm._client import Client
from swerve.llm._conversation import Completion, Message, NoReply, Request
from swerve.llm._fencing import Fence, fenced, filled
from swerve.llm._json import Malformed, one_object
from swerve.llm._secrets import Secret
from swerve.llm._server import Patience, Server, configured_server
from swerve.llm._spending import Budget, Ledger, Prices, Spent

__all__ = [
    "Answer",
    "Budget",
    "Client",
    "Completion",
    "Fence",
    "Ledger",
    "Malformed",
    "Message",
    "NoReply",
    "Patience",
    "Prices",
    "Request",
    "Secret",
    "Server",
    "Spent",
    "ask",
    "configured_server",
    "fenced",
    "filled",
    "one_object",
]
