//! What a player is, asked of its recipe: nobody outside gets a file opened or a program started, whatever a spec is like.

use engine::{Limits, Playable, PlayerSpec};
use games::seega::Seega;
use games::with_game;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_file_of_a_spec_is_seen() {
    for text in [
        "linear(x)",
        "linear(depth=3,file=x)",
        "siege(x)",
        "net(x)",
        "anything(x)",
        "alphabeta(eval=linear(x))",
        "minimax(eval=pits(file=x))",
        "mcts(net=x)",
        "mcts(eval=siege(x))",
        "mcts(sims=3,playout=linear(x))",
        "mcts(sims=3,playout=mcts(net=x))",
        "mcts(sims=3,playout=stages(place=random,move=alphabeta(eval=linear(x))))",
        "stages(place=mcts(net=x),move=best)",
        "stages(place=best,move=linear(file=\"a b\"))",
    ] {
        assert!(spec(text).reads_files(), "{text}");
        assert!(!spec(text).starts_programs(), "{text}");
    }
    for text in [
        "random",
        "greedy",
        "best(nodes=3)",
        "level:3",
        "linear",
        "davis2002(depth=3)",
        "alphabeta(depth=3,eval=linear)",
        "mcts(sims=3,playout=random)",
        "stages(place=best,move=level:3)",
        "ugi(\"a b\",patience=3)",
    ] {
        assert!(!spec(text).reads_files(), "{text}");
    }
    for text in [
        "ugi(x)",
        "gtp(\"gnugo --mode gtp\")",
        "mcts(sims=3,playout=ugi(x))",
        "stages(place=best,move=gtp(x))",
    ] {
        assert!(spec(text).starts_programs(), "{text}");
    }
}

/// Where a spec names a file that is not there, making the player fails exactly if the recipe says that it reads one: every
/// player and evaluator of every game, with a file in every place that the grammar has.
#[test]
fn a_recipe_that_reads_no_file_opens_none() {
    const FILE: &str = "/no/such/file";
    let mut opened = 0;
    for game in games::presets().map(games::Preset::usual) {
        with_game!(game, |rules: G| {
            let players = <G as Playable>::NAMES.iter().map(|(name, _)| *name);
            let evaluators = <G as Playable>::EVALUATORS.iter().map(|(name, _)| *name);
            let general = ["random", "greedy", "best", "level:2", "alphabeta", "minimax", "mcts"];
            for name in players.chain(evaluators).chain(general) {
                let name = name.split('(').next().unwrap();
                for argument in [
                    "",
                    FILE,
                    "file=F",
                    "net=F",
                    "eval=F",
                    "eval=linear(F)",
                    "eval=siege(F)",
                    "schedule=F",
                    "depth=F",
                    "playout=F",
                    "opponent=F",
                    "c=F",
                    "command=F",
                    "place=F",
                    "move=F",
                ] {
                    let text = format!("{name}({})", argument.replace('F', FILE));
                    let texts = [
                        format!("alphabeta(depth=1,eval={text})"),
                        format!("stages(place={text},move=random)"),
                        format!("mcts(sims=1,playout={text})"),
                        text,
                    ];
                    for text in &texts {
                        let Ok(spec) = text.parse::<PlayerSpec>() else { continue };
                        let error = spec.maker::<G>(&rules).map(drop).err().map(|e| e.to_string());
                        let tried = error.is_some_and(|e| e.contains("No such file"));
                        assert!(spec.reads_files() || !tried, "{text}");
                        opened += u32::from(tried);
                    }
                }
            }
        });
    }
    assert!(opened > 20, "{opened} files were looked for");
}

#[test]
fn wrong_arguments_are_told_before_the_game_is_known() {
    let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
    assert_eq!(error("random(3)"), "at character 8, \"3\": random takes nothing");
    assert_eq!(error("level:11"), "at character 1, \"level:11\": levels are 1 to 10");
    assert_eq!(
        error("alphabeta(depht=3)"),
        "at character 17, \"3\": alphabeta takes depth, nodes, ms, eval, quiescence, reductions, extensions, outcomes, bias, \
         contempt, careless"
    );
    assert_eq!(
        error("mcts(opponent=me)"),
        "at character 15, \"me\": the opponent is thought to be best or random"
    );
    assert_eq!(error("stages(place=best)"), "at character 1, \"stages\": say who shall move: move=PLAYER");
    assert_eq!(
        error("stages(place=best,move=mcts(playout=random))"),
        "at character 24, \"mcts\": games that are played out take long: say how many, sims=N, or for how long, ms=N"
    );
    assert_eq!(
        error("mcts(net=a(b))"),
        "at character 10, \"a\": the name of a file was expected; one with parentheses stands in quotation marks"
    );
    assert_eq!(error("alphabeta(eval=best(3))"), "at character 21, \"3\": best takes nothing");
}

