"""Plays random games of Oware in OpenSpiel and checks that `petteia engine awari:abapa` agrees about every position.

Compared are the legal steps, the pits, the stores, the mover, whether the game is over, and who has won. The first
difference is printed with the game so far, and the exit status is 1.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
import threading
import time

import pyspiel

LETTERS = ("ABCDEF", "abcdef")
# One game in so many avoids captures where it can: such games are long, go around in circles and reach the step limit.
QUIET_EVERY = 200


Position = collections.namedtuple("Position", "south north scores over legal returns")


def read(state):
    """A state of OpenSpiel's as plain data: pits in sowing order, captured seeds of South and North, …"""
    numbers = [int(n) for n in re.findall(r"\d+", str(state))]
    # It is drawn as `Player 1 score = 0`, North's pits from f to a, South's from A to F, `Player 0 score = 0`.
    (one, theirs), north, south, (zero, ours) = numbers[:2], numbers[2:8], numbers[8:14], numbers[14:]
    assert (one, zero) == (1, 0), state
    over = state.is_terminal()
    legal = [] if over else [LETTERS[state.current_player()][action] for action in state.legal_actions()]
    return Position(south, north[::-1], [ours, theirs], over, legal, state.returns())


def compared(one, other):
    return "draw" if one == other else "first" if one > other else "second"


def choose(state, quiet, rng):
    actions = state.legal_actions()
    if quiet:
        before = sum(read(state).scores)
        actions = [action for action in actions if sum(read(state.child(action)).scores) == before] or actions
    return rng.choice(actions)


def play(game, quiet, rng):
    """One game: the steps as letters, and every position, the first included."""
    state = game.new_initial_state()
    steps, positions = [], [read(state)]
    while not positions[-1].over and len(steps) < game.max_game_length():
        action = choose(state, quiet, rng)
        steps.append(LETTERS[state.current_player()][action])
        state.apply_action(action)
        positions.append(read(state))
    return steps, positions


class Engine:
    """The program at the other end of a pipe."""

    def __init__(self, program):
        command = [program, "engine", "awari:abapa"]
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


def expected_outcome(position, at_limit):
    if position.over:
        return compared(*position.returns)
    if at_limit:
        # OpenSpiel makes no further step and names no winner; by our rules each side takes its own row.
        south, north = position.scores
        return compared(south + sum(position.south), north + sum(position.north))
    return "none"


def difference(position, made, at_limit, answer):
    """What differs in one position, or nothing."""
    legal, outcome, show = answer
    pits, stores, mover, count = show.split()
    south, north = ([int(n) for n in row.split(",")] for row in pits.split("/"))
    stores = [int(n) for n in stores.split("/")]
    if position.over and sum(position.scores) == 48:
        # OpenSpiel has put the seeds left into the stores; petteia leaves them where they lie.
        board = ("final count", [stores[0] + sum(south), stores[1] + sum(north)], position.scores)
    else:
        board = ("board", [south, north, stores], [position.south, position.north, position.scores])
    checks = [
        ("legal steps", legal.split(), [] if at_limit else position.legal),
        ("outcome", outcome, expected_outcome(position, at_limit)),
        board,
        ("mover", mover, "sn"[made % 2]),
        ("steps made", int(count), made),
    ]
    return next((check for check in checks if check[1] != check[2]), None)


def ending(position, answers):
    """How a game ended, for the summary."""
    shows = [show.rsplit(" ", 1)[0] for _, _, show in answers]
    if not position.over:
        return "step limit"
    if shows[-1] in shows[:-1]:
        return "repetition"
    stores = [int(n) for n in shows[-1].split()[1].split("/")]
    return "majority" if max(stores) > 24 or min(stores) == 24 else "no legal step"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program petteia")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    game, engine, rng = pyspiel.load_game("oware"), Engine(options.program), random.Random(options.seed)
    began, compared_positions, endings = time.monotonic(), 0, collections.Counter()
    for number in range(1, options.games + 1):
        steps, positions = play(game, number % QUIET_EVERY == 0, rng)
        answers = engine.ask(steps)
        for made, (position, answer) in enumerate(zip(positions, answers, strict=True)):
            wrong = difference(position, made, made == game.max_game_length(), answer)
            if wrong:
                what, ours, theirs = wrong
                print(f"game {number} of seed {options.seed} differs after step {made}: {what}")
                print(f"  petteia:   {ours}\n  OpenSpiel: {theirs}")
                print(f"  position:  {answer[2]}\n  steps:     {' '.join(steps[:made])}")
                return 1
        compared_positions += len(positions)
        endings[ending(positions[-1], answers)] += 1
    engine.close()
    ends = ", ".join(f"{count} by {name}" for name, count in endings.most_common())
    took = time.monotonic() - began
    print(f"{options.games} games of seed {options.seed} agree in all {compared_positions} positions ({took:.0f} s)")
    print(f"ended {ends}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
