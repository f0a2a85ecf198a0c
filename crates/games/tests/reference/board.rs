//! A board of characters, `.` where it is empty.

/// Column and row, both from 0; row 0 is the bottom row, numbered 1.
pub type Cell = (usize, usize);

pub const DIRECTIONS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

#[derive(Clone, Debug)]
pub struct Board {
    rows: Vec<Vec<char>>,
}

impl Board {
    pub fn empty(rows: u8, columns: u8) -> Board {
        Board { rows: vec![vec!['.'; usize::from(columns)]; usize::from(rows)] }
    }

    /// Rows from the top, as in a position string.
    pub fn read(text: &str) -> Board {
        Board { rows: text.split('/').rev().map(|row| row.chars().collect()).collect() }
    }

    /// Rows from the top, as in a position string.
    pub fn show(&self) -> String {
        let rows: Vec<String> = self.rows.iter().rev().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// Every cell: a1, b1, …, a2, ….
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                cells.push((column, row));
            }
        }
        cells
    }

    pub fn at(&self, (column, row): Cell) -> char {
        self.rows[row][column]
    }

    pub fn set(&mut self, (column, row): Cell, letter: char) {
        self.rows[row][column] = letter;
    }

    /// The cells with this letter.
    pub fn all(&self, letter: char) -> Vec<Cell> {
        self.cells().into_iter().filter(|&cell| self.at(cell) == letter).collect()
    }

    /// The cell that lies `distance` cells away, if it is on the board.
    pub fn away(&self, (column, row): Cell, (right, up): (i32, i32), distance: i32) -> Option<Cell> {
        let column = column as i32 + right * distance;
        let row = row as i32 + up * distance;
        let inside = row >= 0
            && column >= 0
            && (row as usize) < self.rows.len()
            && (column as usize) < self.rows[row as usize].len();
        if inside { Some((column as usize, row as usize)) } else { None }
    }

    /// The cells beside a cell, in the order of cells.
    pub fn beside(&self, cell: Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        for direction in DIRECTIONS {
            found.extend(self.away(cell, direction, 1));
        }
        found
    }
}