#[test]
fn a_spec_says_how_long_its_player_thinks() {
    let nodes = |text: &str| spec(text).default_limits().nodes;
    for text in ["best", "alphabeta", "minimax(bias=3)", "mcts(c=1)", "stages(place=random,move=best)"] {
        assert_eq!(nodes(text), Some(100_000), "{text}");
    }
    for text in
        ["best(ms=3)", "alphabeta(depth=2)", "mcts(sims=4)", "level:3", "random", "davis2002", "ugi(x)"]
    {
        assert_eq!(spec(text).default_limits(), Limits::default(), "{text}");
    }
    for text in ["best(ms=3)", "stages(place=uct(ms=3),move=best)", "mcts(sims=3,playout=alphabeta(ms=3))"] {
        assert!(spec(text).is_timed(), "{text}");
    }
    assert!(!spec("alphabeta(depth=3,eval=material)").is_timed());
    assert!(spec("mcts(sims=3,playout=random)").plays_out() && !spec("mcts(sims=3)").plays_out());
}

#[test]
fn carelessness_is_put_where_none_is_said() {
    let careless = |text: &str| spec(text).with_careless(10).map(|spec| spec.to_string());
    assert_eq!(careless("alphabeta(depth=2,eval=net)").unwrap(), "alphabeta(depth=2,eval=net,careless=10)");
    assert_eq!(careless("linear").unwrap(), "linear(careless=10)");
    assert_eq!(careless("mcts(careless=3,sims=5)").unwrap(), "mcts(careless=3,sims=5)");
    assert!(careless("random").unwrap_err().to_string().contains("random takes nothing"));
    let weights = vec![0.5; 15].into();
    let learnt = spec("linear(depth=2)").with_weights(&weights).with_careless(10).unwrap();
    assert_eq!(learnt.weights(), Some(&weights));
}

/// Two players that differ in their numbers alone have one text and are not equal.
#[test]
fn numbers_beside_a_spec_are_part_of_what_is_equal() {
    let with = |x: f32| spec("alphabeta(depth=2,eval=linear)").with_weights(&vec![x; 15].into());
    assert_eq!(with(1.0), with(1.0));
    assert_ne!(with(1.0), with(2.0));
    assert_ne!(with(1.0), spec("alphabeta(depth=2,eval=linear)"));
    assert_eq!(with(1.0).to_string(), with(2.0).to_string());
    let file = spec("alphabeta(depth=2,eval=linear(x.toml))");
    assert_eq!(file.with_weights(&vec![1.0; 15].into()), file, "a file is not replaced");
}

#[test]
fn unknown_names_are_told_without_opening_anything() {
    let known = |text: &str| spec(text).check_names::<Seega<u64>>().map_err(|e| e.to_string());
    let unknown = "at character 1, \"bogus\": no player of this game has that name: random, greedy, best, ";
    assert!(known("bogus(3)").unwrap_err().starts_with(unknown));
    assert!(known("davis2002").unwrap_err().contains("no player of this game"));
    let error = known("mcts(sims=1,playout=alphabeta(eval=bogus(/etc/passwd)))").unwrap_err();
    assert!(
        error.starts_with(
            "at character 36, \"bogus\": no evaluator of this game has that name: best, material"
        )
    );
    assert!(
        known("gredy").unwrap_err().contains("has that name: did you mean greedy? They are random, greedy")
    );
    assert!(known("levle:3").unwrap_err().contains("did you mean level? They are "));
    assert!(
        known("mcts(sims=1,playout=alphabeta(eval=blnk))")
            .unwrap_err()
            .contains("did you mean blank? They are best")
    );
    for text in [
        "linear(/no/such/file)",
        "abdelbar2004",
        "alphabeta(eval=siege(x))",
        "stages(place=best,move=level:1)",
    ] {
        assert_eq!(known(text), Ok(()), "{text}");
    }
}
