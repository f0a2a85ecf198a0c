"""Plays random games in OpenSpiel and checks that `petteia engine GAME` agrees about every position.

Each game is a module of the folder `games`: which two games are compared, how OpenSpiel's steps are written, who has won, and
what else is to be the same. The first difference is printed with the game so far, and the exit status is 1.
"""

import argparse
import collections
import importlib
import pathlib
import random
import subprocess
import sys
import threading
import time

import pyspiel

GAMES = sorted(path.stem for path in (pathlib.Path(__file__).parent / "games").glob("*.py"))


def play(module, game, number, rng):
    """One game: the steps as we write them, and every state, the first included."""
    states, steps = [game.new_initial_state()], []
    while not states[-1].is_terminal() and len(steps) < game.max_game_length():
        action = module.choose(states[-1], number, rng)
        steps.append(module.step(states[-1], action))
        states.append(states[-1].child(action))
    return steps, states


class Engine:
    """The program at the other end of a pipe."""

    def __init__(self, program, game):
        command = [program, "engine", game]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, steps):
        """The answers `legal`, `outcome` and `show` for the start and after each step."""
        commands = []
        for made in range(len(steps) + 1):
            commands.append("position startpos" + (" moves " + " ".join(steps[:made]) if made else ""))
            commands += ["legal", "outcome", "show"]
        # In a thread, because the program answers while we are still writing.
        writer = threading.Thread(target=self.write, args=("\n".join(commands) + "\n",))
        writer.start()
        answers = [tuple(self.read(word) for word in ("legal", "outcome", "show")) for _ in range(len(steps) + 1)]
        writer.join()
        return answers

    def write(self, text):
        try:
            self.process.stdin.write(text)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the reader reports the missing answer

    def read(self, word):
        line = self.process.stdout.readline().rstrip("\n")
        first, _, rest = line.partition(" ")
        if first != word:
            sys.exit(f"petteia answered {line!r} instead of `{word} …`")
        return rest

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


def difference(module, state, made, at_limit, answer):
    """What differs in one position, or nothing."""
    legal, outcome, show = answer
    over = state.is_terminal() or at_limit
    theirs = [] if over else [module.step(state, action) for action in state.legal_actions()]
    checks = [
        ("legal steps", sorted(legal.split()), sorted(theirs)),
        ("outcome", outcome, module.outcome(state, at_limit)),
        *module.same(state, made, show),
    ]
    return next((check for check in checks if check[1] != check[2]), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program petteia")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--games", type=int, default=5000, help="how many of each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return max(compare(name, options) for name in GAMES if options.game in (None, name))


def compare(name, options):
    module = importlib.import_module(f"games.{name}")
    game, rng = pyspiel.load_game(module.OPENSPIEL), random.Random(options.seed)
    engine = Engine(options.program, module.PETTEIA)
    began, positions, endings = time.monotonic(), 0, collections.Counter()
    for number in range(1, options.games + 1):
        steps, states = play(module, game, number, rng)
        answers = engine.ask(steps)
        for made, (state, answer) in enumerate(zip(states, answers, strict=True)):
            wrong = difference(module, state, made, made == game.max_game_length(), answer)
            if wrong:
                what, ours, theirs = wrong
                print(f"{module.PETTEIA}: game {number} of seed {options.seed} differs after step {made}: {what}")
                print(f"  petteia:   {ours}\n  OpenSpiel: {theirs}")
                print(f"  position:  {answer[2]}\n  steps:     {' '.join(steps[:made])}")
                return 1
        positions += len(states)
        endings[module.ending(states[-1], [show for _, _, show in answers])] += 1
    engine.close()
    ends = ", ".join(f"{count} by {name}" for name, count in endings.most_common())
    took = time.monotonic() - began
    print(f"{module.PETTEIA}: {options.games} games of seed {options.seed} agree in all {positions} positions ({took:.0f} s)")
    print(f"ended {ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
