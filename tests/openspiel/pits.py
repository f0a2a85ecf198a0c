"""Boards of pits: what comparisons of such games share."""

import collections

LETTERS = ("ABCDEF", "abcdef")


class Board(collections.namedtuple("Board", "south north stores")):
    """Pits in sowing order, and the stores of South and North."""

    def totals(self):
        """The stores, if each side takes its own row."""
        return [self.stores[0] + sum(self.south), self.stores[1] + sum(self.north)]


def shown(show):
    """Petteia's position string: the board, and the fields behind it."""
    rows, stores, *fields = show.split()
    south, north = ([int(n) for n in row.split(",")] for row in rows.split("/"))
    return Board(south, north, [int(n) for n in stores.split("/")]), fields


def greater(one, other):
    return "draw" if one == other else "first" if one > other else "second"
