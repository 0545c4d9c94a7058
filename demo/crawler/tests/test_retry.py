from crawl.http import Request, Response
from crawl.middleware import RetryMiddleware
from crawl.retry import delay, is_worth_a_retry, retry_request

PAGE = "http://example.org/"


def test_a_page_is_asked_for_again():
    again = RetryMiddleware().process_response(Request(PAGE), Response(PAGE, 503))
    assert again == Request(PAGE, {"retry_times": 1}, priority=-1, dont_filter=True)


def test_it_is_given_up_in_the_end():
    assert retry_request(Request(PAGE, {"retry_times": 2})) is None


def test_a_request_may_bring_its_own_limit():
    assert retry_request(Request(PAGE, {"max_retry_times": 9, "retry_times": 5})) is not None


def test_what_is_not_found_is_not_asked_for_again():
    assert is_worth_a_retry(500)
    assert not is_worth_a_retry(404)


def test_the_delay_doubles():
    assert [delay(retries) for retries in (1, 2, 3)] == [2, 4, 8]
