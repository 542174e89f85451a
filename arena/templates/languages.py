"""The languages of `arena new bot`: where each finds its sample bot, and what is renamed in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Language:
    """How a project is made from the sample bot of a language."""

    name: str
    sample: str
    """Its folder in sample_bots."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Text in its files -> what stands there instead; {name} is the bot's, {word} that as an identifier."""
    test: str = ""
    """How its tests are run."""
    decide: str = ""
    """The file to edit."""


def _usual(language: str) -> dict[str, str]:
    """What is renamed in most sample bots."""
    started = "builtin:random -v argentine     # the arena builds and starts it"
    checked = "arena check .                                 # does it keep the protocol?"
    return {
        f"./sample_bots/{language} {started}": f". {started}\n    {checked}",
        f"./sample_bots/{language}": ".",
        f"sample-{language}": "{name}",
        "../../proto": "proto",
    }


LANGUAGES: Mapping[str, Language] = {
    language.name: language
    for language in (
        Language(
            "python",
            "python/low",
            {
                "from sample_bots.python.low import american, argentine, mineiro, trucker": (
                    "import american\nimport argentine\nimport mineiro\nimport trucker"
                ),
                "from sample_bots.python.low.partners import": "from partners import",
                'name = "low"': 'name = "{name}"',
                '"""low: basic': '"""{name}: basic',
                '"""low at ': '"""{name} at ',
                '"""low in pairs': '"""{name} in pairs',
                "; any offer where there is none": "",
            },
            "python -m pytest",
            "argentine.py, mineiro.py, trucker.py, american.py",
        ),
        Language(
            "go",
            "go",
            _usual("go") | {"truco-arena/sample-bots/go": "{name}"},
            "go test .",
            "decide.go",
        ),
        Language(
            "rust",
            "rust",
            _usual("rust") | {"mod options;\n": "mod options;\n#[cfg(test)]\nmod recorded;\n"},
            "cargo test --release",
            "src/decide.rs",
        ),
        Language("java", "java", _usual("java"), "mvn test", "src/main/java/bot/Mind.java"),
        Language("typescript", "typescript", _usual("typescript"), "npm test", "src/decide.ts"),
        Language(
            "cpp",
            "cpp",
            _usual("cpp")
            | {
                "project(sample_cpp": "project({word}",
                "/../../proto": "/proto",
                "tests/link_test.cpp": "tests/link_test.cpp tests/recorded_test.cpp",
            },
            "cmake -S . -B .build && cmake --build .build --target tests && .build/tests",
            "src/decide.cpp",
        ),
    )
}
