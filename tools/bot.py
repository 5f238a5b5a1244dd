#!/usr/bin/env python3
"""A player over the protocol of docs/play.md: it decides by lot, for both sides, to the end of a game.

    python3 tools/bot.py target/debug/muster modules/first-steps dash 7
"""
import json
import random
import subprocess
import sys

muster, game, scenario, seed = sys.argv[1:5]
table = subprocess.Popen([muster, "play", game, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
lot = random.Random(int(seed))


def tell(line):
    table.stdin.write(json.dumps(line) + "\n")
    table.stdin.flush()
    answer = json.loads(table.stdout.readline())
    if "no" in answer:
        sys.exit(f"refused: {line}: {answer['no']['why']}")
    return answer["ok"]


stands = tell({"open": {"scenario": scenario, "seed": int(seed), "hand": "strict"}})
while "over" not in stands:
    options = stands["ask"]["options"]
    # Whatever there is to do comes before passing, three times out of four.
    more = [option for option in options if option != "pass"]
    stands = tell({"do": lot.choice(more) if more and lot.random() < 0.75 else lot.choice(options)})
print(f"{stands['decisions']} decisions; {stands['over']['how']}")
