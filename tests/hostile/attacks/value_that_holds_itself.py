# shows: returned
# threat: values
"""Returns a value that contains itself, in every way there is."""


class Ring:
    pass


def attack(place):
    things, entries, ring = [], {}, Ring()
    things.append(things)
    entries["self"] = entries
    ring.ring = ring
    pair = (things, entries, ring)
    things += [pair, entries, ring]
    entries[pair[0] is things] = pair
    return pair
