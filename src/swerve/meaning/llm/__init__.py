"""Language models that speak the OpenAI-compatible chat protocol: asked, paid for, remembered."""

from ._client import Answer, Client, ask
from ._fencing import Fence, Malformed, fenced, filled, one_object, shortened
from ._protocol import Completion, Message, NoReply, Request
from ._server import Patience, Secret, Server, configured_server
from ._spending import Allowance, Ledger, Prices, Spent
