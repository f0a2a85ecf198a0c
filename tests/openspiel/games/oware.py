"""Oware in OpenSpiel beside `awari:abapa`."""

import re

import pits

OPENSPIEL = "oware"
PETTEIA = "awari:abapa"

# One game in so many avoids captures where it can: such games are long, go around in circles and reach the step limit.
QUIET_EVERY = 200


def read(state):
    """A state of OpenSpiel's as plain data."""
    numbers = [int(n) for n in re.findall(r"\d+", str(state))]
    # It is drawn as `Player 1 score = 0`, North's pits from f to a, South's from A to F, `Player 0 score = 0`.
    (one, theirs), north, south, (zero, ours) = numbers[:2], numbers[2:8], numbers[8:14], numbers[14:]
    assert (one, zero) == (1, 0), state
    return pits.Board(south, north[::-1], [ours, theirs])


def step(state, action):
    return pits.LETTERS[state.current_player()][action]


def choose(state, number, rng):
    actions = state.legal_actions()
    if number % QUIET_EVERY == 0:
        before = sum(read(state).stores)
        actions = [action for action in actions if sum(read(state.child(action)).stores) == before] or actions
    return rng.choice(actions)


def outcome(state, at_limit):
    if state.is_terminal():
        return pits.greater(*state.returns())
    if at_limit:
        # OpenSpiel makes no further step and names no winner; by our rules each side takes its own row.
        return pits.greater(*read(state).totals())
    return "none"


def same(state, made, show):
    """What is to be the same in a position: what it is called, ours, OpenSpiel's."""
    ours, (mover, count) = pits.shown(show)
    theirs = read(state)
    yield "mover", mover, "sn"[made % 2]
    yield "steps made", int(count), made
    if state.is_terminal() and sum(theirs.stores) == 48:
        # OpenSpiel has put the seeds left into the stores; petteia leaves them where they lie.
        yield "final count", ours.totals(), theirs.stores
    else:
        yield "board", ours, theirs


def ending(state, shows):
    """How a game ended, for the summary."""
    boards = [show.rsplit(" ", 1)[0] for show in shows]
    if not state.is_terminal():
        return "step limit"
    if boards[-1] in boards[:-1]:
        return "repetition"
    stores = pits.shown(shows[-1])[0].stores
    return "majority" if max(stores) > 24 or min(stores) == 24 else "no legal step"
