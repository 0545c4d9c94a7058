# Figure 8: a zero in a range is an error (`0-2,2-`) or selects other fields (`1,0-` and `0-`); a
# range without ends and one that falls (`-`, `3-2`) have messages of their own.
# shows: cut("0-2,2-", ["a", "b", "c"])
# shows: cut("1,0-", ["a", "b", "c"])
# shows: cut("0-", ["", "", "", ""])
# shows: cut("-", ["a", "b", "c"])
# shows: cut("3-2", ["a", "b", "c"])


def marked(pairs: list[tuple[int, int]], fields: list[str]) -> list[bool]:
    printable = [False] * (len(fields) + 1)
    for low, high in pairs:
        if low < 1:
            raise RuntimeError("abort")
        for place in range(low, min(high, len(fields)) + 1):
            printable[place] = True
    return printable


def cut(spec: str, fields: list[str]) -> list[str]:
    if not spec:
        raise ValueError("missing list of fields")
    pairs = []
    initial, value, open_from = 1, 0, 0
    dash_found = left_given = right_given = False
    for letter in spec + ",":
        if letter == "-":
            if dash_found:
                raise ValueError("invalid byte or field list")
            dash_found = True
            initial = value if value else 1
            value = 0
        elif letter == ",":
            if dash_found:
                dash_found = False
                if value == 0:
                    open_from = initial
                elif value < initial:
                    raise ValueError("invalid byte or field list")
                else:
                    pairs.append((initial, value))
                value = 0
            elif value != 0:
                pairs.append((value, value))
                value = 0
            left_given = right_given = False
        elif letter in "0123456789":
            left_given = left_given or not dash_found
            right_given = right_given or dash_found
            value = 10 * value + int(letter)
        else:
            raise ValueError("invalid byte or field list")
    printable = marked(pairs, fields)
    return [
        field
        for place, field in enumerate(fields, 1)
        if printable[place] or (open_from and place >= open_from)
    ]


# --- new ---


def marked(pairs: list[tuple[int, int]], fields: list[str]) -> list[bool]:
    printable = [False] * (len(fields) + 1)
    for low, high in pairs:
        if low < 1:
            raise RuntimeError("abort")
        for place in range(low, min(high, len(fields)) + 1):
            printable[place] = True
    return printable


def cut(spec: str, fields: list[str]) -> list[str]:
    if not spec:
        raise ValueError("missing list of fields")
    pairs = []
    initial, value, open_from = 1, 0, 0
    dash_found = left_given = right_given = False
    for letter in spec + ",":
        if letter == "-":
            if dash_found:
                raise ValueError("invalid byte or field list")
            dash_found = True
            initial = value if left_given else 1
            value = 0
        elif letter == ",":
            if dash_found:
                dash_found = False
                if not left_given and not right_given:
                    raise ValueError("invalid range with no endpoint: -")
                if not right_given:
                    open_from = initial
                elif value < initial:
                    raise ValueError("invalid decreasing range")
                else:
                    pairs.append((initial, value))
                value = 0
            else:
                pairs.append((value, value))
                value = 0
            left_given = right_given = False
        elif letter in "0123456789":
            left_given = left_given or not dash_found
            right_given = right_given or dash_found
            value = 10 * value + int(letter)
        else:
            raise ValueError("invalid byte or field list")
    printable = marked(pairs, fields)
    return [
        field
        for place, field in enumerate(fields, 1)
        if printable[place] or (open_from and place >= open_from)
    ]
