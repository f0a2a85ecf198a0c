//! Networks as files and as players: what is written is read back, what does not fit is refused with the reason, and those that ship play.

use std::sync::Arc;

use engine::eval::net::{Architecture, Forward, NetEvaluator, Network, Pictured, Shape, file};
use engine::search::PolicyEvaluator;
use engine::{Limits, PlayerSpec, Rng};
use games::awari::Awari;
use games::seega::{Bits, Exchange, Rules, Seega, Step};
use games::text::Cell;
use games::{Game, GameSpec, Line, MoveList, with_game};
use proptest::prelude::*;

type Board = Seega<u64>;

fn small(rules: &Rules) -> Vec<u8> {
    let architecture = Architecture::Residual { filters: 3, blocks: 1, hidden: 2 };
    let network = Network::random(Board::shape(rules), architecture, &mut Rng::new(1));
    let game = GameSpec::Seega(*rules);
    let bytes = file::write(&network, &game, "a test");
    let (read, about) = file::fitting(&bytes, &game).unwrap();
    assert!(read == network && about.checked);
    bytes
}

/// A file as it was written before there were checksums.
fn unchecked(bytes: &[u8]) -> Vec<u8> {
    let (length, rest) = bytes.split_at(8);
    let (header, numbers) = rest.split_at(u64::from_le_bytes(length.try_into().unwrap()) as usize);
    let mut header: serde_json::Value = serde_json::from_slice(header).unwrap();
    let about = header["__metadata__"].as_object_mut().unwrap();
    about.remove("checksum").unwrap();
    about["format"] = "petteia network 1".into();
    let header = header.to_string().into_bytes();
    [&(header.len() as u64).to_le_bytes()[..], &header, numbers].concat()
}

