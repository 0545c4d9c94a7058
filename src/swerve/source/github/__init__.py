"""What GitHub knows about a pull request: its words, and the revisions it is about."""

from ._address import TOKEN_VARIABLES, Address, address_from_environment
from ._api import Api
from ._asking import ask_pull_request, pull_request_from_json, pull_request_to_json
from ._pull_request import PullRequest
from ._repository import RepositoryName, repository_from_name, repository_from_url, without_secrets
