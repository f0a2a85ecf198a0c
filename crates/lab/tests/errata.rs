//! Sums behind docs/papers/errata.md: what the papers print and what cannot be so.

use games::awari::{Awari, Rules};
use games::{Game, Outcome, Side};

/// "The intersection of any two neighborhoods includes no more than one particle" (2003 and 2004, section 5 and V).
#[test]
fn neighbourhoods_of_a_hypercube_share_two_corners() {
    for edges in [5, 6] {
        let around = |corner: u32| (0..edges).map(move |bit| corner ^ 1 << bit);
        let shared =
            |a: u32, b: u32| around(a).filter(|&corner| around(b).any(|other| other == corner)).count();
        let most = (1..1 << edges).map(|other| shared(0, other)).max();
        assert_eq!(most, Some(2), "a square has two ways from a corner to the opposite one");
    }
}

/// "2 to 10 plies" and "4 to 6" (2004, V), with formulas that were made for 24 pieces.
#[test]
fn the_depths_of_2004_are_those_of_the_smaller_board() {
    let placing = |pieces: f64| 2.0 + (0.3 * pieces).floor();
    let moving = |pieces: f64| 4.0 + (0.02 * (pieces - 12.0).powi(2)).floor();
    assert_eq!([placing(23.0), moving(24.0)], [8.0, 6.0], "5×5");
    assert_eq!([placing(48.0), moving(48.0)], [16.0, 29.0], "7×7");
}

/// "to reward players who lost a well-fought game over a player who simply lost" (2003, 5): with k, c1 and c2 all positive a longer loss
/// is worth less than a short one.
#[test]
fn the_score_of_2003_punishes_what_it_should_reward() {
    let score = |r: f64, pieces: f64, moves: f64| {
        let (k, c1, c2) = (0.25, 1.0, 1.0);
        let more = |c: f64, x: f64, middle: f64| k * (c * 0.5f64.ln() * (x - middle) / middle).exp();
        r * (1.0 + more(c1, pieces, 12.0) - more(c2, moves, 25.0))
    };
    assert!(score(-1.0, 12.0, 100.0) < score(-1.0, 12.0, 30.0), "a loss after a hundred moves");
    assert!(score(1.0, 12.0, 100.0) > score(1.0, 12.0, 30.0), "a win after a hundred moves");
}

/// τ = 1/√(2N) with N = 6,216 "and hence τ was 0.0796" (2010, 4.3): that is 1/√(2√N).
#[test]
fn tau_of_2010_is_another_formula_s() {
    let n = 6216f64;
    assert!((1.0 / (2.0 * n).sqrt() - 0.00897).abs() < 1e-5);
    assert!((1.0 / (2.0 * n.sqrt()).sqrt() - 0.0796).abs() < 1e-4);
}

/// Appendix B of 2002: with the stores that are printed, 10 and 9, its first board makes 51 seeds of 48. With 9 and 7 the two moves of the
/// example, played by rule 5, end 19 to 9 after 33 moves, as table 4 has it; so North's move captured the two seeds that the
/// boards still show in pit 4.
#[test]
fn appendix_b_shows_two_seeds_that_were_captured() {
    let pits: u32 = [0, 0, 10, 0, 5, 2, 0, 0, 0, 0, 0, 15].iter().sum();
    assert_eq!((pits, pits + 10 + 9, pits + 9 + 7), (32, 51, 48));
    let mut board = Awari::parse(&Rules::DAVIS2002, "0,0,10,0,5,2/0,0,0,0,0,15 9/7 n 31").unwrap();
    for (step, after) in
        [("12", "2,2,12,0,6,3/1,1,1,1,1,0 9/9 s 32"), ("5", "2,2,12,0,0,4/0,0,0,0,0,0 19/9 n 33")]
    {
        let step = board.read_step(step).unwrap();
        board.play(step);
        assert_eq!(board.to_string(), after);
    }
    assert_eq!(board.outcome(), Some(Outcome::Win(Side::First)));
}

/// Tables 3 to 6 of 2002: every game that the evolved player won has an odd number of moves, every one that it lost an even one. So the
/// moves of both sides are counted together, and it had South in all of them.
#[test]
fn the_evolved_player_of_2002_always_had_south() {
    let won = [29, 39, 39, 67, 63, 43, 75, 43, 33, 85, 59, 103, 105];
    let lost = [68, 50, 116, 86, 76, 86, 76, 76];
    assert!(won.iter().all(|moves| moves % 2 == 1) && lost.iter().all(|moves| moves % 2 == 0));
}
