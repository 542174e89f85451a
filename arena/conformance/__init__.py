"""The conformance suite: is a bot, in whatever language, a guest that an arena can play with?

It starts the bot as any bot is started and lets it play at an arena made of the production parts
(arena.gateway, arena.matches), with a tap on the stream that loses connections, holds answers up and sends
what a future version may send. Read findings.py, then checks/, then stand.py and tap.py.

async for finding in check_bot(Subject(resolve(parse_address("./zap")), ())):
    print(finding.number, finding.check.name, finding.verdict.value, finding.came)
"""

from arena.conformance.checks import all_checks
from arena.conformance.findings import Check, Finding, Message, Verdict
from arena.conformance.run import check_bot
from arena.conformance.stand import Subject

__all__ = ["Check", "Finding", "Message", "Subject", "Verdict", "all_checks", "check_bot"]
