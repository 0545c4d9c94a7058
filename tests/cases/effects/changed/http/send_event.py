# The event is sent as form data (data=) where it was sent as JSON.
# function: WebhookClient.send
# shows: WebhookClient("https://hooks.example.com", "t0k").send("order.paid", {"id": 7})
# effect: request POST https://hooks.example.com/events body

import requests


class WebhookClient:
    def __init__(self, base_url, token):
        self.base_url = base_url.rstrip("/")
        self.session = requests.Session()
        self.session.headers.update({"X-Token": token})

    def send(self, event, payload):
        """Tell the other side about an event; say whether it took it."""
        body = {"event": event, **payload}
        response = self.session.post(self.base_url + "/events", json=body, timeout=5)
        return response.status_code < 300
# --- new ---
import requests


class WebhookClient:
    def __init__(self, base_url, token):
        self.base_url = base_url.rstrip("/")
        self.session = requests.Session()
        self.session.headers.update({"X-Token": token})

    def send(self, event, payload):
        """Tell the other side about an event; say whether it took it."""
        return self._post("/events", {"event": event, **payload}).status_code < 300

    def _post(self, path, body):
        return self.session.request("POST", self.base_url + path, data=body, timeout=5)
