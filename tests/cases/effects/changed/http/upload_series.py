# An empty batch is sent at the end where the points fill the last batch.
# function: upload_series
# shows: upload_series("cpu", [0.5, 0.75], batch=2)
# shows: upload_series("cpu", [])
# effect: request POST https://metrics.example.com/v2/series

import json

import requests

ENDPOINT = "https://metrics.example.com/v2/series"


def upload_series(name, points, batch=50):
    """Upload points in batches; return how many there are."""
    for start in range(0, len(points), batch):
        body = json.dumps({"name": name, "points": points[start:start + batch]})
        response = requests.post(ENDPOINT, data=body, headers={"Content-Type": "application/json"})
        response.raise_for_status()
    return len(points)
# --- new ---
import json

import requests

ENDPOINT = "https://metrics.example.com/v2/series"


def upload_series(name, points, batch=50):
    """Upload points in batches; return how many there are."""
    headers = {"Content-Type": "application/json"}
    with requests.Session() as session:
        for number in range(len(points) // batch + 1):
            part = points[number * batch:(number + 1) * batch]
            body = json.dumps({"name": name, "points": part})
            session.post(ENDPOINT, data=body, headers=headers).raise_for_status()
    return len(points)
