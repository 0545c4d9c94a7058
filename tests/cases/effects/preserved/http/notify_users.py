# One session is used for all requests instead of a new one for each of them.
# function: notify_users
# calls: notify_users([3, 14], "Backup done")
# calls: notify_users([], "")

import requests

URL = "https://api.example.com/notifications"


def notify_users(users: list[int], text: str) -> int:
    failed = 0
    for user in users:
        response = requests.post(URL, json={"user": user, "text": text}, timeout=10)
        if response.status_code >= 400:
            failed += 1
    return failed
# --- new ---
import requests

URL = "https://api.example.com/notifications"


def notify_users(users: list[int], text: str) -> int:
    failed = 0
    with requests.Session() as session:
        for user in users:
            response = session.post(URL, json={"user": user, "text": text}, timeout=10)
            failed += response.status_code >= 400
    return failed
