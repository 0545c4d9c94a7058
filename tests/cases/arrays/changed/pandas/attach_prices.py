# The join keeps only orders with a known price instead of every order.
# function: attach_prices
# shows: attach_prices(pd.DataFrame({'sku': ['a', 'z'], 'qty': [2, 3]}), pd.Series({'a': 1.5}))

import pandas as pd


def attach_prices(orders: pd.DataFrame, prices: pd.Series) -> pd.DataFrame:
    """Add the unit price and the amount to every order."""
    table = prices.rename("price").rename_axis("sku").reset_index()
    priced = orders.merge(table, on="sku", how="left", validate="many_to_one")
    priced["amount"] = priced["qty"] * priced["price"]
    return priced
# --- new ---
import pandas as pd


def attach_prices(orders: pd.DataFrame, prices: pd.Series) -> pd.DataFrame:
    """Add the unit price and the amount to every order."""
    table = prices.rename("price").rename_axis("sku").reset_index()
    priced = orders.merge(table, on="sku", validate="many_to_one")
    priced["amount"] = priced["qty"] * priced["price"]
    return priced
