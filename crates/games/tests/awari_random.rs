//! Awari on random positions: against rules written a second time with plain loops, and the position string.
#![allow(missing_docs)]

use games::awari::{Awari, GrandSlam, Rules, Step};
use games::pits::Board;
use games::{Game, MoveList, Side};
use proptest::prelude::*;

/// Pits and stores after a step, seed by seed.
fn slow_step(rules: &Rules, pits: [u8; 12], mut stores: [u8; 2], pit: usize) -> ([u8; 12], [u8; 2]) {
    let mover = pit / 6;
    let mut sown = pits;
    let (mut place, mut hand) = (pit, sown[pit]);
    sown[pit] = 0;
    while hand > 0 {
        place = (place + 1) % 12;
        if place != pit {
            sown[place] += 1;
            hand -= 1;
        }
    }
    let theirs = |pit: usize| pit / 6 != mover;
    let mut captured = sown;
    let mut taken = 0;
    while theirs(place) && (captured[place] == 2 || captured[place] == 3) {
        taken += captured[place];
        captured[place] = 0;
        place = (place + 11) % 12;
    }
    let slam = taken > 0 && (0..12).all(|pit| !theirs(pit) || captured[pit] == 0);
    if slam && rules.grand_slam == GrandSlam::CapturesNothing {
        return (sown, stores);
    }
    stores[mover] += taken;
    (captured, stores)
}

/// The pits that may be sown if neither a majority nor the step limit has ended the game.
fn slow_steps(rules: &Rules, pits: [u8; 12], stores: [u8; 2], mover: usize) -> Vec<usize> {
    let theirs = |pits: &[u8; 12]| (0..12).filter(|pit| pit / 6 != mover).map(|pit| pits[pit]).sum::<u8>();
    let filled: Vec<usize> = (0..12).filter(|&pit| pit / 6 == mover && pits[pit] > 0).collect();
    let leaves_some = |pit: &usize| theirs(&slow_step(rules, pits, stores, *pit).0) > 0;
    let reaches = |pit: &usize| usize::from(pits[*pit]) > 5 - pit % 6;
    match rules.grand_slam {
        GrandSlam::Forbidden if filled.iter().any(leaves_some) => {
            filled.into_iter().filter(leaves_some).collect()
        }
        GrandSlam::Forbidden => filled,
        _ if theirs(&pits) == 0 => filled.into_iter().filter(reaches).collect(),
        _ => filled,
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(vec![Rules::DAVIS2002, Rules::ROMEIN, Rules::ABAPA])
}

/// 48 seeds thrown into 12 pits and 2 stores: into few of them, so that empty rows and full pits are common.
fn position() -> impl Strategy<Value = Awari> {
    let seeds = (prop::collection::vec(0..14usize, 1..14))
        .prop_flat_map(|places| prop::collection::vec(prop::sample::select(places), 48));
    (rules(), seeds, any::<bool>(), 0..1001u16).prop_map(|(rules, seeds, north, steps)| {
        let mut pits = [0; 14];
        seeds.into_iter().for_each(|place| pits[place] += 1);
        let mover = if north { Side::Second } else { Side::First };
        let board = Board { pits: std::array::from_fn(|pit| pits[pit]), stores: [pits[12], pits[13]] };
        Awari::new(&rules, board, mover, steps).unwrap()
    })
}

/// Few seeds on the board and the rest in equal stores: slams, feeding and endings.
fn late_position() -> impl Strategy<Value = Awari> {
    (rules(), prop::array::uniform12(0..3u8), any::<bool>()).prop_map(|(rules, pits, north)| {
        let rest = 48 - pits.iter().sum::<u8>();
        let mover = if north { Side::Second } else { Side::First };
        let board = Board { pits, stores: [rest / 2, rest - rest / 2] };
        Awari::new(&rules, board, mover, 0).unwrap()
    })
}

fn stores(position: &Awari) -> [u8; 2] {
    Side::BOTH.map(|side| position.store(side))
}

fn check_steps(position: &Awari) -> Result<(), TestCaseError> {
    let rules = position.rules();
    let mut list = MoveList::new();
    position.moves(&mut list);
    prop_assert_eq!(list.is_empty(), position.outcome().is_some());
    prop_assert_eq!(position.reason().is_empty(), position.outcome().is_none());
    let majority = rules.majority_ends && stores(position).iter().any(|&store| store > 24);
    let limit = rules.step_limit != 0 && position.steps_made() >= rules.step_limit;
    let expected = if majority || limit {
        vec![]
    } else {
        slow_steps(rules, position.pits(), stores(position), position.to_move().index())
    };
    prop_assert_eq!(list.iter().map(|step| usize::from(step.pit())).collect::<Vec<_>>(), expected);
    for (n, &step) in list.iter().enumerate() {
        let picked = position.pick(&mut |len| {
            assert_eq!(len, list.len());
            n
        });
        prop_assert_eq!(picked, Some(step));
        let mut next = *position;
        next.play(step);
        let (pits, after) = slow_step(rules, position.pits(), stores(position), usize::from(step.pit()));
        prop_assert_eq!((next.pits(), stores(&next)), (pits, after));
        prop_assert_eq!(next.to_move(), position.to_move().other());
        let mover = position.to_move().index();
        prop_assert_eq!(position.captures(step), u32::from(after[mover] - stores(position)[mover]));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn steps_agree_with_plain_loops(position in position(), late in late_position()) {
        check_steps(&position)?;
        check_steps(&late)?;
    }

    #[test]
    fn arbitrary_text_never_panics(rules in rules(), text in "\\PC*", close in "[0-9,/ sn]{0,60}") {
        for text in [text, close] {
            if let Ok(position) = Awari::parse(&rules, &text) {
                prop_assert_eq!(Awari::parse(&rules, &position.to_string()), Ok(position));
            }
            let _ = text.parse::<Step>();
            let _ = Awari::start(&rules).read_step(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn positions_of_games_are_read_back(rules in rules(), choices in prop::collection::vec(any::<u16>(), 1..300)) {
        let mut position = Awari::start(&rules);
        for choice in choices {
            prop_assert_eq!(Awari::parse(&rules, &position.to_string()), Ok(position));
            prop_assert_eq!(position.seeds_left() + stores(&position).iter().sum::<u8>(), 48);
            let Some(step) = position.pick(&mut |n| usize::from(choice) % n) else { break };
            prop_assert_eq!(position.read_step(&step.to_string()), Ok(step));
            let drawing = position.draw(Some(step));
            prop_assert!(drawing.is_ascii() && drawing.lines().all(|line| line.len() <= 60));
            position.play(step);
        }
    }
}
