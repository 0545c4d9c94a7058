# A partial refund is held if it has a reason. Intended: a dict of str keys with str or int values.
# shows: queue_for({"type": "refund", "amount": 900, "reason": "late"})


def queue_for(event):
    kind = event.get("type", "")
    if kind == "order":
        return "orders"
    if kind == "refund":
        if event.get("amount", 0) > 100 and "approved" not in event:
            return "review"
        return "refunds"
    return "other"


# --- new ---


def queue_for(event):
    kind = event.get("type", "")
    if kind == "order":
        return "orders"
    if kind == "refund":
        if event.get("amount", 0) > 100 and "approved" not in event:
            if "reason" in event:
                return "hold"
            return "review"
        return "refunds"
    return "other"
