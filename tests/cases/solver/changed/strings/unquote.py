# A lone quotation mark loses itself. Intended: a str.
# shows: unquote('"')


def unquote(cell):
    """Take a cell of a CSV line out of its quotes."""
    if len(cell) >= 2 and cell.startswith('"') and cell.endswith('"'):
        return cell[1:-1].replace('""', '"')
    return cell


# --- new ---


def unquote(cell):
    """Take a cell of a CSV line out of its quotes."""
    if cell.startswith('"') and cell.endswith('"'):
        return cell[1:-1].replace('""', '"')
    return cell
