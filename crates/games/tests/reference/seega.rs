//! Seega, Seejeh, Kharbga and all their switches on a board of characters, after `docs/rules/seega.md`, `seejeh.md` and
//! `kharbga.md`.

use games::seega::{AfterCapture, Blocked, Colour, Exchange, QuietResult, Rules};
use games::{Game, Outcome, Rules as _, Side, seega};

use super::Reference;
use super::board::{Board, Cell, DIRECTIONS};
use crate::common::{Random, Twin, count};

#[derive(Clone, Debug)]
pub struct Seega {
    rules: Rules,
    /// `w` and `b`.
    board: Board,
    to_move: Side,
    moving: bool,
    quiet: u32,
    turns: u32,
    /// This piece must or may go on capturing.
    chain: Option<Cell>,
    /// So many own pieces have still to be taken off.
    give: u32,
    /// The side to move takes a piece off for a blocked side.
    way: bool,
    /// It matters (`make_room`, `first-turn-loses`) and the first side has not finished its first turn of phase two.
    opening: bool,
    /// The origin of the first side's first step, while `opening` or while the next step is bound by it.
    room: Option<Cell>,
    /// An exchange has ended the game.
    exchanged: bool,
}

impl Seega {
    /// Phase two, about to start, with the rows given from the top as in a position string.
    pub fn full(rules: &Rules, rows: &str) -> Seega {
        let mut game = Seega::start(rules);
        game.board = Board::read(rows);
        game.turns = (game.size() * game.size() - 1) as u32 / u32::from(rules.placements);
        game.start_moving();
        game
    }

    /// Phase two, the second side to move, with the rows given from the top.
    pub fn waiting(rules: &Rules, rows: &str) -> Seega {
        let mut game = Seega::start(rules);
        game.board = Board::read(rows);
        game.moving = true;
        game.to_move = Side::Second;
        game
    }

    /// How many pieces this side has.
    pub fn count(&self, side: Side) -> usize {
        self.board.all(self.letter(side)).len()
    }

    fn size(&self) -> usize {
        usize::from(self.rules.size)
    }

    fn centre(&self) -> Cell {
        (self.size() / 2, self.size() / 2)
    }

    fn letter(&self, side: Side) -> char {
        match (self.rules.first, side) {
            (Colour::White, Side::First) | (Colour::Black, Side::Second) => 'w',
            (Colour::White, Side::Second) | (Colour::Black, Side::First) => 'b',
        }
    }

    /// What the side takes that has just moved a piece to this cell.
    fn taken(&self, side: Side, to: Cell) -> Vec<Cell> {
        let mut taken = Vec::new();
        if self.rules.line_capture {
            return self.lines_taken(side, to);
        }
        for direction in DIRECTIONS {
            let (Some(next), Some(behind)) =
                (self.board.away(to, direction, 1), self.board.away(to, direction, 2))
            else {
                continue;
            };
            if self.board.at(next) != self.letter(side.other()) || self.board.at(behind) != self.letter(side)
            {
                continue;
            }
            if self.rules.centre_safe && next == self.centre() {
                continue;
            }
            taken.push(next);
        }
        taken
    }

    /// The same where whole lines are captured.
    fn lines_taken(&self, side: Side, to: Cell) -> Vec<Cell> {
        let mut taken = Vec::new();
        for direction in DIRECTIONS {
            let mut line = Vec::new();
            for distance in 1.. {
                let Some(next) = self.board.away(to, direction, distance) else { break };
                if self.board.at(next) == self.letter(side.other()) {
                    line.push(next);
                    continue;
                }
                if self.board.at(next) == self.letter(side) {
                    taken.extend(line);
                }
                break;
            }
        }
        taken.retain(|&cell| !(self.rules.centre_safe && cell == self.centre()));
        taken
    }

    /// The side that waits for a piece to be taken off.
    fn shut_in(&self) -> Side {
        if self.rules.blocked == Blocked::TakesPiece { self.to_move } else { self.to_move.other() }
    }

    /// The pieces of which one is to be taken off for the blocked side.
    fn in_the_way(&self) -> Vec<Cell> {
        let blocked = self.shut_in();
        let own = self.board.all(self.letter(blocked));
        if self.rules.blocked == Blocked::LosesPiece {
            return own;
        }
        let mut found = self.board.all(self.letter(blocked.other()));
        found.retain(|&cell| self.board.beside(cell).iter().any(|beside| own.contains(beside)));
        found
    }

