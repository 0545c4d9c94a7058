"""Which browser do the tests here use?"""

from tests.pages.browsing import browser

__all__ = ["browser"]
