//! What a recipe has in it that others must know before the player is made. Every argument of every recipe is looked at
//! here by name, so that a new one cannot be forgotten: it does not compile before it is classified.

use games::TextError;

use super::make::{no_evaluator, no_player};
use super::{AlphaBeta, Eval, Mcts, Named, Numbers, PlayerSpec, Recipe};
use crate::games::Playable;
use crate::player::Limits;

/// Something in a recipe.
pub(super) enum Part<'a> {
    /// A file is read when the player is made.
    File,
    /// A program is started.
    Program,
    /// A player, or one within it, thinks no longer than this.
    Limits(&'a Limits),
    /// Games are played out by another player.
    Playout,
    /// A tree is kept that grows with every position.
    Tree,
    /// A name that only a game knows, of a player.
    Player(&'a Named),
    /// The same of an evaluator.
    Evaluator(&'a Named),
}

impl Recipe {
    /// Everything in the recipe, and in the players and evaluators within it.
    pub(super) fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        self.collect(&mut parts);
        parts
    }

    fn collect<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        match self {
            Recipe::Random | Recipe::Greedy | Recipe::Level(_) => {}
            Recipe::Best(limits) => parts.push(Part::Limits(limits)),
            Recipe::AlphaBeta(search) => {
                let AlphaBeta { limits, eval, careless: _, bias: _, contempt: _, .. } = search;
                let AlphaBeta { plain: _, quiescence: _, reductions: _, extensions: _, outcomes: _, .. } =
                    search;
                parts.push(Part::Limits(limits));
                eval.collect(parts);
            }
            Recipe::Mcts(Mcts { limits, eval, net, playout, opponent: _, curiosity: _, careless: _ }) => {
                parts.extend([Part::Tree, Part::Limits(limits)]);
                parts.extend(net.as_ref().map(|_| Part::File));
                if let Some(eval) = eval {
                    eval.collect(parts);
                }
                if let Some(player) = playout {
                    parts.push(Part::Playout);
                    player.recipe.collect(parts);
                }
            }
            Recipe::Stages(players) => players.iter().for_each(|player| player.recipe.collect(parts)),
            Recipe::Program(_) => parts.push(Part::Program),
            Recipe::Named(named) => {
                parts.push(Part::Player(named));
                named.collect(parts);
            }
        }
    }
}

impl Eval {
    fn collect<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        match self {
            Eval::Best | Eval::Material | Eval::Blank => {}
            Eval::Named(named) => {
                parts.push(Part::Evaluator(named));
                named.collect(parts);
            }
        }
    }
}

impl Named {
    fn collect<'a>(&'a self, parts: &mut Vec<Part<'a>>) {
        let Named { call: _, numbers, limits, careless: _ } = self;
        parts.push(Part::Limits(limits));
        match numbers {
            Numbers::File(_) => parts.push(Part::File),
            Numbers::Shipped | Numbers::Given(_) => {}
        }
    }
}

impl PlayerSpec {
    fn has(&self, is: impl Fn(&Part) -> bool) -> bool {
        self.recipe.parts().iter().any(is)
    }

    /// Whether making the player reads a file. A page must not open what its visitors name.
    pub fn reads_files(&self) -> bool {
        self.has(|part| matches!(part, Part::File))
    }

    /// Whether the player is another program, or has one within it.
    pub fn starts_programs(&self) -> bool {
        self.has(|part| matches!(part, Part::Program))
    }

    /// Whether a tree search in the spec has games played out by another player, which takes long.
    pub fn plays_out(&self) -> bool {
        self.has(|part| matches!(part, Part::Playout))
    }

    /// Whether the player, or one within it, is limited by time: its games cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        self.has(|part| matches!(part, Part::Limits(limits) if limits.time.is_some()))
    }

    /// Whether a search in the spec remembers every position that it looks at, and takes memory for each.
    pub fn grows<G: Playable>(&self) -> bool {
        self.has(|part| match part {
            Part::Tree => true,
            Part::Player(named) | Part::Evaluator(named) => G::TREES.contains(&named.name()),
            _ => false,
        })
    }

    /// That this game knows every name in the spec; no file is read for that.
    pub fn check_names<G: Playable>(&self) -> Result<(), TextError> {
        self.recipe.parts().into_iter().try_for_each(|part| match part {
            Part::Player(named) if !named.is_of(G::NAMES) => Err(no_player::<G>(named)),
            Part::Evaluator(named) if !named.is_of(G::EVALUATORS) => Err(no_evaluator::<G>(named)),
            _ => Ok(()),
        })
    }
}
