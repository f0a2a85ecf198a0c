//! Cross tables: the points of all against all, the best first.

use super::Tally;
use super::rating::{Meeting, Ratings};

/// All results of a tournament.
#[derive(Clone, Debug)]
pub struct CrossTable {
    players: usize,
    /// The tally of a player against another, at player × players + other.
    cells: Vec<Tally>,
}

impl CrossTable {
    /// An empty table.
    pub fn new(players: usize) -> CrossTable {
        CrossTable { players, cells: vec![Tally::default(); players * players] }
    }

    /// Enters what the first of two players scored against the second; what stood there is replaced.
    pub fn set(&mut self, [a, b]: [usize; 2], tally: &Tally) {
        self.cells[a * self.players + b] = tally.clone();
        self.cells[b * self.players + a] = tally.reversed();
    }

    /// What a player scored against another.
    pub fn tally(&self, player: usize, other: usize) -> &Tally {
        &self.cells[player * self.players + other]
    }

    /// The points and games of a player against all others.
    pub fn total(&self, player: usize) -> (f64, u32) {
        let row = &self.cells[player * self.players..][..self.players];
        (row.iter().map(Tally::points).sum(), row.iter().map(Tally::games).sum())
    }

    /// The ratings that these results make likeliest.
    pub fn ratings(&self, anchor: usize, rating: f64) -> Ratings {
        let meetings: Vec<Meeting> = (0..self.players)
            .flat_map(|a| (a + 1..self.players).map(move |b| [a, b]))
            .map(|[a, b]| Meeting { players: [a, b], pairs: self.tally(a, b).pairs })
            .collect();
        Ratings::fit(self.players, &meetings, anchor, rating)
    }

    /// The table as lines: the players in the order given, their points against each other, and in all.
    pub fn lines(&self, order: &[usize], names: &[String]) -> Vec<String> {
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let cells: Vec<Vec<String>> = order
            .iter()
            .map(|&a| {
                let mut row: Vec<String> = order
                    .iter()
                    .map(|&b| match self.tally(a, b) {
                        _ if a == b => "·".into(),
                        tally if tally.games() == 0 => String::new(),
                        tally => format!("{}/{}", tally.points(), tally.games()),
                    })
                    .collect();
                let (points, games) = self.total(a);
                row.push(format!("{points}/{games}"));
                row
            })
            .collect();
        let mut heads: Vec<String> = (1..=order.len()).map(|n| n.to_string()).collect();
        heads.push("all".into());
        let widths: Vec<usize> = (0..heads.len())
            .map(|c| {
                cells.iter().map(|row| row[c].chars().count()).chain([heads[c].len()]).max().unwrap_or(0)
            })
            .collect();
        let line = |start: String, row: &[String]| {
            row.iter().zip(&widths).fold(start, |line, (cell, width)| line + &format!("  {cell:>width$}"))
        };
        let rank = order.len().to_string().len();
        let mut lines = vec![line(" ".repeat(rank + 1 + width), &heads)];
        for ((n, &player), row) in order.iter().enumerate().zip(&cells) {
            lines.push(line(format!("{:>rank$} {:<width$}", n + 1, names[player]), row));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_in_rows_and_columns() {
        let mut table = CrossTable::new(3);
        let tally = Tally { wins: 3, draws: 1, losses: 0, pairs: [0, 0, 0, 1, 1], steps: 0 };
        table.set([0, 2], &tally);
        table.set([2, 1], &Tally { wins: 0, draws: 2, losses: 0, pairs: [0, 0, 1, 0, 0], steps: 0 });
        let names = ["a", "random", "c"].map(String::from);
        assert_eq!(
            table.lines(&[0, 2, 1], &names),
            [
                "              1      2    3    all",
                "1 a           ·  3.5/4       3.5/4",
                "2 c       0.5/4      ·  1/2  1.5/6",
                "3 random           1/2    ·    1/2"
            ]
        );
        assert_eq!(table.total(2), (1.5, 6));
    }
}
