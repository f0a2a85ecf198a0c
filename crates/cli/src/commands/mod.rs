//! The sub-commands, one file each.

mod analyse;
mod bench;
mod completions;
mod convert;
mod engine;
mod explain;
mod games;
mod man;
mod matches;
mod perft;
mod play;
mod players;
mod replay;
mod report;
mod reproduce;
mod rules;
mod runs;
mod serve;
mod tournament;
mod train;
mod tune;

use std::io::{self, BufWriter, Write};

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Plays, studies and learns old games of pebbles, seeds and stones.
#[derive(Parser)]
#[command(name = "petteia", version, arg_required_else_help = true, max_term_width = 80)]
#[command(after_help = "Examples:
  petteia serve                          the page, for a browser
  petteia games                          which games there are
  petteia rules seega:5                  how one of them is played
  petteia play seega:5                   two people at one terminal
  petteia play awari --side south        against the program
  petteia players                        which opponents there are
  petteia analyse awari                  what the program thinks of a position
  petteia explain seega:7                what an evaluator sees in it
  petteia train configs/davis2002-quick.toml    learn to play

Exit codes: 0 fine, 1 something failed here or in the system, 2 wrong input.")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Rules(rules::Args),
    Play(play::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Players(players::Args),
    Serve(serve::Args),
    Analyse(analyse::Args),
    Explain(explain::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    Train(train::TrainArgs),
    Resume(train::ResumeArgs),
    Runs(runs::Args),
    Tune(tune::Args),
    Report(report::Args),
    Reproduce(reproduce::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Engine(engine::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command that was given.
pub fn run(cli: Cli) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match cli.command {
        Command::Games(args) => games::run(&args, &mut out),
        Command::Rules(args) => rules::run(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Convert(args) => convert::run(&args),
        Command::Players(args) => players::run(&args, &mut out),
        Command::Serve(args) => serve::run(&args, &mut out),
        Command::Analyse(args) => analyse::run(&args, &mut out),
        Command::Explain(args) => explain::run(&args, &mut out),
        Command::Match(args) => matches::run(&args, &mut out),
        Command::Tournament(args) => tournament::run(&args, &mut out),
        Command::Train(args) => train::train(&args, &mut out),
        Command::Resume(args) => train::resume(&args, &mut out),
        Command::Runs(args) => runs::run(&args, &mut out),
        Command::Tune(args) => tune::run(&args, &mut out),
        Command::Report(args) => report::run(&args, &mut out),
        Command::Reproduce(args) => reproduce::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
        Command::Engine(args) => engine::run(&args, &mut out),
        Command::Completions(args) => completions::run(&args, &mut out),
        Command::Man(args) => man::run(&args),
    }?;
    Ok(out.flush()?)
}