    /// This side starts a turn; whether it is blocked and a piece has to be taken off for it.
    fn asks_for_way(&mut self, side: Side) -> bool {
        let asker = match self.rules.blocked {
            Blocked::LosesPiece | Blocked::GetsWay => side.other(),
            Blocked::TakesPiece => side,
            _ => return false,
        };
        self.way = self.is_blocked(side);
        if self.way {
            self.to_move = asker;
        }
        self.way
    }

    /// The board on which one piece has been carried over, nothing taken yet.
    fn carried(&self, from: Cell, to: Cell) -> Seega {
        let mut next = self.clone();
        next.board.set(to, self.board.at(from));
        next.board.set(from, '.');
        next
    }

    /// Every orthogonal step of this side's pieces, by origin then target.
    fn slides(&self, side: Side) -> Vec<(Cell, Cell)> {
        let mut slides = Vec::new();
        for from in self.board.all(self.letter(side)) {
            for to in self.board.beside(from) {
                if self.board.at(to) == '.' {
                    slides.push((from, to));
                }
            }
        }
        slides
    }

    /// The steps of this piece that capture.
    fn capturing_slides(&self, side: Side, piece: Cell) -> Vec<(Cell, Cell)> {
        let mut slides = self.slides(side);
        slides.retain(|&(from, to)| from == piece && !self.carried(from, to).taken(side, to).is_empty());
        slides
    }

    fn is_blocked(&self, side: Side) -> bool {
        self.slides(side).is_empty()
    }

    /// The steps of phase one or two, whether or not the game is over.
    fn possible_steps(&self) -> Vec<String> {
        if !self.moving {
            return self.board.all('.').into_iter().filter(|&cell| cell != self.centre()).map(name).collect();
        }
        let off = |steps: &mut Vec<String>| {
            for cell in self.board.all(self.letter(self.to_move)) {
                steps.push(format!("x{}", name(cell)));
            }
        };
        let mut steps = Vec::new();
        if self.way {
            for cell in self.in_the_way() {
                steps.push(format!("x{}", name(cell)));
            }
            return steps;
        }
        if self.give > 0 {
            off(&mut steps);
            return steps;
        }
        if let Some(piece) = self.chain {
            for slide in self.capturing_slides(self.to_move, piece) {
                steps.push(slide_name(slide));
            }
            if self.rules.after_capture == AfterCapture::SamePieceFree {
                steps.push("end".into());
            }
            return steps;
        }
        let mut slides = self.slides(self.to_move);
        if let (false, Some(room)) = (self.opening, self.room) {
            let beside = self.board.beside(room);
            if slides.iter().any(|(from, _)| beside.contains(from)) {
                slides.retain(|(from, _)| beside.contains(from));
            }
        }
        if slides.is_empty() {
            return if self.rules.blocked == Blocked::Pass { vec!["pass".into()] } else { vec![] };
        }
        steps.extend(slides.into_iter().map(slide_name));
        if self.to_move == Side::Second {
            match self.rules.exchange {
                Exchange::Off => {}
                Exchange::Any if self.count(Side::Second) < 2 => {}
                Exchange::Any => off(&mut steps),
                Exchange::Untouchable => {
                    steps.extend(self.offers().into_iter().map(|piece| format!("x{}", name(piece))));
                }
            }
        }
        steps
    }

    /// The cells to which the first side can come while the second stands still, with those whose pieces it takes, as
    /// marks on an empty board: an empty cell beside a marked one is marked, and so is a piece between two marked
    /// cells, one after the other until nothing more happens.
    fn entered(&self) -> Board {
        let mut marks = Board::empty(self.rules.size, self.rules.size);
        for piece in self.board.all(self.letter(Side::First)) {
            marks.set(piece, '!');
        }
        loop {
            let mut changed = false;
            for cell in self.board.cells() {
                let marked = DIRECTIONS.map(|direction| {
                    for distance in 1.. {
                        let Some(next) = self.board.away(cell, direction, distance) else { break };
                        let stands =
                            self.board.at(next) == self.letter(Side::Second) && marks.at(next) == '.';
                        // In a line of pieces the next one stands for this one.
                        if !(self.rules.line_capture && stands && self.board.at(cell) != '.') {
                            return marks.at(next) == '!';
                        }
                    }
                    false
                });
                let enters = self.board.at(cell) == '.' && marked.contains(&true);
                let taken = marked[0] && marked[3] || marked[1] && marked[2];
                let immune = self.rules.centre_safe && cell == self.centre();
                if marks.at(cell) == '.' && (enters || taken && !immune) {
                    marks.set(cell, '!');
                    changed = true;
                }
            }
            if !changed {
                return marks;
            }
        }
    }

