# A line is joined, not added up.
# calls: csv_line([]); csv_line(["a"]); csv_line(["a", ""]); csv_line(["", ""]); csv_line(["x,y", "z"])
# calls: csv_line(["1", "2", "3"])


def csv_line(cells: list[str]) -> str:
    text = ""
    for i, cell in enumerate(cells):
        if i > 0:
            text += ","
        text += cell.replace(",", ";")
    return text


# --- new ---


def csv_line(cells: list[str]) -> str:
    return ",".join([cell.replace(",", ";") for cell in cells])
