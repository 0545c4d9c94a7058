# The requests are made by a helper with the name of the method, in the same order.
# function: mirror_packages
# calls: mirror_packages({"swan": "1.2", "gull": "0.9"}, dry_run=False)
# calls: mirror_packages({"swan": "1.2"}, dry_run=True)

import requests

INDEX = "https://packages.example.com"


def mirror_packages(versions: dict[str, str], dry_run: bool) -> list[str]:
    """Ask for each package and store those that the mirror has not."""
    stored = []
    for number, name in enumerate(sorted(versions)):
        found = requests.head(f"{INDEX}/packages/{number}")
        if found.status_code == 404 or dry_run:
            continue
        body = {"name": name, "version": versions[name]}
        answer = requests.put(f"{INDEX}/packages/{number}", json=body)
        answer.raise_for_status()
        stored.append(name)
    return stored
# --- new ---
import requests

INDEX = "https://packages.example.com"


def _ask(method: str, number: int, **options: object) -> requests.Response:
    return requests.request(method, f"{INDEX}/packages/{number}", **options)


def mirror_packages(versions: dict[str, str], dry_run: bool) -> list[str]:
    """Ask for each package and store those that the mirror has not."""
    stored = []
    for number, name in enumerate(sorted(versions)):
        found = _ask("HEAD", number, allow_redirects=False)
        if found.status_code != 404 and not dry_run:
            body = {"name": name, "version": versions[name]}
            _ask("PUT", number, json=body).raise_for_status()
            stored.append(name)
    return stored