    /// The second side's pieces that can never be taken.
    pub fn safe(&self) -> Vec<Cell> {
        let entered = self.entered();
        let mut safe = self.board.all(self.letter(Side::Second));
        safe.retain(|&cell| entered.at(cell) == '.');
        safe
    }

    /// The safe pieces with a step into a region that holds nothing of the first side's and is bounded by safe pieces
    /// and the edge alone.
    pub fn untouchable(&self) -> Vec<Cell> {
        let safe = self.safe();
        let mut untouchable = safe.clone();
        untouchable.retain(|&piece| {
            let mut ways = self.board.beside(piece);
            ways.retain(|&way| self.board.at(way) == '.');
            ways.into_iter().any(|way| {
                let mut region = vec![way];
                let mut looked = 0;
                while looked < region.len() {
                    for next in self.board.beside(region[looked]) {
                        if !safe.contains(&next) && !region.contains(&next) {
                            region.push(next);
                        }
                    }
                    looked += 1;
                }
                region.iter().all(|&cell| self.board.at(cell) != self.letter(Side::First))
            })
        });
        untouchable
    }

    /// The untouchable pieces without which all other safe pieces remain safe.
    pub fn offers(&self) -> Vec<Cell> {
        let safe = self.safe();
        let mut offers = self.untouchable();
        offers.retain(|&piece| {
            let mut without = self.clone();
            without.board.set(piece, '.');
            let left = without.safe();
            safe.iter().all(|other| *other == piece || left.contains(other))
        });
        offers
    }

    fn start_moving(&mut self) {
        self.moving = true;
        self.opening = self.rules.make_room || self.rules.blocked == Blocked::FirstTurnLoses;
        self.to_move = self.rules.starts_moving;
        if self.asks_for_way(self.to_move) {
            return;
        }
        let skipped =
            matches!(self.rules.blocked, Blocked::Skip | Blocked::FirstLoses | Blocked::FirstTurnLoses);
        if skipped && self.is_blocked(self.to_move) {
            self.to_move = self.to_move.other();
        }
    }

    /// The turn of this side is over: who is next?
    fn end_turn(&mut self, side: Side) {
        self.turns += 1;
        self.chain = None;
        let next = side.other();
        let skipped = match self.rules.blocked {
            Blocked::Skip => true,
            Blocked::FirstLoses => next == Side::Second,
            // The first turn of the first side loses instead.
            Blocked::FirstTurnLoses => !(side == Side::First && self.opening),
            _ => false,
        };
        let again = skipped && self.is_blocked(next);
        self.to_move = if again { side } else { next };
        if side == Side::First {
            // Only the step right after the first turn of phase two is bound.
            let first_turn = self.opening;
            let lost = self.rules.blocked == Blocked::FirstTurnLoses && self.is_blocked(next);
            self.opening = first_turn && lost;
            if !(first_turn && again) {
                self.room = None;
            }
        }
        self.asks_for_way(next);
    }

    fn play_placing(&mut self, step: &str) {
        self.board.set(cell(step), self.letter(self.to_move));
        let placed = self.count(Side::First) + self.count(Side::Second);
        if placed.is_multiple_of(usize::from(self.rules.placements)) {
            self.turns += 1;
            self.to_move = self.to_move.other();
        }
        if placed == self.size() * self.size() - 1 {
            self.start_moving();
        }
    }

