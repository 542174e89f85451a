"""Where a bot plays is told by flags, then the environment, then bot.toml and defaults."""

from pathlib import Path

import pytest

from arena.sdk import Options, OptionsError, read_options
from arena.sdk.options import is_local

AT = {"ARENA_ADDR": "127.0.0.1:4100"}


def test_the_environment_alone_is_enough() -> None:
    options = read_options(
        [], {**AT, "ARENA_TOKEN": "ta_x", "ARENA_INSTANCE": "zap-leg0-seat1", "ARENA_MATCHES": "9"}
    )
    assert options == Options("127.0.0.1:4100", token="ta_x", instance="zap-leg0-seat1", matches=9)


def test_flags_go_before_the_environment(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("ta_file\n")
    options = read_options(
        ["--arena", "localhost:1", "--token-file", str(token), "--instance", "b", "--matches", "3"],
        {**AT, "ARENA_TOKEN": "ta_x", "ARENA_INSTANCE": "a", "ARENA_MATCHES": "9"},
    )
    assert options == Options("localhost:1", token="ta_file", instance="b", matches=3)


def test_version_and_variants_come_from_the_manifest_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[bot]\nname = "zap"\nversion = "7"\nvariants = ["mineiro"]\n')
    options = read_options([], AT, script=tmp_path / "bot.py")
    assert (options.version, options.variants) == ("7", ("mineiro",))


def test_what_the_code_says_goes_before_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[bot]\nname = "zap"\nversion = "7"\n')
    options = read_options([], AT, script=tmp_path / "bot.py", version="8", variants=["argentine"])
    assert (options.version, options.variants) == ("8", ("argentine",))


@pytest.mark.parametrize(
    ("flags", "environ", "words"),
    [
        ([], {}, "--arena HOST:PORT or set ARENA_ADDR"),
        (["--matches", "-1"], AT, "--matches -1 makes no sense"),
        (["--token-file", "/nowhere/token"], AT, "/nowhere/token cannot be read"),
        (["--tls-cert", "c.pem"], AT, "--tls-cert and --tls-key go together"),
        ([], {**AT, "ARENA_MATCHES": "many"}, "ARENA_MATCHES is 'many'"),
        ([], {"ARENA_ADDR": "arena.example:443"}, "would travel unencrypted"),
        (["--instance", "x" * 65], AT, "1 to 64 characters"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(
    flags: list[str], environ: dict[str, str], words: str
) -> None:
    with pytest.raises(OptionsError, match=words) as caught:
        read_options(flags, environ)
    assert caught.value.exit_code == 2


def test_a_broken_manifest_is_named(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("[bot\n")
    with pytest.raises(OptionsError, match=r"bot\.toml cannot be read"):
        read_options([], AT, script=tmp_path / "bot.py")


def test_tls_or_a_clear_word_lets_a_token_travel() -> None:
    assert read_options(["--tls"], {"ARENA_ADDR": "arena.example:443"}).encrypted
    assert not read_options(["--insecure"], {"ARENA_ADDR": "10.0.0.7:4100"}).encrypted


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "localhost:1", "[::1]:1", "unix:/run/a.sock", "dns:///localhost:1"]
)
def test_loopback_and_unix_sockets_are_local(address: str) -> None:
    assert is_local(address)


def test_a_token_is_never_shown() -> None:
    assert "ta_x" not in repr(Options("127.0.0.1:1", token="ta_x"))


def test_the_arena_can_narrow_what_a_bot_plays() -> None:
    environ = {"ARENA_ADDR": "127.0.0.1:4100", "ARENA_VARIANTS": "mineiro"}
    assert read_options([], environ, variants=("argentine", "mineiro")).variants == ("mineiro",)


def test_a_variable_lets_a_token_travel_unencrypted() -> None:
    environ = {"ARENA_ADDR": "arena.example:4100", "ARENA_INSECURE": "1"}
    assert read_options([], environ).insecure
