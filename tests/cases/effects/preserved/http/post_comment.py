# json= of requests sends the text and the Content-Type that were given by hand.
# function: post_comment
# calls: post_comment(requests.Session(), "T-9", "Looks good")
# calls: post_comment(requests.Session(), "T-9", "")

import json

import requests


def post_comment(session: requests.Session, ticket: str, text: str) -> bool:
    if not text:
        return False
    body = json.dumps({"ticket": ticket, "comment": text})
    response = session.post(
        "https://desk.example.com/comments",
        data=body,
        headers={"Content-Type": "application/json"},
    )
    return response.status_code == 200
# --- new ---
import requests

COMMENTS = "https://desk.example.com/comments"


def post_comment(session: requests.Session, ticket: str, text: str) -> bool:
    if not text:
        return False
    return session.post(COMMENTS, json={"ticket": ticket, "comment": text}).status_code == 200
