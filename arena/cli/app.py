"""All commands, by name. Their files are imported when they are asked for."""

from collections.abc import Sequence

from cyclopts import App

import arena
from arena.cli.bench import bench
from arena.cli.settings import Layers, config_named

HELP = "Truco bots against each other: matches, ladders, a server, and what was played."

COMMANDS = (
    ("match", "match:match", "Play A against B with the same deals from both seats."),
    ("play", "play:play", "Watch one match in the terminal, or play it yourself as `me`."),
    ("serve", "serve:serve", "Run an arena that bots can join."),
    ("join", "join:join", "Start bots here and have them play at an arena."),
    ("check", "check:check", "Check that a bot keeps the protocol."),
    ("replay", "replay:replay", "Look at a match by keys, or as text, hand by hand."),
    ("rewind", "rewind:rewind", "Show where a bot would now do something else in a match that was played."),
    ("variants", "variants:variants", "List the games."),
    ("doctor", "doctor:doctor", "Look whether all that an arena needs is here."),
    ("completion", "completion:completion", "Print the completion script of a shell."),
)
GROUPS = {
    "ladder": (
        "Ladders: run one here, look at them, look after them.",
        (
            ("run", "ladder_run:run", "Play a ladder with bots that are started here."),
            ("list", "ladder:list_", "List the ladders."),
            ("show", "ladder_show:show", "Show the table of a ladder, and what stands beside it."),
            ("recompute", "ladder:recompute", "Rate all results of a ladder anew, from the journal."),
            ("export", "ladder_export:export", "Write a ladder for other programs, or as pictures."),
            ("create", "ladder:create", "Create a ladder."),
            ("pause", "ladder:pause", "Make no more matches on a ladder."),
            ("resume", "ladder:resume", "Make matches on a ladder again."),
        ),
    ),
    "tournament": (
        "Events by a definition: match, gauntlet, round robin, swiss, knock-out, championship.",
        (
            ("check", "tournament:check", "Check the definition of an event."),
            ("run", "tournament:run", "Play an event: bots that are started here, and guests that join."),
            ("show", "tournament:show", "Show standings, title and crosstable of an event."),
            ("resume", "tournament:resume", "Go on with an event that was interrupted."),
        ),
    ),
    "record": (
        "Records of matches.",
        (
            ("verify", "record:verify", "Work records out again and name the first line that is wrong."),
            ("convert", "record:convert", "Write a record as .jsonl or .trec."),
            ("cat", "record:cat", "Print a record as JSON Lines."),
            ("latency", "record:latency", "Show how long bots took to decide."),
            ("chain", "record:chain", "Print the public chain of offers, reveals and void deal sets."),
        ),
    ),
    "rules": (
        "The rules as the engine plays them.",
        (
            ("show", "rules:show", "Show how a game is played."),
            ("check", "rules:check", "Run acceptance files against the engine."),
        ),
    ),
    "bot": (
        "Bots that are registered at an arena.",
        (
            ("register", "bot:register", "Register a bot."),
            ("list", "bot:list_", "List the bots."),
            ("show", "bot:show", "Show a bot, its versions and its tokens."),
            ("retire", "bot:retire", "Retire a bot, or one version of it; its results stay."),
            ("token", "bot:token", "Make a token, or revoke one."),
            ("log", "bot_log:log", "Print what a bot printed during a match."),
        ),
    ),
    "bench": (
        "Measure engine, arena and bots.",
        (("bot", "bench_bot:bot", "Measure how fast a bot answers, beside a house bot."),),
    ),
    "new": (
        "What an author begins with.",
        (("bot", "new:bot", "Write the project of a new bot, in one of six languages."),),
    ),
    "db": (
        "The database.",
        (
            ("migrate", "db:migrate", "Create or upgrade the tables."),
            ("check", "db:check", "Look for damage."),
        ),
    ),
    "config": (
        "The configuration.",
        (
            ("show", "config:show", "Show every setting, its value, and where it came from."),
            ("check", "config:check", "Check every configuration file."),
        ),
    ),
}

UNNAMED = {"bench": bench}
"""What a group does where none of its commands is named."""


def make_app(argv: Sequence[str] = ()) -> App:
    """The command line; `--config FILE` in argv names one more configuration file."""
    layers = Layers(config_named(argv))
    app = layers.root = App(
        name="arena",
        help=HELP,
        version=arena.__version__,
        config=layers,
        result_action="return_value",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        help_format="plaintext",
    )
    for place, (name, (about, commands)) in enumerate(GROUPS.items()):
        group = App(name=name, help=about, sort_key=100 + place)
        for order, (command, function, help_) in enumerate(commands):
            group.command(f"arena.cli.{function}", name=command, help=help_, sort_key=order)
        if name in UNNAMED:
            group.default(UNNAMED[name])
        app.command(group)
    for order, (command, function, help_) in enumerate(COMMANDS):
        app.command(f"arena.cli.{function}", name=command, help=help_, sort_key=order)
    return app
