"""Which requests are worth another try?"""

import logging

logger = logging.getLogger(__name__)


class RetryMiddleware:
    """Sends a request again when the answer says that the server was busy."""

    def __init__(self, max_retry_times=2, codes=(500, 502, 503, 504, 408)):
        self.max_retry_times = max_retry_times
        self.codes = frozenset(codes)

    def process_response(self, request, response, spider):
        if request.meta.get('dont_retry', False):
            return response
        if response.status in self.codes:
            reason = 'status %d' % response.status
            return self._retry(request, reason, spider) or response
        return response

    def _retry(self, request, reason, spider):
        retries = request.meta.get('retry_times', 0) + 1

        retry_times = self.max_retry_times

        if 'max_retry_times' in request.meta:
            retry_times = request.meta['max_retry_times']

        stats = spider.crawler.stats
        if retries <= retry_times:
            logger.debug("Retrying %s (failed %d times): %s", request, retries, reason)
            again = request.copy()
            again.meta['retry_times'] = retries
            again.dont_filter = True
            stats.inc_value('retry/count')
            return again
        stats.inc_value('retry/max_reached')
        logger.debug("Gave up on %s (failed %d times): %s", request, retries, reason)
        return None
