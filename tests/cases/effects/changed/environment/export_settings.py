# The names of the variables are no longer in capitals.
# function: export_settings
# shows: export_settings(Settings("eu-west", 3, {"cache": "on"}))
# effect: environment SHOP_REGION

import os
from dataclasses import dataclass, field


@dataclass
class Settings:
    region: str
    workers: int
    flags: dict[str, str] = field(default_factory=dict)


def export_settings(settings: Settings, prefix: str = "SHOP_") -> int:
    """Make settings known to programs that are started later."""
    os.environ[prefix + "REGION"] = settings.region
    os.environ[prefix + "WORKERS"] = str(settings.workers)
    for name, value in settings.flags.items():
        os.environ[prefix + "FLAG_" + name.upper()] = value
    return 2 + len(settings.flags)
# --- new ---
import os
from dataclasses import dataclass, field


@dataclass
class Settings:
    region: str
    workers: int
    flags: dict[str, str] = field(default_factory=dict)


def export_settings(settings: Settings, prefix: str = "SHOP_") -> int:
    """Make settings known to programs that are started later."""
    values = {"region": settings.region, "workers": settings.workers}
    values.update({f"flag_{name}": value for name, value in settings.flags.items()})
    for name, value in values.items():
        os.environ[f"{prefix}{name}"] = str(value)
    return len(values)
