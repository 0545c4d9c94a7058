# Names of exactly 31 characters are shortened now.
# shows: column_name("a" * 31)


def column_name(title: str) -> str:
    """Make a title short enough for a spreadsheet."""
    cleaned = title.strip()
    if cleaned == "":
        return "Sheet"
    if len(cleaned) > 31:
        return cleaned[:28] + "..."
    return cleaned


# --- new ---


def column_name(title: str) -> str:
    """Make a title short enough for a spreadsheet."""
    cleaned = title.strip()
    if cleaned == "":
        return "Sheet"
    if len(cleaned) >= 31:
        return cleaned[:28] + "..."
    return cleaned
