# A pool that is left by with waits for its threads as join did.
# function: write_shards
# calls: write_shards(Path("shards"), [1, 2, 3, 4, 5], 2)
# calls: write_shards(Path("shards"), [], 3)

import threading
from pathlib import Path


def _write(file: Path, numbers: list[int]) -> None:
    with file.open("w") as shard:
        for number in numbers:
            shard.write(f"{number}\n")


def write_shards(folder: Path, numbers: list[int], count: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    threads = []
    for at in range(min(count, 8)):
        part = numbers[at::count]
        thread = threading.Thread(target=_write, args=(folder / f"{at}.txt", part))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    return len(threads)
# --- new ---
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def _write(file: Path, numbers: list[int]) -> None:
    file.write_text("".join(f"{number}\n" for number in numbers))


def write_shards(folder: Path, numbers: list[int], count: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    shards = range(min(count, 8))
    with ThreadPoolExecutor(max_workers=8) as pool:
        for at in shards:
            pool.submit(_write, folder / f"{at}.txt", numbers[at::count])
    return len(shards)
