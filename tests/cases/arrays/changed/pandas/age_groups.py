# An age equal to a bound belongs to the group below it instead of the one above.
# function: age_groups
# shows: age_groups(pd.Series([17, 18, 64, 65]))

import pandas as pd


def age_groups(ages: pd.Series) -> pd.Series:
    """Sort ages into minors, adults and seniors."""
    labels = ["minor", "adult", "senior"]
    bounds = [0, 18, 65, 130]
    groups = pd.cut(ages, bins=bounds, labels=labels, right=False)
    return groups.rename("age_group")
# --- new ---
import pandas as pd


def age_groups(ages: pd.Series) -> pd.Series:
    """Sort ages into minors, adults and seniors."""
    limits = {"minor": 18, "adult": 65, "senior": 130}
    bounds = [0, *limits.values()]
    groups = pd.cut(ages, bounds, labels=list(limits), include_lowest=True)
    return groups.rename("age_group")
