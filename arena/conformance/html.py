"""The findings as one HTML page that needs nothing else: no script, no other file, no host."""

from collections.abc import Sequence
from html import escape

from arena.conformance.findings import Finding, Message, Verdict

MARKS = {Verdict.PASSED: "✓", Verdict.FAILED: "✗", Verdict.ADVISED: "!", Verdict.SKIPPED: "–"}

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
:root { --ok: #1a7f37; --bad: #c62828; --hint: #9a6700; --dim: #6b7280; }
@media (prefers-color-scheme: dark) {
  :root { --ok: #4ac26b; --bad: #ff7b72; --hint: #d4a72c; --dim: #9aa4b2; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0; }
p.sum { margin-top: .2rem; color: var(--dim); }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 1.5rem 2.5rem 1fr auto; gap: .5rem; }
.passed { color: var(--ok); } .failed { color: var(--bad); } .advised { color: var(--hint); }
.skipped, time { color: var(--dim); }
summary > span:nth-child(2) { text-align: right; color: var(--dim); }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .2rem .5rem; margin: .5rem 0 .5rem 4.5rem; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
pre, table { font: 12px/1.4 ui-monospace, monospace; margin-left: 4.5rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
td { vertical-align: top; padding: 0 .6rem 0 0; overflow-wrap: anywhere; }
td:nth-child(-n+3) { color: var(--dim); white-space: nowrap; }
"""


def page(bot: str, findings: Sequence[Finding]) -> str:
    """The report on a bot."""
    counts = [
        f"{sum(finding.verdict is verdict for finding in findings)} {verdict.value}" for verdict in Verdict
    ]
    body = "\n".join(map(_finding, findings))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(bot)}: conformance</title>\n<style>{STYLE}</style>\n"
        f'<h1>Conformance of {escape(bot)}</h1>\n<p class="sum">{escape(", ".join(counts))}</p>\n'
        f"{body}\n</html>\n"
    )


def _finding(finding: Finding) -> str:
    check, verdict = finding.check, finding.verdict
    opened = " open" if verdict in (Verdict.FAILED, Verdict.ADVISED) else ""
    facts = (
        ("check", check.name),
        ("sent", check.sent),
        ("expected", check.expected),
        ("came", finding.came),
    )
    listed = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    rows = "".join(map(_row, finding.messages))
    words = f"<pre>{escape(finding.last_words)}</pre>" if finding.last_words.strip() else ""
    return (
        f"<details{opened}>"
        f'<summary><b class="{verdict.value}" title="{verdict.value}">{MARKS[verdict]}</b>'
        f"<span>{finding.number}</span><span>{escape(check.title)}</span>"
        f"<time>{finding.seconds:.1f} s</time></summary>"
        f"<dl>{listed}</dl>"
        f"<details><summary><span></span><span></span><span>Last messages, and what the bot printed</span>"
        f"</summary><table>{rows}</table>{words}</details></details>"
    )


def _row(message: Message) -> str:
    way = "bot →" if message.by_bot else "→ bot"
    cells = (f"{message.at_s:.3f} s", f"stream {message.stream}", way, message.text)
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
