"""Plays an engine against OpenSpiel's MCTSBot at Oware (`awari:abapa`), at equal time.

The bot is the C++ one with random playouts. Games come in pairs from the same random opening, once with each side. For each
step the engine gets `go movetime` with the time, by the clock on the wall, that the bot took for its step before (for the
engine's first step: for a step from the opening position that is not played). The last argument is the engine's command line:

    tests/rivals/openspiel_mcts --games 50 -- target/release/petteia engine awari:abapa
"""

import argparse
import random
import subprocess
import sys
import time

import pyspiel

LETTERS = ("ABCDEF", "abcdef")


class Engine:
    """A UGI engine at the other end of a pipe."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.tell("ugi")
        self.read("ugiok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, word):
        """The first line that starts with the word, without it."""
        for line in self.process.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest
            if first == "error:":
                sys.exit(f"the engine says: {line.strip()}")
        sys.exit(f"the engine left before it said {word}")

    def step(self, steps, milliseconds):
        self.tell("position startpos" + (" moves " + " ".join(steps) if steps else ""))
        self.tell(f"go movetime {milliseconds}")
        return self.read("bestmove").split()[0]

    def close(self):
        self.tell("quit")
        self.process.wait(timeout=10)


def new_bot(game, options, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    # No limit of memory, no noise, and the solver on: it backs up proven results.
    return pyspiel.MCTSBot(game, evaluator, options.uct, options.simulations, 0, True, seed, False)


def timed_step(bot, state):
    began = time.monotonic()
    action = bot.step(state)
    return action, time.monotonic() - began


def opening(game, length, rng):
    """Random actions after which the game still goes on."""
    while True:
        state, actions = game.new_initial_state(), []
        while len(actions) < length and not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        if not state.is_terminal():
            return actions


def play(game, engine, bot, actions, engine_side, spent):
    """One game; returns the engine's points and the number of steps. `spent` adds up steps and seconds by player."""
    state, steps = game.new_initial_state(), []

    def make(action):
        steps.append(LETTERS[state.current_player()][action])
        state.apply_action(action)

    for action in actions:
        make(action)
    engine.tell("uginewgame")
    _, allowed = timed_step(bot, state)
    while not state.is_terminal() and len(steps) < game.max_game_length():
        if state.current_player() == engine_side:
            began = time.monotonic()
            letter = engine.step(steps, max(1, int(1000 * allowed)))
            spent["engine"][1] += time.monotonic() - began
            spent["engine"][0] += 1
            make(LETTERS[engine_side].index(letter))
        else:
            action, allowed = timed_step(bot, state)
            spent["bot"][0] += 1
            spent["bot"][1] += allowed
            make(action)
    result = state.returns()[engine_side] if state.is_terminal() else 0
    return (result + 1) / 2, len(steps)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--uct", type=float, default=2.0, help="the bot's constant of exploration")
    parser.add_argument("--opening", type=int, default=4, help="random steps before the players take over")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("engine", nargs="+", help="the engine's command line, after --")
    options = parser.parse_args()

    game, rng = pyspiel.load_game("oware"), random.Random(options.seed)
    engine, points, spent = Engine(options.engine), [], {"engine": [0, 0.0], "bot": [0, 0.0]}
    for number in range(options.games):
        if number % 2 == 0:
            actions = opening(game, options.opening, rng)
        bot = new_bot(game, options, options.seed * 1_000_000 + number)
        result, length = play(game, engine, bot, actions, number % 2, spent)
        points.append(result)
        print(f"game {number + 1}: {result} in {length} steps, {sum(points)} of {len(points)} so far", flush=True)
    engine.close()
    wins, draws = points.count(1.0), points.count(0.5)
    print(f"the engine won {wins}, drew {draws}, lost {len(points) - wins - draws}: {sum(points) / len(points):.1%}")
    for name, (steps, seconds) in spent.items():
        print(f"{name}: {1000 * seconds / max(1, steps):.0f} ms a step over {steps} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
