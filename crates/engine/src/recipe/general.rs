//! The players that every game has, in words, for lists.

use super::DEFAULT_NODES;
use crate::games::Levels;

/// The players that every game has, with these levels: specs, and what they name in a few words.
pub fn general(levels: &Levels) -> Vec<(String, String)> {
    let mut list = vec![
        ("random".to_string(), "any legal step".to_string()),
        ("greedy".into(), "takes what it can, looks one step ahead".into()),
    ];
    for (i, (nodes, random)) in levels.iter().enumerate() {
        let care = match random {
            0 => String::new(),
            n => format!(", {n} of 100 steps random"),
        };
        list.push((format!("level:{}", i + 1), format!("best with {nodes} positions a step{care}")));
    }
    list.extend([
        ("best".into(), format!(
            "the strongest player; best(nodes=N) or best(ms=N) say how long it thinks, otherwise {DEFAULT_NODES} positions; \
            where it asks a network, a judgement counts as 1000 positions"
        )),
        ("alphabeta".into(), "alpha-beta search; takes depth=, nodes=, ms=, eval=, bias= (size of a random bias of every \
            evaluation, 100000 being one), contempt= (how much less than an even position a draw is worth to it, in the \
            same measure), careless= (how many steps of a hundred are random), and what else than plain minimax it sees, each on or \
            off: quiescence= (captures beyond the depth are followed, in games where this helps), reductions= (late quiet steps are looked at less deeply \
            first), extensions= (forced steps cost no depth, up to 100 steps from the root; in Capture Go only one step is then looked at where \
            somebody can capture), outcomes= (off: a game that is over is not won or lost, but judged by eval)".into()),
        ("minimax".into(), "the step and the value of plain minimax, found by alpha-beta without anything of that; takes depth=, nodes=, ms=, \
            eval=, outcomes=, bias=, contempt= and careless=".into()),
        ("mcts".into(), "Monte-Carlo tree search; takes sims=, ms=, eval= or net= (a network's file), playout=PLAYER (games that this one plays for both \
            to their ends, not the network, say what positions are worth; without it, eval and net, random games do), \
            opponent=random (within the tree it makes any step), c= (how curious it is) and careless=".into()),
    ]);
    list
}
