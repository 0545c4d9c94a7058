# Attribute access and item access give the same column once it is known to be there, and loc with
# a boolean mask keeps the same rows as plain indexing.
# function: large_orders
# calls: large_orders(pd.DataFrame({"id": [1, 2], "amount": [5.0, 500.0]}), 10.0)
# calls: large_orders(pd.DataFrame({"amount": [20, 5, 30]}, index=[0, 0, 1]), 10)
# calls: large_orders(pd.DataFrame({"amount": [np.nan, 200.0]}))
# calls: large_orders(pd.DataFrame({"id": [1]}))
# calls: large_orders(pd.DataFrame({"amount": pd.Series([], dtype=float)}))
# calls: large_orders(pd.DataFrame({"amount": [150.0], "country": ["CH"]}, index=["x"]))

import pandas as pd


def large_orders(orders: pd.DataFrame, threshold: float = 100.0) -> pd.DataFrame:
    if threshold < 0:
        raise ValueError(f"threshold must not be negative, got {threshold}")
    if list(orders.columns).count("amount") != 1:
        raise ValueError("need exactly one column 'amount'")
    return orders[orders.amount > threshold]


def large_order_ids(orders: pd.DataFrame, threshold: float = 100.0) -> list:
    return large_orders(orders, threshold)["id"].tolist()
# --- new ---
import pandas as pd


def large_orders(orders: pd.DataFrame, threshold: float = 100.0) -> pd.DataFrame:
    if threshold < 0:
        raise ValueError(f"threshold must not be negative, got {threshold}")
    if list(orders.columns).count("amount") != 1:
        raise ValueError("need exactly one column 'amount'")
    is_large = orders["amount"] > threshold
    return orders.loc[is_large]


def large_order_ids(orders: pd.DataFrame, threshold: float = 100.0) -> list:
    return large_orders(orders, threshold)["id"].tolist()
