# pd.merge and the method merge of a frame are the same join, and the total is set by assign on
# the fresh result.
# function: attach_prices
# calls: attach_prices(pd.DataFrame({"item": ["a", "b"], "n": [1, 2]}), PRICES)
# calls: attach_prices(pd.DataFrame({"item": [], "n": []}, dtype=str), PRICES)
# calls: attach_prices(pd.DataFrame({"item": ["c", "c"], "n": [2.5, 1]}, index=[5, 5]), PRICES)
# calls: attach_prices(pd.DataFrame({"item": ["a"], "n": [2]}), pd.concat([PRICES, PRICES]))
# calls: attach_prices(pd.DataFrame({"item": ["b"]}), PRICES)
# calls: attach_prices(pd.DataFrame({"item": ["a", "c"], "n": [np.nan, 4]}), PRICES)

import pandas as pd


PRICES = pd.DataFrame({"item": ["a", "c"], "price": [3.0, 1.5]})


def attach_prices(df, prices):
    merged = pd.merge(
        df, prices[["item", "price"]], on="item", how="left", validate="many_to_one"
    )
    merged["total"] = merged["n"] * merged["price"]
    return merged
# --- new ---
import pandas as pd


PRICES = pd.DataFrame({"item": ["a", "c"], "price": [3.0, 1.5]})


def attach_prices(df, prices):
    price_list = prices[["item", "price"]]
    merged = df.merge(price_list, how="left", on="item", validate="many_to_one")
    return merged.assign(total=merged["n"] * merged["price"])
