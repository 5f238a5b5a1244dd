#!/usr/bin/env python3
"""Play `muster simulate` as parts on the machines of a Ray cluster, and add the parts up.

  ray start --head --port=6379               # on one machine; pip install ray on all
  ray start --address=HEAD:6379              # on each other machine
  python3 simulate_ray.py --shards 8 --parts parts -o out -- GAME SCENARIO --games 1000 --seed 7

What stands after `--` goes to `muster simulate` unchanged. The game, the folder of the parts and
muster must be found under the same paths on all machines. A part that is lost with its machine is
run again elsewhere and goes on from what its folder holds; so does the same command given again.
A finished part is not played again.
"""

import argparse
import os
import subprocess
import sys

import ray


class MusterLost(Exception):
    """muster was killed or stopped: the part is to be run again"""


def run_muster(command, folder):
    """Runs muster in the folder; returns what it said, and what it refused, if it did."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    except OSError as error:
        return "", f"`{command[0]}` cannot be run in `{folder}`: {error}"
    if done.returncode < 0 or done.stdout.startswith("stopped"):
        raise MusterLost(done.stdout.strip() or f"muster was ended by signal {-done.returncode}")
    return done.stdout, done.stderr.strip() if done.returncode else None


def play(command, folder):
    """Plays one part, on whatever machine Ray has chosen."""
    _, refused = run_muster(command, folder)
    node = ray.get_runtime_context().get_node_id()[:8]
    return f"{ray.util.get_node_ip_address()}, node {node}", refused


def arguments():
    parser = argparse.ArgumentParser(usage="%(prog)s [options] -- GAME SCENARIO ...",
                                     description=__doc__.split("\n")[0])
    parser.add_argument("--address", default="auto", help="of the Ray cluster [default: auto]")
    parser.add_argument("--shards", type=int, default=8, help="how many parts [default: 8]")
    parser.add_argument("--parts", default="parts", help="the folder for the parts, on all machines")
    parser.add_argument("-o", "--output", default="simulated", help="the folder for the whole")
    parser.add_argument("--muster", default="muster", help="the program [default: muster]")
    parser.add_argument("--cpus", type=int, default=1, help="processors for each part [default: 1]")
    parser.add_argument("--retries", type=int, default=5, help="of a lost part [default: 5]")
    parser.add_argument("simulation", nargs="+", metavar="GAME SCENARIO ...")
    return parser.parse_args()


def main():
    asked = arguments()
    here, parts = os.getcwd(), os.path.abspath(asked.parts)
    muster = os.path.abspath(asked.muster) if os.sep in asked.muster else asked.muster
    threads = [] if "--threads" in " ".join(asked.simulation) else ["--threads", str(asked.cpus)]
    os.makedirs(parts, exist_ok=True)
    ray.init(address=asked.address, log_to_driver=False, logging_level="error")
    # max_retries: the machine or the worker was lost; retry_exceptions: muster was.
    task = ray.remote(play).options(num_cpus=asked.cpus, max_retries=asked.retries,
                                    retry_exceptions=[MusterLost], scheduling_strategy="SPREAD")
    folders, waiting = [], {}
    for k in range(1, asked.shards + 1):
        shard = f"{k}/{asked.shards}"
        folders.append(os.path.join(parts, f"part-{k}-of-{asked.shards}"))
        command = [muster, "simulate", *asked.simulation, *threads, "--shard", shard]
        waiting[task.remote(command + ["-o", folders[-1]], here)] = shard
    while waiting:
        done = ray.wait(list(waiting))[0][0]
        shard, (where, refused) = waiting.pop(done), ray.get(done)
        if refused:
            sys.exit(f"part {shard} failed on {where}:\n{refused}")
        print(f"part {shard} is finished, on {where}", flush=True)
    said, refused = run_muster([muster, "simulate", "--merge", *folders, "-o", asked.output], here)
    print(said, end="")
    sys.exit(refused)


if __name__ == "__main__":
    try:
        main()
    except ray.exceptions.RayTaskError as error:
        sys.exit(f"a part was lost too often: {error.cause}")
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")
    except (MusterLost, ray.exceptions.RayError, ConnectionError) as error:
        sys.exit(str(error))
