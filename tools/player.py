#!/usr/bin/env python3
"""A player for `muster simulate`: it decides by lot, as docs/simulate.md tells programs to.

    muster simulate modules/first-steps dash --games 10 --players "program:python3 tools/player.py,greedy"
"""
import json
import random
import sys

lot = random.Random()
for line in sys.stdin:
    said = json.loads(line)
    if "begin" in said:
        # The same seed decides the same.
        lot.seed(said["begin"]["seed"])
        continue
    if "no" in said:
        sys.exit(f"refused: {said['no']['why']}")
    options = said["ok"]["ask"]["options"]
    # Whatever there is to do comes before passing, three times out of four.
    more = [option for option in options if option != "pass"]
    print(json.dumps({"do": lot.choice(more) if more and lot.random() < 0.75 else lot.choice(options)}), flush=True)
