"""Runs CMA-ES of the package `cma` on normal numbers that are written down, with what it makes of them.

A root of the covariance matrix is not unique. Here it is the symmetric one: the numbers are turned into the
eigenbasis before `cma` turns them back.
"""

import sys

import cma
import numpy as np


def sphere(x):
    return np.sum(x**2)


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def ellipsoid(x):
    return np.sum(10 ** (3 * np.arange(len(x)) / (len(x) - 1)) * x**2)


def line(name, numbers):
    return name + " " + " ".join(repr(float(x)) for x in np.ravel(numbers))


def trace(out, name, function, start, sigma, population, generations):
    n = len(start)
    draws = np.random.default_rng(n)
    drawn = []

    def randn(rows, columns):
        drawn.append(np.round(draws.standard_normal((rows, columns)), 3))
        return drawn[-1] @ es.sm.B

    es = cma.CMAEvolutionStrategy(start, sigma, {"popsize": population, "randn": randn, "verbose": -9})
    # The package starts with a matrix that is not quite round, to help its eigenvalue routine.
    es.sm.C, es.sm.D, es.sm.B = np.eye(n), np.ones(n), np.eye(n)
    print(f"case {name} {n} {population} {sigma} {generations}", file=out)
    print(line("start", start), file=out)
    for _ in range(generations):
        points = es.ask()
        costs = [function(x) for x in points]
        es.tell(points, costs)
        assert len(drawn) == 1
        print(line("normals", drawn.pop()), file=out)
        print(line("scores", [-c for c in costs]), file=out)
        print(line("sigma", [es.sigma]), file=out)
        print(line("mean", es.mean), file=out)
        print(line("variances", np.diag(es.sm.C)), file=out)
        print(line("path", es.pc), file=out)


with open(sys.argv[1], "w") as out:
    print("# CMA-ES of the Python package cma, generation by generation: the normal numbers that it was given,", file=out)
    print("# the scores (higher is better) of the vectors that it made of them, and its state afterwards.", file=out)
    print(f"# Made by tests/optimisers/run trace with cma {cma.__version__}, numpy {np.__version__}.", file=out)
    print("# case NAME COORDINATES POPULATION SIGMA GENERATIONS", file=out)
    trace(out, "rosenbrock", rosenbrock, [0.0] * 5, 0.5, 8, 40)
    # So far from the optimum for its step that the path of the matrix has to wait.
    trace(out, "sphere", sphere, [10.0] * 4, 0.01, 8, 25)
    # A large population, where learning rates and negative weights reach their limits.
    trace(out, "ellipsoid", ellipsoid, [1.0, -1.0, 0.5], 1.0, 30, 12)
    # So many coordinates that the root is computed only now and then.
    trace(out, "ellipsoid", ellipsoid, [1.0] * 20, 0.3, 8, 12)
