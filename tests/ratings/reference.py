"""Reference numbers for crates/lab/src/stats, by programs that share nothing with it.

ratings: tournaments of random players. Without draws the likeliest ratings come from choix (a library for the model of
         Bradley and Terry), with draws from scipy's general optimiser on the likelihood as it is written in a textbook.
llr:     generalised log-likelihood ratios of random results of pairs, by scipy's optimiser under constraints.
"""

import sys
from importlib.metadata import version

import choix
import numpy as np
import scipy
from scipy.optimize import minimize

ELO = np.log(10) / 400
SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


def fit(count, meetings):
    """The likeliest ratings in Elo, that of player 0 being 0: the negative logarithm of the likelihood is minimised."""

    def cost(free):
        r = np.concatenate([[0.0], free])
        total = 0.0
        for a, b, pairs in meetings:
            points = 2 * np.dot(SCORES, pairs)
            lost = 2 * sum(pairs) - points
            difference = r[a] - r[b]
            total += points * np.logaddexp(0, -difference) + lost * np.logaddexp(0, difference)
        return total

    found = minimize(cost, np.zeros(count - 1), method="BFGS", options={"gtol": 1e-7, "maxiter": 10000})
    return np.concatenate([[0.0], found.x]) / ELO


def by_choix(count, meetings):
    """The same by choix, for results without draws: every won game is one comparison."""
    won = []
    for a, b, pairs in meetings:
        points = int(2 * np.dot(SCORES, pairs))
        won += [(a, b)] * points + [(b, a)] * (2 * sum(pairs) - points)
    r = choix.ilsr_pairwise(count, won, max_iter=10000, tol=1e-10)
    return (r - r[0]) / ELO


def random_tournament(rng, count, pairs, draws):
    strength = rng.normal(0, 150, count)
    meetings = []
    for a in range(count):
        for b in range(a + 1, count):
            if rng.random() < 0.25 and b > a + 1:
                continue
            p = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
            d = draws * min(p, 1 - p)
            kinds = [0] * 5
            for _ in range(pairs):
                halves = rng.choice(3, 2, p=[1 - p - d / 2, d, p - d / 2])
                kinds[int(halves.sum())] += 1
            meetings.append((a, b, kinds))
    return meetings


def ratings():
    print("# Tournaments and their likeliest ratings in Elo, player 0 being the anchor with 0.")
    print(f"# Made by tests/ratings/run ratings: choix {version('choix')} (without draws), scipy {scipy.__version__} (with draws).")
    print("# tournament PLAYERS; then lines A B and pairs by half points of A; then the ratings.")
    rng = np.random.default_rng(2026)
    for count, pairs, draws in [(3, 20, 0.0), (6, 12, 0.0), (4, 25, 1.0), (8, 10, 0.8), (12, 30, 1.2)]:
        meetings = random_tournament(rng, count, pairs, draws)
        own = fit(count, meetings)
        if draws == 0:
            other = by_choix(count, meetings)
            assert np.abs(own - other).max() < 0.01, "scipy and choix disagree"
            own = other
        print(f"tournament {count}")
        for a, b, kinds in meetings:
            print(a, b, *kinds)
        print("ratings", *(f"{r:.3f}" for r in own))


def likeliest(seen, gap):
    """The largest Σ seen·log p over distributions p with gap(p) = 0, by sequential quadratic programming."""
    constraints = [
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: gap(p)},
    ]
    best = -np.inf
    for start in (seen, np.full(5, 0.2)):
        found = minimize(
            lambda p: -np.dot(seen, np.log(p)),
            start,
            jac=lambda p: -seen / p,
            bounds=[(1e-12, 1)] * 5,
            constraints=constraints,
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 2000},
        )
        if max(abs(c["fun"](found.x)) for c in constraints) < 1e-9:
            best = max(best, -found.fun)
    return best


def llr():
    print("# Generalised log-likelihood ratios of results of pairs (0, ½, 1, 1½, 2 points).")
    print(f"# Made by tests/ratings/run llr: scipy {scipy.__version__}, SLSQP.")
    print("# five counts | elo0 elo1 | logistic normalised")
    rng = np.random.default_rng(7)
    made = 0
    while made < 40:
        n = int(rng.integers(30, 1000))
        pairs = rng.multinomial(n, rng.dirichlet([2, 4, 6, 4, 2]))
        if pairs.min() == 0:
            continue
        elo0 = float(rng.integers(-20, 20))
        elo1 = elo0 + float(rng.integers(2, 30))
        seen = pairs / n

        def logistic(elo):
            s = 1 / (1 + 10 ** (-elo / 400))
            return likeliest(seen, lambda p: np.dot(p, SCORES) - s)

        def normalised(elo):
            t = elo * np.log(10) / 800 * np.sqrt(2)

            def gap(p):
                mean = np.dot(p, SCORES)
                return mean - 0.5 - t * np.sqrt(np.dot(p, (SCORES - mean) ** 2))

            return likeliest(seen, gap)

        values = [n * (f(elo1) - f(elo0)) for f in (logistic, normalised)]
        if not np.all(np.isfinite(values)):
            continue
        print(*pairs, "|", elo0, elo1, "|", *(f"{v:.6f}" for v in values))
        made += 1


if __name__ == "__main__":
    {"ratings": ratings, "llr": llr}[sys.argv[1]]()