    /// A side takes one of its own pieces off: the second to start an exchange, the first to answer it.
    fn play_off(&mut self, piece: Cell) {
        self.quiet = 0;
        self.board.set(piece, '.');
        if self.way {
            let blocked = self.shut_in();
            self.way = false;
            self.to_move = if self.is_blocked(blocked) { blocked.other() } else { blocked };
            return;
        }
        match self.to_move {
            Side::Second => {
                self.give = self.count(Side::First).min(2) as u32;
                self.to_move = Side::First;
            }
            Side::First => {
                self.give -= 1;
                if self.give == 0 {
                    self.to_move = Side::Second;
                    let enough = self.count(Side::Second) >= self.count(Side::First);
                    let alive = self.count(Side::First) > usize::from(self.rules.lose_at);
                    if self.rules.exchange_wins && enough {
                        self.exchanged = alive;
                        return;
                    }
                    if self.is_blocked(Side::Second) {
                        self.end_turn(Side::Second);
                    }
                }
            }
        }
    }

    fn play_slide(&mut self, from: Cell, to: Cell) {
        let side = self.to_move;
        if side == Side::First {
            // While `opening`, the first step's origin is kept; a bound step has done its duty.
            let kept = self.opening && self.rules.make_room;
            self.room = if kept { self.room.or(Some(from)) } else { None };
        }
        *self = self.carried(from, to);
        let taken = self.taken(side, to);
        for &piece in &taken {
            self.board.set(piece, '.');
        }
        self.chain = None;
        if taken.is_empty() {
            self.quiet += 1;
            self.end_turn(side);
            return;
        }
        self.quiet = 0;
        let goes_on = match self.rules.after_capture {
            AfterCapture::TurnEnds => false,
            AfterCapture::AnyStep => !self.is_blocked(side),
            AfterCapture::SamePieceForced | AfterCapture::SamePieceFree => {
                let more = !self.capturing_slides(side, to).is_empty();
                if more {
                    self.chain = Some(to);
                }
                more
            }
        };
        if !goes_on {
            self.end_turn(side);
        }
    }
}

impl Reference for Seega {
    type Rules = Rules;

    fn start(rules: &Rules) -> Seega {
        Seega {
            rules: *rules,
            board: Board::empty(rules.size, rules.size),
            to_move: Side::First,
            moving: false,
            quiet: 0,
            turns: 0,
            chain: None,
            give: 0,
            way: false,
            opening: false,
            room: None,
            exchanged: false,
        }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn steps(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.possible_steps() }
    }

