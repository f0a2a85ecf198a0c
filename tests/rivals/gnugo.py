#!/usr/bin/env python3
"""Capture Go against GNU Go: a referee that speaks GTP to both and ends the game at the first capture.

    tests/rivals/gnugo.py --games 50 --seed 1 -- target/release/petteia engine capture-go:9 --gtp

What stands after `--` is our engine's command line. Every opening (2 to 4 random stones, none of them in atari) is played
twice, once with each colour. GNU Go plays by the rules of Go and does not know that the first capture wins; if it
resigns, answers with an error or makes a step that is illegal here, it has lost (so have we). Two passes in a row: the larger territory by our rules
(docs/rules/capture-go.md) wins. Exit status 1 if our share of the points is below --bar.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time

COLUMNS = "ABCDEFGHJ"
SIZE = 9


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        """The answer to a command, or None where it is an error."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                sys.exit(f"{self.command[0]} ended in the middle of: {line}")
            if not text.strip() and answer:
                break
            if text.strip():
                answer.append(text.strip())
        return answer[0][1:].strip() if answer[0].startswith("=") else None

    def need(self, line):
        answer = self.ask(line)
        if answer is None:
            sys.exit(f"{self.command[0]} refuses: {line}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def neighbours(point):
    column, row = point
    for near in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if 0 <= near[0] < SIZE and 0 <= near[1] < SIZE:
            yield near


def region(start, same):
    """The points connected to `start` for which `same` holds."""
    found, work = {start}, [start]
    while work:
        for near in neighbours(work.pop()):
            if near not in found and same(near):
                found.add(near)
                work.append(near)
    return found


class Board:
    """Stones as a dictionary from points to 'b' and 'w'."""

    def __init__(self):
        self.stones = {}

    def liberties(self, point):
        group = region(point, lambda p: self.stones.get(p) == self.stones[point])
        return {near for stone in group for near in neighbours(stone) if near not in self.stones}

    def place(self, point, colour):
        """Places a stone: 'capture', 'illegal' or 'fine'."""
        if point in self.stones:
            return "illegal"
        self.stones[point] = colour
        for near in neighbours(point):
            if self.stones.get(near, colour) != colour and not self.liberties(near):
                return "capture"
        return "fine" if self.liberties(point) else "illegal"

    def territory(self):
        """Black's points less White's; a region that touches both goes to the colour that touches it more often."""
        margin, seen = 0, set()
        for point in ((c, r) for c in range(SIZE) for r in range(SIZE)):
            if point in self.stones or point in seen:
                continue
            empty = region(point, lambda p: p not in self.stones)
            seen |= empty
            touch = [self.stones[near] for p in empty for near in neighbours(p) if near in self.stones]
            black, white = touch.count("b"), touch.count("w")
            margin += len(empty) * ((black > white) - (white > black))
        return margin


def name(point):
    return COLUMNS[point[0]] + str(point[1] + 1)


def opening(rng):
    """2 to 4 random stones in turn, none of them in atari."""
    while True:
        board, steps = Board(), []
        for i in range(rng.randint(2, 4)):
            point = (rng.randrange(SIZE), rng.randrange(SIZE))
            if board.place(point, "bw"[i % 2]) != "fine":
                break
            steps.append(point)
        else:
            if all(len(board.liberties(point)) > 1 for point in board.stones):
                return steps


def play(players, steps, log):
    """One game; players by colour. The winner's colour or None for a draw, and why."""
    board, passes, slowest = Board(), 0, {"b": 0.0, "w": 0.0}
    for player in players.values():
        player.need(f"boardsize {SIZE}")
        player.need("clear_board")
        player.need("komi 0")
    for i, point in enumerate(steps):
        board.place(point, "bw"[i % 2])
        for player in players.values():
            player.need(f"play {'bw'[i % 2]} {name(point)}")
    colour = "bw"[len(steps) % 2]
    while True:
        other = "w" if colour == "b" else "b"
        start = time.monotonic()
        answer = players[colour].ask(f"genmove {colour}")
        slowest[colour] = max(slowest[colour], time.monotonic() - start)
        word = (answer or "error").upper()
        log.append(f"{colour} {word}")
        if word in ("RESIGN", "ERROR"):
            return other, word.lower(), slowest
        if word == "PASS":
            passes += 1
            if passes == 2:
                margin = board.territory()
                winner = "b" if margin > 0 else "w" if margin < 0 else None
                return winner, f"territory {margin:+d} for Black", slowest
        else:
            passes = 0
            result = board.place((COLUMNS.index(word[0]), int(word[1:]) - 1), colour)
            if result == "capture":
                return colour, "capture", slowest
            if result == "illegal":
                return other, f"illegal {word}", slowest
        if players[other].ask(f"play {colour} {word}") is None:
            sys.exit(f"{players[other].command[0]} refuses {colour} {word}")
        colour = other


def gnugo():
    """The path of GNU Go, installed if it is missing."""
    for path in (shutil.which("gnugo"), "/usr/games/gnugo"):
        if path and os.path.exists(path):
            return path
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "gnugo"], check=True, stdout=sys.stderr)
    return "/usr/games/gnugo"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=int, default=10, help="of GNU Go")
    parser.add_argument("--bar", type=float, default=0.8, help="the least share of points that is a success")
    parser.add_argument("--verbose", action="store_true", help="print the steps of every game")
    parser.add_argument("engine", nargs="+", help="our engine's command line, after --")
    options = parser.parse_args()

    ours = Engine(options.engine)
    theirs = Engine([gnugo(), "--mode", "gtp", "--level", str(options.level), "--capture-all-dead",
                     "--chinese-rules", "--seed", str(options.seed)])
    points, slowest = 0.0, 0.0
    for game in range(options.games):
        steps = opening(random.Random(f"{options.seed} {game // 2}"))
        mine = "bw"[game % 2]
        players = {mine: ours, "w" if mine == "b" else "b": theirs}
        log = [f"{'bw'[i % 2]} {name(p)}" for i, p in enumerate(steps)]
        winner, why, times = play(players, steps, log)
        points += 0.5 if winner is None else float(winner == mine)
        slowest = max(slowest, times[mine])
        result = "draw" if winner is None else "won" if winner == mine else "lost"
        print(f"game {game + 1}: {result} as {mine}, {why}, {len(log)} steps; {points:g} of {game + 1}", flush=True)
        if options.verbose or result != "won":
            print("  " + ", ".join(log), flush=True)
    ours.close()
    theirs.close()
    share = points / options.games
    print(f"{points:g} of {options.games} ({share:.0%}) against GNU Go level {options.level}, seed {options.seed}; "
          f"our slowest step took {slowest:.2f} s")
    sys.exit(share < options.bar)


if __name__ == "__main__":
    main()
