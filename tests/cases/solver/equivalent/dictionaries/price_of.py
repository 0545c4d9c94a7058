# A test and a lookup become `get`: no value is None.
# calls: price_of({}, "a"); price_of({"a": 0}, "a"); price_of({"a": 5}, "a"); price_of({"a": 5}, "b")
# calls: price_of({"a": -1, "b": 2}, "b"); price_of({"": 3}, "")


def price_of(prices: dict[str, int], name: str) -> int:
    if name in prices:
        return prices[name]
    return 100


# --- new ---


def price_of(prices: dict[str, int], name: str) -> int:
    price = prices.get(name)
    return 100 if price is None else price
