# The base address is joined by the client instead of in the call, and the query is a list.
# function: search_places
# calls: search_places("cafe", 52.5, 13.25)
# calls: search_places("", 0.0, 0.0, radius=50)

import httpx


def search_places(text: str, latitude: float, longitude: float, radius: int = 1000) -> list:
    with httpx.Client() as client:
        response = client.get(
            "https://maps.example.com/v1/places",
            params={"q": text, "lat": latitude, "lon": longitude, "radius": radius},
        )
    if response.status_code != 200:
        return []
    return response.json().get("places", [])
# --- new ---
import httpx


def search_places(text: str, latitude: float, longitude: float, radius: int = 1000) -> list:
    query = [("q", text), ("lat", latitude), ("lon", longitude), ("radius", radius)]
    with httpx.Client(base_url="https://maps.example.com/v1") as client:
        response = client.get("/places", params=query)
    return response.json().get("places", []) if response.status_code == 200 else []
