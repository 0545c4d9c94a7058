# Every frame gets its run name by assign in a comprehension instead of on a copy in a loop.
# function: combine_runs
# calls: combine_runs({"a": pd.DataFrame({"x": [1, 2]}), "b": pd.DataFrame({"x": [3.5]})})
# calls: combine_runs({}); combine_runs({1: pd.DataFrame({"x": [1]}, index=[9])})
# calls: combine_runs({"a": pd.DataFrame({"x": []}), "b": pd.DataFrame({"y": [np.nan]})})
# calls: combine_runs({"a": pd.DataFrame({"run": [0, 1]}, index=[0, 0])})

import pandas as pd


def combine_runs(runs):
    if not runs:
        raise ValueError("no runs given")
    frames = []
    for name, frame in runs.items():
        labelled = frame.copy()
        labelled["run"] = name
        frames.append(labelled)
    return pd.concat(frames, ignore_index=True)
# --- new ---
import pandas as pd


def combine_runs(runs):
    if not runs:
        raise ValueError("no runs given")
    frames = [frame.assign(run=name) for name, frame in runs.items()]
    return pd.concat(frames, axis=0, ignore_index=True)
