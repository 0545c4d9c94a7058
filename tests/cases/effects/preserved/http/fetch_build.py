# The headers are a constant of the module, and one method of the client does what two did.
# function: BuildServer.fetch
# calls: BuildServer("ci").fetch(17)
# calls: BuildServer("ci").fetch(0)

import httpx


class BuildServer:
    def __init__(self, project: str) -> None:
        self.project = project

    def fetch(self, number: int) -> tuple[str, list[str]]:
        """The state of a build and the steps of it."""
        base = "https://builds.example.com/projects"
        build = httpx.get(
            f"{base}/{self.project}/builds/{number}",
            headers={"Accept": "application/json", "X-Api-Version": "3"},
        )
        build.raise_for_status()
        steps = httpx.get(
            f"{base}/{self.project}/builds/{number}/steps",
            headers={"Accept": "application/json", "X-Api-Version": "3"},
        )
        steps.raise_for_status()
        return build.json().get("state", "unknown"), steps.json().get("steps", [])
# --- new ---
import httpx

BASE = "https://builds.example.com/projects"
HEADERS = {"X-Api-Version": "3", "Accept": "application/json"}


class BuildServer:
    def __init__(self, project: str) -> None:
        self.project = project

    def fetch(self, number: int) -> tuple[str, list[str]]:
        """The state of a build and the steps of it."""
        build = self._get(f"builds/{number}")
        steps = self._get(f"builds/{number}/steps")
        return build.get("state", "unknown"), steps.get("steps", [])

    def _get(self, path: str) -> dict:
        response = httpx.get(f"{BASE}/{self.project}/{path}", headers=HEADERS)
        response.raise_for_status()
        return response.json()
