"""Mancala in OpenSpiel beside `kalah`."""

import re

import pits

OPENSPIEL = "mancala"
PETTEIA = "kalah"


def step(state, action):
    # OpenSpiel's places run from North's store, 0, over South's pits, 1 to 6, and South's store, 7, to North's pits.
    return "-ABCDEF+abcdef"[action]


def choose(state, number, rng):
    return rng.choice(state.legal_actions())


def outcome(state, at_limit):
    assert not at_limit, "no game is so long"
    return pits.greater(*state.returns()) if state.is_terminal() else "none"


def same(state, made, show):
    """What is to be the same in a position: what it is called, ours, OpenSpiel's."""
    ours, (mover, _) = pits.shown(show)
    # It is drawn as North's pits from f to a, North's store and South's, South's pits.
    numbers = [int(n) for n in re.findall(r"\d+", str(state))]
    north, (theirs, own), south, (player, moves) = numbers[:6], numbers[6:8], numbers[8:14], numbers[14:]
    yield "board", ours, pits.Board(south, north[::-1], [own, theirs])
    yield "steps made", moves, made
    if not state.is_terminal():
        yield "mover", mover, "sn"[player]


def ending(state, shows):
    """How a game ended, for the summary."""
    board, (mover, _) = pits.shown(shows[-1])
    if sum(board.south) == sum(board.north) == 0:
        return "two empty rows"
    emptied = "s" if sum(board.south) == 0 else "n"
    return "the mover's row being empty" if emptied == mover else "the other row being empty"
