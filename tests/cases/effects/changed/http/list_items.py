# The Accept header was given with the call and is not set on the session that took its place.
# function: list_items
# shows: list_items("books", "k-123")
# effect: request GET https://api.example.com/v1/items header Accept

import requests

BASE = "https://api.example.com/v1"


def list_items(kind: str, key: str) -> list[dict]:
    response = requests.get(
        f"{BASE}/items",
        params={"kind": kind},
        headers={"Authorization": f"Bearer {key}", "Accept": "application/vnd.items.v1+json"},
        timeout=10,
    )
    response.raise_for_status()
    return response.json().get("items", [])
# --- new ---
import requests

BASE = "https://api.example.com/v1"


def _session(key: str) -> requests.Session:
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {key}"
    return session


def list_items(kind: str, key: str) -> list[dict]:
    with _session(key) as session:
        response = session.get(f"{BASE}/items", params={"kind": kind}, timeout=10)
    response.raise_for_status()
    return response.json().get("items", [])
