//! Jobs are plain data, and playing one is a function of it.

use std::ops::ControlFlow;

use engine::Limits;
use games::awari::{Awari, Rules};
use games::{Game, GameSpec, Line, Side};
use lab::arena::{Participant, play_line};
use lab::job::{Executor, Pairing};
use lab::{Entrant, Job, Tally, Threads};

fn entrant(spec: &str) -> Entrant {
    Entrant::new(spec.parse().unwrap(), Limits::default())
}

fn jobs(game: &str, specs: [&str; 2], pairs: u64) -> Vec<Job> {
    let game = game.parse().unwrap();
    let pairing = Pairing { game, start: None, opening: 4, longest: 300, seed: 3 };
    let entrants = specs.map(entrant);
    (0..pairs).flat_map(|pair| pairing.jobs(entrants.each_ref(), pair).unwrap()).collect()
}

#[test]
fn records_depend_on_the_job_alone() {
    let jobs = jobs("seega:3", ["level:2", "alphabeta(depth=2,bias=100)"], 15);
    let records = Threads::new(1).run(&jobs).unwrap();
    assert_eq!(Threads::new(3).run(&jobs).unwrap(), records, "in the order of the jobs, whoever was faster");
    // A part of them, in another order, after a journey through JSON.
    let executor = Threads::new(2);
    for i in [17, 4, 29] {
        let text = serde_json::to_string(&jobs[i]).unwrap();
        let job: Job = serde_json::from_str(&text).unwrap();
        assert_eq!(job, jobs[i]);
        let record = executor.run(std::slice::from_ref(&job)).unwrap().remove(0);
        assert_eq!(record, records[i]);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<lab::GameRecord>(&text).unwrap(), record);
        assert_eq!(record.record(&job).check(), Ok(()));
        assert_eq!(record.record(&job).tag("White"), Some(job.players[0].spec.to_string().as_str()));
    }
    assert!(records.iter().any(|record| record.outcome != records[0].outcome), "the games differ");
}

/// What an executor plays is what two players make of the same line by themselves, and the stronger wins.
#[test]
fn a_job_is_the_game_that_its_players_play() {
    let specs = ["davis2002(depth=2)", "greedy"];
    let jobs = jobs("awari", specs, 10);
    let records = Threads::new(2).run(&jobs).unwrap();
    let mut tally = Tally::default();
    for (jobs, pair) in jobs.chunks(2).zip(records.chunks(2)) {
        tally.add([pair[0].outcome, pair[1].outcome], pair.iter().map(|game| game.steps.len() as u64).sum());
        for (job, record) in jobs.iter().zip(pair) {
            let mut line = Line::new(Awari::start(&Rules::DAVIS2002));
            for step in &job.opening {
                line.read(step).unwrap();
            }
            let mut rng = job.rng.clone();
            let mut players = Side::BOTH.map(|side| {
                let maker = job.players[side.index()].spec.maker::<Awari>(&Rules::DAVIS2002).unwrap();
                maker(&mut rng.child("player", side.index() as u64))
            });
            let seats = players.each_mut().map(|player| player as &mut dyn Participant<Awari>);
            let (line, forfeit) = play_line(line, seats, [Limits::default(); 2], job.longest, &mut rng);
            let steps = line.positions().iter().zip(line.steps()).map(|(at, &step)| at.write_step(step));
            assert_eq!((steps.collect::<Vec<_>>(), forfeit), (record.steps.clone(), None));
        }
    }
    assert!(tally.games() == 20 && tally.score() > 0.5, "{tally:?}");
}

/// Numbers beside a spec may stand in the spec or in the entrant; either way players of one text and other numbers are others.
#[test]
fn players_that_differ_in_their_numbers_alone_are_not_mixed_up() {
    let learnt = |x: f32| [1.0, x, -x, x, 0.5, -1.0];
    let jobs = |beside: bool| -> Vec<Job> {
        let numbered = |x: f32| {
            let plain = entrant("davis2002(depth=2)");
            if beside {
                return plain.with_weights(learnt(x).to_vec().into());
            }
            Entrant { spec: plain.spec.with_weights(&learnt(x).into()), ..plain }
        };
        let game = "awari".parse().unwrap();
        let pairing = Pairing { game, start: None, opening: 2, longest: 300, seed: 3 };
        let jobs = |x| pairing.jobs([&numbered(x), &entrant("greedy")], 0).unwrap();
        [jobs(0.9), jobs(-0.9)].concat()
    };
    let together = Threads::new(1).run(&jobs(false)).unwrap();
    assert_eq!(together, Threads::new(1).run(&jobs(true)).unwrap());
    assert_ne!(together[..2], together[2..], "they play differently");
}

#[test]
fn whoever_watches_hears_everything_in_order_and_may_stop() {
    let jobs = jobs("awari", ["random", "random"], 20);
    let mut heard = Vec::new();
    let watch = &mut |number, _| {
        heard.push(number);
        if number == 6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Threads::new(3).stream(&jobs, watch).unwrap();
    assert_eq!(heard, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_is_wrong_is_named_before_anything_is_played() {
    let error = |game: &str, specs: [&str; 2]| {
        let jobs = jobs(game, specs, 1);
        let played = Threads::new(1).stream(&jobs, &mut |_, _| panic!("a game was played"));
        played.unwrap_err().to_string()
    };
    assert!(error("awari", ["random", "kasparov"]).starts_with("kasparov: at character 1, "));
    assert_eq!(
        error("awari", ["random", "ugi(\"/no/such/program -x\")"]),
        "ugi(\"/no/such/program -x\"): \"/no/such/program\" cannot be started: No such file or directory (os error 2)"
    );
    assert_eq!(
        error("awari", ["random", "gtp(true)"]),
        "gtp(true): awari is not played by Go programs; ugi(…) plays every game"
    );
    assert!(error("awari", ["random", "ugi(true)"]).contains("the program has ended"));
    let game: GameSpec = "awari".parse().unwrap();
    let pairing = Pairing { game, start: None, opening: 5000, longest: 300, seed: 3 };
    let none = pairing.jobs([&entrant("random"), &entrant("random")], 0).unwrap_err().to_string();
    assert_eq!(none, "after 5000 random steps nearly every game is over; take fewer");
}

/// A weights file is read once for a run and anew for the next, so that a learner may write its files again.
#[test]
fn files_are_read_once_a_run() {
    let folder = std::env::temp_dir().join(format!("petteia-jobs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("weights.toml");
    let [black, white] = ["black", "white"].map(|colour| {
        let shipped = format!("{}/../../players/abdelbar2004-{colour}.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(shipped).unwrap()
    });
    let spec = format!("alphabeta(depth=1,eval=linear({}))", path.display());
    std::fs::write(&path, &black).unwrap();
    let jobs = jobs("seega:5", [&spec, "random"], 4);
    let executor = Threads::new(1);
    let mut first = Vec::new();
    let watch = &mut |number, record| {
        if number == 0 {
            std::fs::write(&path, "nonsense").unwrap();
        }
        first.push(record);
        ControlFlow::Continue(())
    };
    executor.stream(&jobs, watch).unwrap();
    std::fs::write(&path, &black).unwrap();
    assert_eq!(executor.run(&jobs).unwrap(), first, "the file was read before the first game and not again");
    std::fs::write(&path, &white).unwrap();
    assert_ne!(executor.run(&jobs).unwrap(), first, "another run reads it again");
    std::fs::remove_dir_all(&folder).unwrap();
}
