"""Where things lie: the data folder, and in it what was played last."""

import json
import os
import re
from pathlib import Path
from typing import NamedTuple

NAME = "truco-arena"


class Last(NamedTuple):
    """The last match that was played here: its id, and the record file or the database that holds it."""

    match: str
    file: str = ""
    db: str = ""


def data_folder(given: Path | None = None) -> Path:
    """The folder for databases, records and reports: given, ARENA_DATA, or the user's data folder."""
    if given is not None:
        return given.expanduser()
    if told := os.environ.get("ARENA_DATA"):
        return Path(told).expanduser()
    from platformdirs import user_data_path  # late: most commands are told or never ask

    return user_data_path(NAME)


def config_files() -> list[Path]:
    """The configuration files that are read, the first to win first: nearest, user's, system's."""
    from platformdirs import site_config_path, user_config_path

    here = Path.cwd()
    nearest = [folder / "arena.toml" for folder in (here, *here.parents) if (folder / "arena.toml").is_file()]
    homes = [user_config_path(NAME) / "arena.toml", site_config_path(NAME) / "arena.toml"]
    return [*nearest[:1], *(file for file in homes if file.is_file() and file not in nearest[:1])]


def logs_of_file(file: Path) -> Path:
    """The folder of what the bots printed whose matches a file of records holds."""
    return file.absolute().with_suffix(".logs")


def logs_of_database(url: str, data: Path) -> Path:
    """The same of a database: beside its file, or in the data folder where it is no file."""
    scheme, _, file = url.partition(":///")
    return logs_of_file(Path(file)) if scheme == "sqlite" and file else data / "database.logs"


def logs_of_arena(address: str, data: Path) -> Path:
    """The same of the bots that `arena join` started for an arena."""
    return data / "joined" / re.sub(r"[^A-Za-z0-9.-]+", "_", address)


def remember(data: Path, last: Last) -> None:
    """Keeps what was played last, for `arena replay @last`."""
    data.mkdir(parents=True, exist_ok=True)
    part = data / "last.json.part"
    part.write_text(json.dumps(last._asdict()), encoding="utf-8")
    part.replace(data / "last.json")


def recall(data: Path) -> Last | None:
    """What was played last, None before the first match."""
    try:
        return Last(**json.loads((data / "last.json").read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def database(data: Path, given: str | None, name: str = "arena.db") -> str:
    """A database URL: as given (a URL or a file), or a file in the data folder."""
    if given is None:
        data.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{(data / name).absolute()}"
    return given if "://" in given else f"sqlite:///{Path(given).expanduser().absolute()}"
