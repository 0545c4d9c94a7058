# A sheet that is right in the sum but has negative equity is told.
# shows: check({"assets": 70, "debts": 100, "equity": -30})


def check(sheet: dict[str, int]) -> str:
    if "assets" not in sheet or "debts" not in sheet:
        return "incomplete"
    equity = sheet.get("equity", 0)
    if sheet["assets"] != sheet["debts"] + equity:
        return "wrong"
    return "right"


# --- new ---


def check(sheet: dict[str, int]) -> str:
    if "assets" not in sheet or "debts" not in sheet:
        return "incomplete"
    equity = sheet.get("equity", 0)
    if sheet["assets"] != sheet["debts"] + equity:
        return "wrong"
    return "right" if equity >= 0 else "negative"
