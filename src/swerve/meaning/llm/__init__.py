"""Language models that speak the OpenAI-compatible chat protocol: asked, paid for, remembered."""

from swerve.meaning.llm._asking import Answer, ask
from swerve.meaning.llm._client import Client
from swerve.meaning.llm._conversation import Completion, Message, NoReply, Request
from swerve.meaning.llm._fencing import Fence, fenced, filled
from swerve.meaning.llm._json import Malformed, one_object
from swerve.meaning.llm._secrets import Secret
from swerve.meaning.llm._server import Patience, Server, configured_server
from swerve.meaning.llm._spending import Budget, Ledger, Prices, Spent

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
