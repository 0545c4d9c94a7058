"""What GitHub knows about a pull request: its words, and the revisions it is about."""

from swerve.source.github._address import TOKEN_VARIABLES, Address, address_from_environment
from swerve.source.github._api import Api
from swerve.source.github._asking import (
    ask_pull_request,
    pull_request_from_json,
    pull_request_to_json,
)
from swerve.source.github._pull_request import PullRequest
from swerve.source.github._repository import (
    RepositoryName,
    repository_from_name,
    repository_from_url,
    without_secrets,
)