    fn play(&mut self, step: &str) {
        if !self.moving {
            return self.play_placing(step);
        }
        if step == "pass" || step == "end" {
            self.quiet += 1;
            return self.end_turn(self.to_move);
        }
        match (step.strip_prefix('x'), step.split_once('-')) {
            (Some(piece), _) => self.play_off(cell(piece)),
            (_, Some((from, to))) => self.play_slide(cell(from), cell(to)),
            _ => panic!("{step} is no step of phase two"),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let rules = &self.rules;
        if self.moving {
            for side in [Side::First, Side::Second] {
                if self.count(side) <= usize::from(rules.lose_at) {
                    return Some(Outcome::Win(side.other()));
                }
            }
            if self.exchanged {
                return Some(Outcome::Win(Side::Second));
            }
            let loses_if_blocked = match rules.blocked {
                Blocked::Loses => true,
                Blocked::FirstLoses => self.to_move == Side::First,
                _ => false,
            };
            if rules.blocked == Blocked::FirstTurnLoses
                && self.opening
                && self.to_move == Side::Second
                && self.is_blocked(Side::Second)
            {
                return Some(Outcome::Win(Side::Second));
            }
            let starts_a_turn = self.give == 0 && self.chain.is_none();
            if loses_if_blocked && starts_a_turn && self.is_blocked(self.to_move) {
                return Some(Outcome::Win(self.to_move.other()));
            }
            if rules.quiet_limit > 0 && self.quiet >= u32::from(rules.quiet_limit) {
                let (first, second) = (self.count(Side::First), self.count(Side::Second));
                return Some(match rules.quiet_result {
                    QuietResult::Draw => Outcome::Draw,
                    _ if first > second => Outcome::Win(Side::First),
                    _ if first < second => Outcome::Win(Side::Second),
                    QuietResult::MorePieces => Outcome::Draw,
                    QuietResult::MorePiecesOrSecond => Outcome::Win(Side::Second),
                });
            }
        }
        if rules.turn_limit > 0 && self.turns >= u32::from(rules.turn_limit) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn show(&self) -> String {
        let board = self.board.show();
        let phase = if self.moving { "move" } else { "place" };
        let mut text =
            format!("{} {} {phase} {} {}", board, self.letter(self.to_move), self.quiet, self.turns);
        if let Some(piece) = self.chain {
            text += &format!(" chain:{}", name(piece));
        }
        if self.give > 0 {
            text += &format!(" give:{}", self.give);
        }
        if self.way {
            text += " way";
        }
        if self.opening {
            text += " opening";
        }
        if self.exchanged {
            text += " exchanged";
        }
        if let Some(origin) = self.room {
            text += &format!(" room:{}", name(origin));
        }
        text
    }

    fn captures(&self, step: &str) -> u32 {
        match step.split_once('-') {
            Some((from, to)) => self.carried(cell(from), cell(to)).taken(self.to_move, cell(to)).len() as u32,
            None => match step.strip_prefix('x') {
                Some(piece) => u32::from(self.board.at(cell(piece)) == self.letter(self.to_move.other())),
                None => 0,
            },
        }
    }
}

fn name((column, row): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The names of some cells, apart by spaces.
pub fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(" ")
}

fn slide_name((from, to): (Cell, Cell)) -> String {
    format!("{}-{}", name(from), name(to))
}

fn cell(text: &str) -> Cell {
    let column = text.chars().next().expect("a cell has a letter") as usize - 'a' as usize;
    let rank: usize = text[1..].parse().expect("a cell has a number");
    (column, rank - 1)
}

fn random_rules(random: &mut Random) -> Rules {
    loop {
        let rules = Rules {
            size: random.choose(&[3, 3, 5]),
            first: random.choose(&[Colour::White, Colour::Black]),
            placements: random.choose(&[1, 2]),
            starts_moving: random.choose(&Side::BOTH),
            after_capture: random.choose(&[
                AfterCapture::TurnEnds,
                AfterCapture::AnyStep,
                AfterCapture::SamePieceForced,
                AfterCapture::SamePieceFree,
            ]),
            centre_safe: random.coin(),
            line_capture: random.coin(),
            blocked: random.choose(&[
                Blocked::Skip,
                Blocked::Pass,
                Blocked::Loses,
                Blocked::FirstLoses,
                Blocked::FirstTurnLoses,
                Blocked::LosesPiece,
                Blocked::TakesPiece,
                Blocked::GetsWay,
            ]),
            lose_at: random.choose(&[0, 1, 2, 5]),
            quiet_limit: random.choose(&[0, 1, 7, 40, 40]),
            quiet_result: random.choose(&[
                QuietResult::Draw,
                QuietResult::MorePieces,
                QuietResult::MorePiecesOrSecond,
            ]),
            turn_limit: random.choose(&[0, 0, 5, 24, 30, 100]),
            exchange: random.choose(&[Exchange::Off, Exchange::Any, Exchange::Untouchable]),
            exchange_wins: random.coin(),
            make_room: random.coin(),
        };
        if rules.check().is_ok() {
            return rules;
        }
    }
}

impl<B: seega::Bits> Twin for seega::Seega<B> {
    type Reference = Seega;

    const COUNTERS: &[usize] = &[3, 4];

    fn slow(rules: &Rules, position: &str) -> Seega {
        Seega::full(rules, position.split(' ').next().expect("a board"))
    }

    fn random(random: &mut Random) -> Rules {
        random_rules(random)
    }

    fn unlimited(rules: &Rules) -> Rules {
        Rules { quiet_limit: 0, turn_limit: 0, ..*rules }
    }

    /// A placement adds one of one's own, `x` takes one of one's own off unless it captures, captures are the other
    /// side's.
    fn conserves(before: &Self, step: Self::Move, captured: u32, after: &Self) -> bool {
        let step = step.to_string();
        let letters = match before.rules().colour(before.to_move()) {
            Colour::White => ['w', 'b'],
            Colour::Black => ['b', 'w'],
        };
        let [own, other] =
            letters.map(|letter| i64::from(count(after, letter)) - i64::from(count(before, letter)));
        let placed = before.to_string().contains(" place ");
        let given = step.starts_with('x') && captured == 0;
        own == i64::from(placed) - i64::from(given) && other == -i64::from(captured)
    }
}
