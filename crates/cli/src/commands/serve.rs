//! `petteia serve`: the page.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use games::TextError;
use web::{Options, Server};

use crate::output;

/// Serve the page: play, understand, and watch learning happen, in a browser.
///
/// The server answers this machine alone, at the address that it prints; Ctrl-C ends it. Games in progress are kept in a folder and survive
/// a restart. Runs of `petteia train` are found in the runs folder.
///
/// With --listen it can be reached from other machines. Requests then need an access token: it is made up anew at every start, unless --token
/// names one, and it is part of the address that is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  petteia serve
  petteia serve --port 8000 --open
  petteia serve --listen 0.0.0.0 --token a-long-secret

crates/web/API.md describes the interface for other programs.")]
pub struct Args {
    /// The port; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 7373)]
    port: u16,
    /// The address of this machine to listen at, for other machines.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The access token, required when listening on a public address.
    #[arg(long, value_name = "TEXT")]
    token: Option<String>,
    /// Where games in progress are kept.
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,
    /// Where runs are.
    #[arg(long, value_name = "DIR", default_value = "runs")]
    runs: PathBuf,
    /// Searches that run at a time [default: as many as there are processors].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.token.as_ref().is_some_and(|token| {
        token.len() < 8 || !token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    }) {
        return Err(TextError::new("--token: at least 8 letters, digits or -").into());
    }
    let token = match (&args.token, args.listen.is_loopback()) {
        (Some(token), _) => Some(token.clone()),
        (None, true) => None,
        (None, false) => Some(web::new_id()),
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options {
        address: SocketAddr::new(args.listen, args.port),
        token: token.clone(),
        tables: args.tables.clone(),
        runs: args.runs.clone(),
        threads: args.threads.map_or(processors, usize::from),
    };
    let runtime = tokio::runtime::Runtime::new().context("the server cannot begin")?;
    runtime.block_on(async {
        let server = Server::open(&options).await?;
        let address = server.address()?;
        let token = token.map_or_else(String::new, |token| format!("/?token={token}"));
        // Listening everywhere has no address of its own; from here it is this machine's.
        let shown = if address.ip().is_unspecified() {
            output::aside(
                "other machines reach it under this machine's name or address, with the same port and token",
            );
            format!("localhost:{}", address.port())
        } else {
            address.to_string()
        };
        let address = format!("http://{shown}{token}");
        writeln!(out, "{address}")?;
        out.flush()?;
        output::aside("the page is there; Ctrl-C ends the server");
        if args.open {
            open(&address);
        }
        let ended = async {
            #[cfg(unix)]
            if let Ok(mut told) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
                tokio::select! {
                    _ = tokio::signal::ctrl_c() => {}
                    _ = told.recv() => {}
                }
                return;
            }
            let _ = tokio::signal::ctrl_c().await;
        };
        server.serve(ended).await.context("the server failed")
    })
}

/// Asks the desktop to show a page; where there is none, nothing happens.
fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if Command::new(opener).arg(address).spawn().is_err() {
        output::aside("no browser could be opened");
    }
}
