"""Builds the sample bots once, two at a time, and puts their tests last: minutes, when all is new."""

import sys
import time
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

import pytest

from tests.languages.toolchains import LANGUAGES, Language, required
from tests.languages.workshop import Built, Workshop, build

HERE = Path(__file__).parent
LACKS = pytest.StashKey[dict[str, str]]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last of all: what fails quickly fails first."""
    items.sort(key=lambda item: HERE in item.path.parents)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Names the languages that were left out, whatever is shown of skipped tests."""
    for name, lack in config.stash.get(LACKS, {}).items():
        terminalreporter.write_line(
            f"language left out: {name}: {lack} (REQUIRE_LANGUAGES=all fails instead)"
        )


@pytest.fixture(scope="session")
def workshop(request: pytest.FixtureRequest) -> Workshop:
    """Builds, two languages at a time, what the tests of this run need, and tells how it goes."""
    wanted = _wanted(request.session.items)
    lacks = {language.name: lack for language in wanted if (lack := language.lack())}
    request.config.stash[LACKS] = {
        name: lack for name, lack in lacks.items() if not required(_language(name))
    }
    capture = request.config.pluginmanager.getplugin("capturemanager")
    done: dict[str, Future[Built]] = {}
    begun = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        for language in wanted:
            if language.name not in lacks:
                done[language.name] = pool.submit(build, language)
        names = {future: name for name, future in done.items()}
        with capture.global_and_fixture_disabled():
            _tell(f"building {', '.join(done) or 'none'}")
            for future in as_completed(done.values()):
                how = "failed" if future.exception() else "built"
                _tell(f"{names[future]} {how} after {time.monotonic() - begun:.0f} s")
    return Workshop(lacks, done)


def _tell(what: str) -> None:
    sys.stdout.write(f"\nsample bots: {what}")
    sys.stdout.flush()


def _wanted(items: Iterable[pytest.Item]) -> list[Language]:
    named: set[str] = set()
    for item in items:
        if HERE in item.path.parents and "workshop" in getattr(item, "fixturenames", ()):
            params = item.callspec.params if hasattr(item, "callspec") else {}
            named |= {params["language"].name} if "language" in params else {one.name for one in LANGUAGES}
    return [language for language in LANGUAGES if language.name in named]


def _language(name: str) -> Language:
    return next(language for language in LANGUAGES if language.name == name)
