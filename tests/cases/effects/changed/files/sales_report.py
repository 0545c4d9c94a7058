# The totals are written with mode "w" where they were appended, so that only they are left.
# function: write_sales_report
# shows: write_sales_report([{"region": "north", "amount": 12.5}], "out/sales.csv")
# shows: write_sales_report([], "out/sales.csv")
# effect: file out/sales.csv

import csv
import os


def write_sales_report(rows: list[dict[str, object]], path: str) -> float:
    """Write one line for each sale and the total below; return the total."""
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    total = 0.0
    with open(path, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["region", "amount"])
        for row in rows:
            writer.writerow([row["region"], row["amount"]])
            total += float(row["amount"])
    with open(path, "a", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerow(["total", total])
    return total
# --- new ---
import csv
import os


def _write_rows(path: str, rows: list[list[object]]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)


def write_sales_report(rows: list[dict[str, object]], path: str) -> float:
    """Write one line for each sale and the total below; return the total."""
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    total = 0.0
    lines: list[list[object]] = [["region", "amount"]]
    for row in rows:
        lines.append([row["region"], row["amount"]])
        total += float(row["amount"])
    _write_rows(path, lines)
    _write_rows(path, [["total", total]])
    return total
