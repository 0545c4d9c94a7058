"""Which cache do these tests use?"""

from tests.predict.training.conftest import _cache_of_its_own

__all__ = ["_cache_of_its_own"]
