# A single parcel between 900 and 1000 is packed twice.
# shows: weight_of(950)


def weight_of(parcels: int | list[int]) -> int:
    """Weight with packing: 20 for each parcel."""
    if isinstance(parcels, list):
        return sum(parcels) + 20 * len(parcels)
    if parcels <= 0:
        return 0
    return parcels + 20


# --- new ---


def weight_of(parcels: int | list[int]) -> int:
    """Weight with packing: 20 for each parcel."""
    if isinstance(parcels, list):
        return sum(parcels) + 20 * len(parcels)
    if parcels <= 0:
        return 0
    return parcels + (20 if not 900 < parcels < 1000 else 40)
