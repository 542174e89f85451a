"""What every test shares: Hypothesis profiles, and dice whose seed is told when a test fails."""

import random
import zlib
from collections.abc import Generator, Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

# `make test` is the same on every run; `make fuzz` looks further and keeps what it finds in .hypothesis.
settings.register_profile("test", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "fuzz",
    max_examples=5_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # a long run is what was asked for
)
settings.load_profile("test")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--seed N` gives every test with dice other dice; `--write-golden` writes tests/engine/golden anew."""
    parser.addoption("--seed", type=int, default=0, help="seed of the `seed` and `dice` fixtures (default 0)")
    parser.addoption("--write-golden", action="store_true", help="write the golden playthroughs anew")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A 32-bit seed of this test's own: the same on every run with the same --seed."""
    return zlib.crc32(f"{request.config.getoption('--seed')} {request.node.name}".encode())


@pytest.fixture
def dice(seed: int) -> random.Random:
    """Chance for a test, from its `seed`."""
    return random.Random(seed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the seed with the failure."""
    report = yield
    if report.failed and "seed" in getattr(item, "funcargs", {}):
        run = item.config.getoption("--seed")
        report.sections.append(("seed", f"seed {item.funcargs['seed']}, run with --seed {run}"))
    return report


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A command that ran in a test leaves no logs that go to what pytest captured for it and has closed."""
    yield
    structlog.reset_defaults()
