# Keys that fall on slot 1000 go to another shard if the salt is large.
# shows: shard(1, 969)


def shard(key: int, salt: int) -> int:
    slot = (key * 31 + salt) % 1009
    if slot < 500:
        return 1
    if slot == 1000 and salt > 600:
        return 2
    return 3


# --- new ---


def shard(key: int, salt: int) -> int:
    slot = (key * 31 + salt) % 1009
    if slot < 500:
        return 1
    if slot == 1000 and salt > 970:
        return 2
    return 3
