# A list with one column and one direction sorts as the scalars do, mergesort is the stable sort,
# and iloc takes the same leading rows as head.
# function: best_runs
# calls: best_runs(pd.DataFrame({"run": ["a", "b", "c"], "score": [0.2, 0.9, 0.2]}), 2)
# calls: best_runs(pd.DataFrame({"score": [3, 3, 1]}, index=[5, 5, 5]))
# calls: best_runs(pd.DataFrame({"x": [1]})); best_runs(pd.DataFrame({"score": [np.nan, 1.0]}), 1)
# calls: best_runs(pd.DataFrame({"score": []})); best_runs(pd.DataFrame({"score": [1.0, 2.0]}), 0)
# calls: best_runs(pd.DataFrame({"score": [1, 2]}), -1)

import pandas as pd


def best_runs(results: pd.DataFrame, n: int = 3) -> pd.DataFrame:
    if n < 0:
        raise ValueError("n must not be negative")
    ranked = results.sort_values("score", ascending=False, kind="stable")
    best = ranked.head(n)
    return best.reset_index(drop=True)
# --- new ---
import pandas as pd


def best_runs(results: pd.DataFrame, n: int = 3) -> pd.DataFrame:
    if n < 0:
        raise ValueError("n must not be negative")
    ranked = results.sort_values(by=["score"], ascending=[False], kind="mergesort")
    return ranked.iloc[:n].reset_index(drop=True)
