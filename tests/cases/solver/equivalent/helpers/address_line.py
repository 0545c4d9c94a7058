# A part is extracted into a helper.
# calls: address("Ada", "London", ""); address("", "", ""); address("A", "", "UK"); address(" B ", "X", "UK")
# calls: address("", "Y", "UK"); address("C", "Z", "uk")


def address(name: str, town: str, country: str) -> str:
    lines = []
    if name.strip() != "":
        lines.append(name.strip())
    if town.strip() != "":
        lines.append(town.strip())
    if country.strip() != "":
        lines.append(country.strip())
    return "\n".join(lines)


# --- new ---


def stripped(texts: list[str]) -> list[str]:
    return [text.strip() for text in texts]


def address(name: str, town: str, country: str) -> str:
    lines = [line for line in stripped([name, town, country]) if line]
    return "\n".join(lines)
