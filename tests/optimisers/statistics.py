"""Measures how far the packages `pyswarms` and `cma` get on test functions, over 30 seeds.

Written are the 30 lowest costs of each method, sorted, and their quartiles.
"""

import logging
import sys
import warnings

import cma
import numpy as np
import pyswarms
from pyswarms.backend.topology import Ring

SEEDS = 30
PARTICLES = 32
CONSTANTS = {"c1": 1.49618, "c2": 1.49618, "w": 0.7298}

FUNCTIONS = {
    "sphere": lambda x: np.sum(x**2, axis=-1),
    "rosenbrock": lambda x: np.sum(100 * (x[..., 1:] - x[..., :-1] ** 2) ** 2 + (1 - x[..., :-1]) ** 2, axis=-1),
    "rastrigin": lambda x: np.sum(10 + x**2 - 10 * np.cos(2 * np.pi * x), axis=-1),
}


def swarm(method, function, n, iterations, seed):
    np.random.seed(seed)
    start = np.random.uniform(-5, 5, (PARTICLES, n))
    if method == "pso-global":
        optimiser = pyswarms.single.GlobalBestPSO(PARTICLES, n, CONSTANTS, init_pos=start)
    else:
        ring = Ring(static=method == "pso-ring")
        if method == "pso-ring":
            # A ring by number, as in the papers; pyswarms' own is made of those who are nearest (`pso-nearest`).
            own = np.arange(PARTICLES)
            ring.neighbor_idx = np.stack([own, (own + 1) % PARTICLES, own - 1], axis=1) % PARTICLES
        options = dict(CONSTANTS, k=3, p=2)
        optimiser = pyswarms.single.GeneralOptimizerPSO(PARTICLES, n, options, ring, init_pos=start)
    optimiser.swarm.velocity = np.random.uniform(-1, 1, (PARTICLES, n))
    return optimiser.optimize(function, iterations, verbose=False)[0]


def evolution(function, n, evaluations, seed):
    start = np.random.default_rng(seed).uniform(-5, 5, n)
    options = {"seed": seed + 1, "verbose": -9, "tolfun": 0, "tolfunhist": 0, "tolx": 0, "tolflatfitness": 1e9}
    es = cma.CMAEvolutionStrategy(start, 2.0, options)
    best = np.inf
    for _ in range(evaluations // es.popsize):
        points = es.ask()
        costs = [float(function(x)) for x in points]
        es.tell(points, costs)
        best = min(best, *costs)
    return best


logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
with open(sys.argv[1], "w") as out:
    print("# The lowest costs that Python packages reached on test functions, 30 seeds each, sorted.", file=out)
    versions = f"pyswarms {pyswarms.__version__}, cma {cma.__version__}, numpy {np.__version__}"
    print(f"# Made by tests/optimisers/run statistics with {versions}.", file=out)
    print(f"# Swarms: {PARTICLES} particles, {CONSTANTS}, start -5..5, velocity -1..1. CMA-ES: start -5..5, sigma 2.", file=out)
    print("# METHOD FUNCTION COORDINATES ITERATIONS-OR-EVALUATIONS | quartiles | costs", file=out)

    def write(method, function, n, budget, costs):
        quartiles = " ".join(f"{x:.3e}" for x in np.percentile(costs, [25, 50, 75]))
        costs = " ".join(f"{x:.4e}" for x in sorted(costs))
        print(f"{method} {function} {n} {budget} | {quartiles} | {costs}", file=out, flush=True)

    for name, function in FUNCTIONS.items():
        for n, iterations in [(10, 300), (30, 600)]:
            for method in ["pso-global", "pso-ring", "pso-nearest"]:
                costs = [swarm(method, function, n, iterations, seed) for seed in range(SEEDS)]
                write(method, name, n, iterations, costs)
        for n, evaluations in [(10, 4000), (30, 12000)]:
            write("cma", name, n, evaluations, [evolution(function, n, evaluations, seed) for seed in range(SEEDS)])