#[test]
fn every_bit_counts() {
    let bytes = small(&Rules::seejeh(5));
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../players/seega5.safetensors");
    let shipped = std::fs::read(shipped).unwrap();
    assert!(file::read(&shipped).unwrap().1.checked);
    let mut rng = Rng::new(7);
    let some: Vec<usize> = (0..300).map(|_| rng.below(8 * shipped.len())).collect();
    for (file, bits) in [(&bytes, (0..8 * bytes.len()).collect()), (&shipped, some)] {
        let mut damaged = file.clone();
        for bit in bits {
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(file::read(&damaged).is_err(), "bit {bit} of {}", 8 * file.len());
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(damaged == *file);
    }
}

#[test]
fn files_without_a_checksum_are_read_but_not_with_absurd_numbers() {
    let bytes = unchecked(&small(&Rules::seejeh(5)));
    assert!(!file::read(&bytes).unwrap().1.checked);
    for (number, said) in [(f32::NAN, "NaN"), (f32::NEG_INFINITY, "-inf"), (3e38, "3e38"), (-2e4, "-2e4")] {
        let mut absurd = bytes.clone();
        let end = absurd.len();
        absurd[end - 4..].copy_from_slice(&number.to_le_bytes());
        let error = file::read(&absurd).unwrap_err().to_string();
        assert!(error.ends_with(&format!("one of its numbers is {said}")), "{error}");
    }
}

#[test]
fn files_are_read_back_and_refused_with_the_reason() {
    let rules = Rules::seejeh(5);
    let bytes = small(&rules);
    let (_, about) = file::read(&bytes).unwrap();
    assert_eq!((about.game.as_str(), about.origin.as_str()), ("seejeh:5", "a test"));
    // Neither the board, nor the game, nor a switch may differ.
    for other in ["seejeh:7", "seejeh:9", "seejeh:5(exchange=off)", "seega:ludii:5", "awari"] {
        let error = file::fitting(&bytes, &other.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(error, format!("this network is for seejeh:5, not for {other}"));
    }
    // A file that names no game is for none.
    let at = String::from_utf8_lossy(&bytes).find("seejeh:5").expect("it is there");
    let mut nameless = bytes.clone();
    nameless[at..at + 8].fill(b' ');
    assert!(file::fitting(&nameless, &GameSpec::Seega(rules)).is_err());
    // A name is read as its version of the rules meant it: version 1 of Seejeh let White give any piece.
    let mut bytes = unchecked(&bytes);
    let old = String::from_utf8_lossy(&bytes).find("\"rules_version\":\"2\"").expect("it is there") + 17;
    bytes[old] = b'1';
    let error = file::fitting(&bytes, &GameSpec::Seega(rules)).unwrap_err().to_string();
    assert_eq!(error, "this network is for seejeh:5(exchange=any), not for seejeh:5");
    let any = GameSpec::Seega(Rules { exchange: Exchange::Any, ..rules });
    assert!(file::fitting(&bytes, &any).is_ok());
    let wrong = |bytes: &[u8]| file::read(bytes).unwrap_err().to_string();
    assert!(wrong(b"").contains("it is too short"));
    assert!(wrong(&bytes[..bytes.len() - 4]).contains("too few or too many numbers"));
}

/// A network that sees the two colours alone is asked with them alone, also when it comes from a file.
#[test]
fn a_network_is_asked_with_its_own_planes() {
    let rules = Rules::seejeh(5);
    let game = GameSpec::Seega(rules);
    let architecture = Architecture::Paper { filters: 8, hidden: 12 };
    let opinions = |shape: Shape| {
        let mut network = Network::random(shape, architecture, &mut Rng::new(1));
        network.weights_mut().iter_mut().for_each(|w| *w = *w * 2.0 + 0.02);
        let (read, _) = file::fitting(&file::write(&network, &game, "a test"), &game).unwrap();
        assert_eq!(read, network);
        let mut judge = NetEvaluator::new(Arc::new(Forward::new(read)));
        // The same pieces after other numbers of quiet steps.
        let positions =
            ["b...w/...../...../...../w...b b move 0 31", "b...w/...../...../...../w...b b move 30 61"];
        let positions = positions.map(|text| Board::parse(&rules, text).unwrap());
        judge.evaluate(&positions, &mut Rng::new(1)).into_iter().map(|e| e.value).collect::<Vec<_>>()
    };
    let colours = Board::colours(&rules).unwrap();
    assert_eq!(colours, Shape { planes: 2, ..Board::shape(&rules) });
    let (two, all) = (opinions(colours), opinions(Board::shape(&rules)));
    assert!(two[0] == two[1] && two[0] != 0.0, "{two:?}");
    assert!(all[0] != all[1], "{all:?}");
    assert_eq!(Awari::colours(&games::awari::Rules::DAVIS2002), None);
    let three = Network::random(Shape { planes: 3, ..colours }, architecture, &mut Rng::new(1));
    let error = file::fitting(&file::write(&three, &game, ""), &game).unwrap_err().to_string();
    assert!(error.contains("this network sees 3 planes"), "{error}");
}

proptest! {
    /// Whatever is done to a file, it is read or refused, and never ends the program.
    #[test]
    fn damaged_files_do_no_harm(at in 0usize..4000, byte: u8, cut in 0usize..4000) {
        let mut bytes = small(&Rules::seejeh(5));
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = file::read(&bytes);
        let _ = file::read(&unchecked(&small(&Rules::seejeh(5)))[..cut]);
        bytes.truncate(cut);
        prop_assert!(file::read(&bytes).is_err());
    }
}

/// Every step of every game has a number of its own within its position, below the number of all.
#[test]
fn steps_have_numbers_of_their_own() {
    let sizes = ["seega:9", "capture-go:5x4"].map(|name| name.parse::<GameSpec>().unwrap());
    for spec in games::presets().map(games::Preset::usual).chain(sizes) {
        with_game!(spec, |rules: G| numbers::<G>(&rules));
    }
    fn numbers<G: Pictured>(rules: &G::Rules) {
        let (shape, mut rng) = (G::shape(rules), Rng::new(4));
        for _ in 0..20 {
            let mut position = G::start(rules);
            // A position alone may never be over, where games end by repetition.
            for _ in 0..5_000 {
                let mut steps = MoveList::new();
                position.moves(&mut steps);
                let mut numbers: Vec<usize> = steps.iter().map(|&step| position.step_number(step)).collect();
                numbers.sort_unstable();
                assert!(
                    numbers.windows(2).all(|pair| pair[0] < pair[1])
                        && numbers.iter().all(|&n| n < shape.steps)
                );
                position.picture(&mut |plane, cell, number| {
                    let inside =
                        plane < shape.planes && cell < shape.cells() && (-1.5..=4.5).contains(&number);
                    assert!(inside, "{position}: plane {plane}, cell {cell}: {number}");
                });
                let Some(step) = position.pick(&mut |n| rng.below(n)) else { break };
                position.play(step);
            }
        }
    }
}

/// A position through a symmetry looks like its picture through the same: every cell of every plane, and every step.
#[test]
fn pictures_turn_with_the_board() {
    let (rules, mut rng) = (Rules::seejeh(5), Rng::new(8));
    let painted = |position: &Board| {
        let mut planes = vec![[0.0f32; 25]; 10];
        position.picture(&mut |plane, cell, number| planes[plane][cell] = number);
        planes
    };
    let mut position = Board::start(&rules);
    let mut slides = 0;
    for _ in 0..60 {
        let mut steps = MoveList::new();
        position.moves(&mut steps);
        for symmetry in 0..8 {
            let turned = position.transform(symmetry);
            // Where each cell goes, by the number of a placement there.
            let goes: Vec<usize> = (0..25u8)
                .map(|cell| {
                    let place = Step::Place(Cell::new(cell % 5, cell / 5));
                    turned.step_number(position.transform_move(place, symmetry))
                })
                .collect();
            for (here, there) in painted(&position).iter().zip(&painted(&turned)) {
                assert!((0..25).all(|cell| here[cell] == there[goes[cell]]), "{position} by {symmetry}");
            }
            for &step in &steps {
                let number = turned.step_number(position.transform_move(step, symmetry));
                assert_eq!(number % 25, goes[position.step_number(step) % 25], "{step} by {symmetry}");
                slides += u32::from(number >= 25);
            }
        }
        match position.pick(&mut |n| rng.below(n)) {
            Some(step) => position.play(step),
            None => break,
        }
    }
    assert!(slides > 100, "the moving stage is seen too");
}

/// The networks that ship fit their games, and a player with one answers at once where only one judgement is allowed.
#[test]
fn shipped_networks_play() {
    for (name, path) in [
        ("seejeh:5", "players/seejeh5.safetensors"),
        ("seejeh:7", "players/seejeh7.safetensors"),
        ("seega:5", "players/seega5.safetensors"),
        ("seega:7", "players/seega7.safetensors"),
        ("capture-go:9", "players/capture-go9.safetensors"),
    ] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        let game: GameSpec = name.parse().unwrap();
        with_game!(game, |rules: G| {
            let (network, _) = file::load(&path, &game).unwrap();
            assert!(std::fs::metadata(&path).unwrap().len() < 8 << 20 && network.weights().len() > 50_000);
            let chosen = |spec: &str| {
                let maker = spec.parse::<PlayerSpec>().unwrap().maker::<G>(&rules).unwrap();
                let mut rng = Rng::new(1);
                let line = Line::new(G::start(&rules));
                let chosen = maker(&mut rng).choose(&line, &Limits::default(), &mut rng);
                assert!(line.position().read_step(&chosen.step().to_string()).is_ok(), "{spec}");
                (chosen.step().to_string(), chosen.nodes)
            };
            chosen("best(nodes=1)");
            // The best player is this network: it steps and counts as the file does.
            let file = format!("mcts(sims=9,net={})", path.display());
            assert_eq!(chosen("best(nodes=9000)"), chosen(&file), "{name}");
        });
    }
}

/// Four cells are left, and White will get the two that Black leaves. One of them lies beside the centre: Black has to leave it,
/// because White's piece there is taken by the first step, and without that White wins on equal numbers. A hundred
/// simulations with the network that shipped first took it in both of these positions; the search, which has no priors,
/// does not, whatever the network.
#[test]
fn the_last_turn_of_placing_is_searched() {
    let rules = Rules::seejeh(7);
    for (text, beside) in [
        (".wwwwwb/.wbbbww/bwbbbww/w.b..bw/bwwbbbb/wwwbbbw/bwwbbbw b place 0 22", "e4"),
        ("ww.bwbb/wwbbbbw/.wb.bbw/bbb.bbw/wwbbbbw/wbwbwww/wbwww.w b place 0 22", "d5"),
    ] {
        let mut line = Line::new(Board::parse(&rules, text).unwrap());
        let mut rng = Rng::new(1);
        let mut player =
            "best(nodes=100000)".parse::<PlayerSpec>().unwrap().maker::<Board>(&rules).unwrap()(&mut rng);
        for _ in 0..2 {
            let chosen = player.choose(&line, &Limits::default(), &mut rng);
            assert!(chosen.best().prior.is_none(), "the network placed");
            assert_ne!(chosen.step().to_string(), beside);
            line.push(chosen.step());
        }
    }
}

/// Before each side's last turn the network places, and players too quick to search the end of the placing leave it to the network.
#[test]
fn the_network_places_until_then() {
    for (name, last) in [("seejeh:5", 4), ("seega:7", 2), ("seega:5", 2)] {
        let GameSpec::Seega(rules) = name.parse().unwrap() else { panic!("{name} is of the family") };
        let mut rng = Rng::new(1);
        let mut line = Line::new(Board::start(&rules));
        while line.position().is_placing() {
            let mut chosen = |spec: &str| {
                let maker = spec.parse::<PlayerSpec>().unwrap().maker::<Board>(&rules).unwrap();
                maker(&mut rng).choose(&line, &Limits::default(), &mut rng).best().prior.is_none()
            };
            let left = line.position().empty().count() - 1;
            if left <= 6 {
                // Only tree searches have priors.
                assert_eq!(chosen("best(nodes=2000)"), left <= last, "{name}, {left} cells left");
                assert!(!chosen("best(nodes=500)"), "{name}, {left} cells left");
            }
            let step = line.moves()[0];
            line.push(step);
        }
    }
}

#[test]
fn specs_with_networks_are_checked() {
    let error = |game: &str, spec: &str| {
        let game: GameSpec = game.parse().unwrap();
        with_game!(game, |rules: G| {
            let maker = spec.parse::<PlayerSpec>().and_then(|spec| spec.maker::<G>(&rules));
            maker.err().unwrap().to_string()
        })
    };
    assert!(error("seega:5", "mcts(net=nowhere)").contains("nowhere: No such file"));
    assert!(
        error("seega:5", "mcts(net=x,eval=best)").contains("mcts takes eval alone, without net and playout")
    );
    assert!(error("seega:5", "mcts(playout=random,eval=best)").contains("mcts takes eval alone"));
    assert!(
        error("seega:5", "mcts(sims=9,playout=nobody)").contains("at character 21, \"nobody\": no player")
    );
    assert!(error("seega:5", "mcts(playout=random)").contains("say how many, sims=N"));
    assert!(error("seega:5", "mcts(opponent=worst)").contains("thought to be best or random"));
    assert!(error("awari", "stages(place=random,move=best)").contains("this game has one stage only"));
    assert!(error("seega:5", "stages(place=random)").contains("say who shall move: move=PLAYER"));
    assert!("mcts(net=x)".parse::<PlayerSpec>().unwrap().reads_files());
}
