//! The page: play, understand, and watch learning happen, in a browser; and its server.
//!
//! One program, no files beside it: the page is part of it (`static/`). `API.md` says what the server answers. Rules, search and learning are
//! those of the other crates; here they are only shown.

#![allow(missing_docs)]

mod aside;
mod assets;
mod clock;
mod doors;
mod error;
mod guard;
mod hub;
mod papers;
mod records;
mod routes;
mod runs;
mod scene;
mod seats;
mod socket;
mod store;
mod table;
mod thinkers;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::guard::Guard;
use crate::hub::Hub;
pub use crate::socket::Wish;
pub use crate::store::new_id;
pub use crate::table::{Pair, Seat, Table};
pub use crate::thinkers::PLACES;

/// How often games are tried again that could not be saved.
const SAVE: Duration = Duration::from_secs(5);

/// How the server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// The access token, required when listening on a public address.
    pub token: Option<String>,
    /// Where games in progress are kept.
    pub tables: PathBuf,
    /// Where runs are.
    pub runs: PathBuf,
    /// How many searches run at a time.
    pub threads: usize,
}

/// A server that listens and does not answer yet. It needs a runtime of several threads.
pub struct Server {
    listener: TcpListener,
    hub: Arc<Hub>,
    router: Router,
}

impl Server {
    /// Opens the address and the folders.
    pub async fn open(options: &Options) -> std::io::Result<Server> {
        let said = |what: String| {
            move |error: std::io::Error| std::io::Error::new(error.kind(), format!("{what}: {error}"))
        };
        let address = options.address;
        let listener = TcpListener::bind(address)
            .await
            .map_err(said(format!("cannot listen at {address}; --port chooses another port")))?;
        let hub = Hub::open(&options.tables, &options.runs, options.threads)
            .map_err(said(format!("cannot keep games in {}", options.tables.display())))?;
        let hub = Arc::new(hub);
        let own = listener.local_addr()?.ip();
        let hosts =
            ["localhost", "127.0.0.1", "[::1]"].map(String::from).into_iter().chain([own.to_string()]);
        let guard = Guard::new(own.is_loopback().then(|| hosts.collect()), options.token.clone());
        Ok(Server { listener, router: router(hub.clone(), guard), hub })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the program is told to end. Games that could not be saved are tried again, now and then and at the end.
    pub async fn serve(self, ended: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { listener, hub, router } = self;
        let save = async {
            loop {
                tokio::time::sleep(SAVE).await;
                hub.save();
            }
        };
        // Connections are live for as long as pages are open, so they are not waited for.
        tokio::select! {
            never = doors::serve(listener, router) => match never {},
            () = save => {}
            () = ended => {}
        }
        hub.runs.stop_all();
        match hub.save() {
            0 => Ok(()),
            1 => Err(std::io::Error::other("one game could not be saved")),
            lost => Err(std::io::Error::other(format!("{lost} games could not be saved"))),
        }
    }
}

/// What a lock holds, also where a thread has panicked that held it: nothing is left half done under these locks.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All that the server answers.
fn router(hub: Arc<Hub>, guard: Guard) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(assets::openapi))
        .route("/games", get(routes::games))
        .route("/rules", get(routes::rules))
        .route("/players", get(routes::players))
        .route("/scene", get(routes::scene))
        .route("/explain", get(routes::explain))
        .route("/analyse", post(routes::analyse))
        .route("/records", post(routes::records))
        .route("/tables", post(routes::create))
        .route("/tables/{id}", get(routes::table))
        .route("/tables/{id}/record", get(routes::record))
        .route("/tables/{id}/ws", get(routes::live))
        .route("/papers", get(routes::papers))
        .route("/papers/{name}", get(routes::paper))
        .route("/configs", get(routes::configs))
        .route("/configs/{name}/estimate", get(routes::estimate))
        .route("/runs", get(routes::list).post(routes::start))
        .route("/together", get(routes::together))
        .route("/runs/{name}", get(routes::run))
        .route("/runs/{name}/stop", post(routes::stop))
        .route("/runs/{name}/resume", post(routes::resume))
        .route("/runs/{name}/events", get(routes::events))
        .route("/runs/{name}/samples/{number}", get(routes::sample))
        .fallback(assets::nothing);
    Router::new()
        .route("/", get(assets::index))
        .route("/static/{name}", get(assets::get))
        .nest("/api", api)
        .fallback(assets::nothing)
        .layer(middleware::from_fn_with_state(guard, guard::watch))
        .with_state(hub)
}
