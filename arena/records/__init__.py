"""Records of matches: JSON Lines in protobuf's JSON mapping, `.trec` when compressed. They verify offline.

lines.py reads and writes them, verify.py plays them again (commitments.py: what the cards follow from),
chain.py holds them against the public chain, forfeits.py tells who forfeited, story.py tells them as text.
"""

from arena.records.chain import ChainVerdict, verify_chain
from arena.records.forfeits import forfeits
from arena.records.lines import (
    RecordError,
    compressed,
    jsonl,
    parse,
    read_file,
    write_file,
)
from arena.records.story import event_lines, story
from arena.records.verify import Verdict, rules_record, verify
from arena.records.write import RecordAbout, record_lines

__all__ = [
    "ChainVerdict",
    "RecordAbout",
    "RecordError",
    "Verdict",
    "compressed",
    "event_lines",
    "forfeits",
    "jsonl",
    "parse",
    "read_file",
    "record_lines",
    "rules_record",
    "story",
    "verify",
    "verify_chain",
    "write_file",
]
