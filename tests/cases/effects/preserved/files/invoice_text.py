# The lines are joined and written in one go instead of one by one.
# function: write_invoice
# calls: write_invoice("INV-7", [("pen", 2, 150), ("paper", 1, 499)], "invoices")
# calls: write_invoice("INV-8", [], "invoices")

import os


def _money(cents):
    return "%d.%02d" % divmod(cents, 100)


def write_invoice(number: str, items: list[tuple[str, int, int]], folder: str) -> int:
    os.makedirs(folder, exist_ok=True)
    total = 0
    path = os.path.join(folder, number + ".txt")
    with open(path, "w", encoding="utf-8", errors="replace") as out:
        out.write("Invoice " + number + "\n\n")
        for name, count, cents in items:
            price = count * cents
            out.write("%-20s %3d %8s\n" % (name, count, _money(price)))
            total += price
        out.write("-" * 33 + "\n")
        out.write("%33s\n" % _money(total))
    return total
# --- new ---
import os


def _money(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def write_invoice(number: str, items: list[tuple[str, int, int]], folder: str) -> int:
    os.makedirs(folder, exist_ok=True)
    total = 0
    lines = [f"Invoice {number}", ""]
    for name, count, cents in items:
        price = count * cents
        lines.append(f"{name:<20} {count:3d} {_money(price):>8}")
        total += price
    lines += ["-" * 33, f"{_money(total):>33}"]
    path = os.path.join(folder, number + ".txt")
    with open(path, "w", encoding="utf-8", errors="replace") as out:
        out.write("\n".join(lines) + "\n")
    return total
