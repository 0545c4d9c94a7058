import pytest

from shop import price_of, total


def test_missing():
    with pytest.raises(KeyError):
        price_of("gold")


def test_total():
    assert total(["tea", "milk"]) == 5
