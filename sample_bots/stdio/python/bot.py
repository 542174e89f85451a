"""A bot in plain Python: reads a JSON object a line, writes one for each question. No dependency at all."""

import base64
import json
import random
import sys
from typing import Any

WISHES = {"VERB_ACCEPT": 2.0, "VERB_CHECK": 2.0, "VERB_CALL": 2.0, "VERB_PLAY_HAND": 3.0, "VERB_PLAY": 3.0}
"""How much it likes to do what; everything else counts 1."""


def decide(question: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The answer to a question: its place among the offers, and an amount where that is a range."""
    offers = question["offers"]
    place = max(range(len(offers)), key=lambda one: dice.random() * WISHES.get(offers[one]["verb"], 1.0))
    answer = {"matchId": question["matchId"], "decision": question["decision"], "index": place}
    if "range" in offers[place]:
        # A field that is 0 is left out of the line.
        span = offers[place]["range"]
        answer["amount"] = dice.randint(span.get("least", 0), span.get("most", 0))
    return answer


def main() -> None:
    """Reads until there is nothing more."""
    dice: dict[str, random.Random] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "offer" in message:
            offer = message["offer"]
            dice[offer["matchId"]] = random.Random(base64.b64decode(offer["seatSeed"]))
        elif "question" in message:
            answer = decide(message["question"], dice[message["question"]["matchId"]])
            print(json.dumps({"answer": answer}), flush=True)  # noqa: T201  # the protocol goes over stdout
        elif "matchEnded" in message:
            dice.pop(message["matchEnded"]["matchId"], None)
        elif "notice" in message:
            sys.stderr.write(message["notice"]["text"] + "\n")


if __name__ == "__main__":
    main()
