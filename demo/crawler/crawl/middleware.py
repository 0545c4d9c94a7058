"""What becomes of a response before the spider sees it?"""

from __future__ import annotations

from crawl.http import Request, Response
from crawl.retry import is_worth_a_retry, retry_request


class RetryMiddleware:
    """Asks again for pages that could not be fetched, a limited number of times."""

    def __init__(self, max_retry_times: int = 2) -> None:
        self.max_retry_times = max_retry_times

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """The response, or the request to send again."""
        if is_worth_a_retry(response.status):
            return retry_request(request, self.max_retry_times) or response
        return response
