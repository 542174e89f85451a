"""The options that every command has."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

EVERYWHERE = Group("Everywhere", sort_key=1_000)


@Parameter(name="*", group=EVERYWHERE, negative="")
@dataclass(frozen=True, slots=True)
class Common:
    """Options that every command has."""

    json: bool = False
    """Print JSON with a versioned "schema"."""
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"))] = False
    """No progress and no remarks, only results and errors."""
    verbose: bool = False
    """Log what the arena does."""
    log_format: Literal["pretty", "json"] = "pretty"
    """How logs look."""
    color: Literal["auto", "always", "never"] = "auto"
    """Colours and boxes; auto: on a terminal, unless NO_COLOR is set."""
    input: Annotated[bool, Parameter(negative="--no-input", show=True)] = True
    """Whether questions may be asked at the terminal."""
    config: Path | None = None
    """One more configuration file, before all others."""
    data: Path | None = None
    """Folder for databases, records and reports; by default the user's data folder."""


PLAIN = Common()
