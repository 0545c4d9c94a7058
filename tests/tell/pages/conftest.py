"""Which browser do the tests here use?"""

from tests.tell.pages.browsing import browser

__all__ = ["browser"]
