"""Times an iteration of pyswarms' GlobalBestPSO and of ours in turns: pyswarms.py OUR_PROGRAM REPETITIONS."""

import sys

# This file has the name of the package that it needs.
sys.path.pop(0)

import logging
import statistics
import subprocess
import time

import numpy as np
import pyswarms

PARTICLES, WEIGHTS, ITERATIONS = 40, 6216, 50


def theirs():
    """The median time between two calls of a cost function that costs nothing."""
    constants = {"c1": 1.49618, "c2": 1.49618, "w": 0.7298}
    start = np.random.uniform(-1, 1, (PARTICLES, WEIGHTS))
    swarm = pyswarms.single.GlobalBestPSO(PARTICLES, WEIGHTS, constants, init_pos=start)
    calls = []

    def cost(positions):
        calls.append(time.perf_counter())
        return -positions[:, 0]

    swarm.optimize(cost, ITERATIONS, verbose=False)
    return 1e3 * statistics.median(np.diff(calls))


def ours():
    lines = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines()
    return {memory: float(time) for memory, time in map(str.split, lines)}


logging.disable(logging.CRITICAL)
print("pyswarms   stored (ratio)   rescored (ratio)   ms per iteration")
for _ in range(int(sys.argv[2])):
    python, rust = theirs(), ours()
    shares = [f"{rust[m]:8.3f} ({rust[m] / python:.3f})" for m in ("Stored", "Rescored")]
    print(f"{python:8.3f} {shares[0]} {shares[1]:>18}")
