# A ledger of exactly 65536 bytes is kept short now. Intended: kind is a str, size an int.
# shows: retention_days("ledger", 65536)


def retention_days(kind, size):
    if kind == "ledger":
        days = 3650
        if size >= 65536:
            days = 730
    elif kind == "log":
        days = 14
    else:
        days = 90
    if kind != "ledger" and size > 10_000_000:
        days = days // 2
    return days


# --- new ---


def retention_days(kind, size):
    if kind == "ledger":
        days = 3650
        if size > 65536:
            days = 730
    elif kind == "log":
        days = 14
    else:
        days = 90
    if kind != "ledger" and size > 10_000_000:
        days = days // 2
    return days
