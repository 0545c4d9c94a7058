# The profile is replaced by PUT where single fields of it were changed by PATCH.
# function: update_profile
# shows: update_profile(requests.Session(), 42, {"city": "Oslo", "phone": None})
# effect: request PATCH https://api.example.com/users/42

import requests


def update_profile(session: requests.Session, user_id: int, fields: dict[str, str | None]) -> bool:
    """Change the fields that are given; those that are None stay as they are."""
    known = {name: value for name, value in fields.items() if value is not None}
    if not known:
        return False
    url = f"https://api.example.com/users/{user_id}"
    response = session.patch(url, json=known, timeout=10)
    response.raise_for_status()
    return True
# --- new ---
import requests

USERS = "https://api.example.com/users"


def update_profile(session: requests.Session, user_id: int, fields: dict[str, str | None]) -> bool:
    """Change the fields that are given; those that are None stay as they are."""
    known = {name: value for name, value in fields.items() if value is not None}
    if known:
        response = session.put(f"{USERS}/{user_id}", json=known, timeout=10)
        response.raise_for_status()
    return bool(known)
