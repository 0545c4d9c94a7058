# The size of a page is no longer among the parameters of the query.
# function: recent_tickets
# shows: recent_tickets(httpx.Client(base_url="https://desk.example.com/api"), "open")
# shows: recent_tickets(httpx.Client(base_url="https://desk.example.com/api"), "closed", 5)
# effect: request GET https://desk.example.com/api/tickets query

import httpx


def recent_tickets(client: httpx.Client, state: str, limit: int = 20) -> list[str]:
    params = {"state": state, "per_page": limit, "sort": "-created"}
    response = client.get("/tickets", params=params)
    response.raise_for_status()
    return [ticket["title"] for ticket in response.json().get("tickets", [])][:limit]
# --- new ---
import httpx

_ORDER = {"sort": "-created"}


def recent_tickets(client: httpx.Client, state: str, limit: int = 20) -> list[str]:
    response = client.get("/tickets", params={"state": state, **_ORDER})
    response.raise_for_status()
    tickets = response.json().get("tickets", [])
    return [ticket["title"] for ticket in tickets[:limit]]
