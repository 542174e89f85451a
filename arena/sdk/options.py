"""How a bot is told where to play: flags first, then the environment, then bot.toml and defaults.

The arena starts its bots with ARENA_ADDR, ARENA_TOKEN and ARENA_INSTANCE set; a person may use
the flags of `python bot.py --help`. A token is a secret: it comes by a file or the environment.
"""

import argparse
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.sdk.errors import OptionsError


@dataclass(frozen=True, slots=True)
class Options:
    """Where and as what a bot plays."""

    address: str
    """"127.0.0.1:4100" or "unix:/run/arena.sock"."""
    token: str = field(default="", repr=False)
    instance: str = "main"
    """Tells this process from others of the same bot; a process started again resumes by it."""
    matches: int = 1
    """Matches at once."""
    version: str = "1"
    variants: tuple[str, ...] = ("argentine", "mineiro")
    give_up_s: float = 30.0
    """For how long an arena that does not answer is tried, at the start and after a loss."""
    tls: bool = False
    """TLS with the system's authorities; set by itself where one of the next three is given."""
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    insecure: bool = False
    """Lets a token travel unencrypted to another machine."""

    def __post_init__(self) -> None:
        if not self.address:
            raise OptionsError(
                "No arena address. Give --arena HOST:PORT or set ARENA_ADDR, such as 127.0.0.1:4100."
            )
        if not 1 <= len(self.instance) <= 64:
            raise OptionsError(f"The instance {self.instance!r} must have 1 to 64 characters.")
        if self.matches < 1:
            raise OptionsError(f"--matches {self.matches} makes no sense; give 1 or more.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise OptionsError("--tls-cert and --tls-key go together: give both or neither.")
        if not self.encrypted and not self.insecure and not is_local(self.address):
            raise OptionsError(
                f"{self.address} is another machine, and the token would travel unencrypted."
                " Give --tls or --tls-ca FILE, or --insecure on a network you trust."
            )

    @property
    def encrypted(self) -> bool:
        """Whether TLS is used."""
        return self.tls or self.tls_ca is not None or self.tls_cert is not None


def is_local(address: str) -> bool:
    """Whether an address is of this machine: a loopback host or a Unix socket."""
    if address.startswith(("unix:", "unix-abstract:")):
        return True
    host = address.removeprefix("dns:///").removeprefix("ipv4:").removeprefix("ipv6:")
    host = host.rsplit(":", 1)[0].strip("[]")
    return host == "localhost" or host == "::1" or host.startswith("127.")


def read_options(
    argv: Sequence[str],
    environ: Mapping[str, str],
    *,
    matches: int = 1,
    version: str | None = None,
    variants: Sequence[str] | None = None,
    script: Path | None = None,
) -> Options:
    """The options of a bot process. `script` is the bot's own file: bot.toml is looked for beside it.

    ARENA_VARIANTS ("argentine mineiro") narrows what the bot plays; for the other variables see --help.

    Raises: OptionsError: with the flag, variable or file that is wrong.
    """
    given = _parser().parse_args(argv)
    manifest = _manifest(script.parent / "bot.toml") if script is not None else {}
    return Options(
        address=given.arena or environ.get("ARENA_ADDR", ""),
        token=_token(given.token_file, environ),
        instance=given.instance or environ.get("ARENA_INSTANCE", "") or "main",
        matches=given.matches or _count(environ, "ARENA_MATCHES") or matches,
        version=version or manifest.get("version") or "1",
        variants=tuple(
            environ.get("ARENA_VARIANTS", "").split()
            or variants
            or manifest.get("variants", "").split()
            or ("argentine", "mineiro")
        ),
        give_up_s=given.give_up,
        tls=given.tls or _count(environ, "ARENA_TLS") > 0,
        tls_ca=given.tls_ca or _path(environ, "ARENA_TLS_CA"),
        tls_cert=given.tls_cert or _path(environ, "ARENA_TLS_CERT"),
        tls_key=given.tls_key or _path(environ, "ARENA_TLS_KEY"),
        insecure=given.insecure or _count(environ, "ARENA_INSECURE") > 0,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="A bot of Truco Arena.", allow_abbrev=False)
    parser.add_argument("--arena", metavar="ADDR", help="the arena, HOST:PORT or unix:PATH [ARENA_ADDR]")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="a file with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]",
    )
    parser.add_argument(
        "--instance", metavar="ID", help="this process among others of the bot [ARENA_INSTANCE]"
    )
    parser.add_argument("--matches", type=int, metavar="N", help="matches at once [ARENA_MATCHES]")
    parser.add_argument(
        "--give-up",
        type=float,
        default=30.0,
        metavar="S",
        help="seconds to try an arena that does not answer",
    )
    parser.add_argument("--tls", action="store_true", help="TLS with the system's authorities [ARENA_TLS=1]")
    parser.add_argument("--tls-ca", type=Path, metavar="FILE", help="TLS with this authority [ARENA_TLS_CA]")
    parser.add_argument(
        "--tls-cert", type=Path, metavar="FILE", help="this bot's certificate [ARENA_TLS_CERT]"
    )
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key [ARENA_TLS_KEY]")
    parser.add_argument(
        "--insecure", action="store_true", help="no TLS to another machine [ARENA_INSECURE=1]"
    )
    return parser


def _token(file: Path | None, environ: Mapping[str, str]) -> str:
    """The token's text, without the line's end."""
    path = file or (None if environ.get("ARENA_TOKEN") else _path(environ, "ARENA_TOKEN_FILE"))
    if path is None:
        return environ.get("ARENA_TOKEN", "").strip()
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise OptionsError(f"The token file {path} cannot be read: {error.strerror}.") from error


def _path(environ: Mapping[str, str], name: str) -> Path | None:
    return Path(environ[name]) if environ.get(name) else None


def _count(environ: Mapping[str, str], name: str) -> int:
    """A whole number from the environment; 0 where it is not set."""
    text = environ.get(name, "0")
    if not text.isdecimal():
        raise OptionsError(f"{name} is {text!r}; it must be a whole number.")
    return int(text)


def _manifest(path: Path) -> dict[str, str]:
    """`version` and the variants, joined by blanks, of a bot.toml; empty where there is none."""
    if not path.is_file():
        return {}
    try:
        bot = tomllib.loads(path.read_text(encoding="utf-8")).get("bot", {})
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise OptionsError(f"{path} cannot be read: {error}.") from error
    return {"version": str(bot.get("version", "")), "variants": " ".join(bot.get("variants", ()))}
