//! Connections: how many there are at a time, and how long they may take to say what they want.
//!
//! Where there is no room for another one, one that waits gives way: first those that have never asked for anything, the oldest of
//! them, then those that have been answered. So a client that opens thousands and says nothing keeps no other out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::{Request, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{AbortHandle, JoinSet};
use tower_service::Service;

/// So many connections at a time; fewer where the system allows fewer open files, of which some are kept for games and runs.
const MOST: usize = 4_000;
const FILES_KEPT: usize = 64;

/// A request has begun and ended its head within this time; so long, too, an answered connection is kept open.
const HEAD: Duration = Duration::from_secs(10);

/// The address of a request and its headers are no larger.
const HEAD_BYTES: usize = 32 << 10;

/// What a connection is doing. The smaller, the sooner it gives way; [`ASKING`] never does.
const SILENT: u8 = 0;
const ANSWERED: u8 = 1;
const ASKING: u8 = 2;

/// The place of a connection, which its request carries along: a WebSocket keeps it for as long as it lives.
#[derive(Clone)]
pub struct Place {
    _held: Arc<OwnedSemaphorePermit>,
    sockets: Arc<Semaphore>,
}

impl Place {
    /// A place for good, of which there are three for every four connections: some are left for those who only ask.
    pub fn stay(self) -> Option<(Place, OwnedSemaphorePermit)> {
        let permit = self.sockets.clone().try_acquire_owned().ok()?;
        Some((self, permit))
    }
}

/// All connections, in the order in which they were opened.
struct Doors {
    router: Router,
    places: Arc<Semaphore>,
    sockets: Arc<Semaphore>,
    tasks: JoinSet<()>,
    inside: BTreeMap<u64, (AbortHandle, Arc<AtomicU8>)>,
    opened: u64,
}

/// Answers all connections, without end. Connections end with it.
pub async fn serve(listener: TcpListener, router: Router) -> Infallible {
    let most = open_files().map_or(MOST, |files| files.saturating_sub(FILES_KEPT).clamp(16, MOST));
    let mut doors = Doors {
        router,
        places: Arc::new(Semaphore::new(most)),
        sockets: Arc::new(Semaphore::new(most * 3 / 4)),
        tasks: JoinSet::new(),
        inside: BTreeMap::new(),
        opened: 0,
    };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => doors.open(stream).await,
            // The client has gone already.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(_) => {
                // No file is left for it.
                doors.make_room();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

impl Doors {
    /// Lets a connection in; where all are busy, it is closed.
    async fn open(&mut self, stream: TcpStream) {
        while self.tasks.try_join_next().is_some() {}
        if self.places.available_permits() == 0 && self.make_room() {
            // It ends as soon as it is its turn.
            tokio::task::yield_now().await;
        }
        let waits = self.places.clone().acquire_owned();
        let Ok(Ok(permit)) = tokio::time::timeout(Duration::from_millis(100), waits).await else { return };
        let place = Place { _held: Arc::new(permit), sockets: self.sockets.clone() };
        let doing = Arc::new(AtomicU8::new(SILENT));
        let task = self.tasks.spawn(talk(stream, self.router.clone(), place, doing.clone()));
        self.inside.insert(self.opened, (task, doing));
        self.opened += 1;
    }

    /// Ends the connection that may give way soonest; answers whether there was one.
    fn make_room(&mut self) -> bool {
        self.inside.retain(|_, (task, _)| !task.is_finished());
        let doing = |doing: &AtomicU8| doing.load(Ordering::Relaxed);
        let soonest = self.inside.iter().min_by_key(|(_, (_, state))| doing(state));
        let Some((&number, (task, _))) = soonest.filter(|(_, (_, state))| doing(state) != ASKING) else {
            return false;
        };
        task.abort();
        self.inside.remove(&number);
        true
    }
}

/// The requests of one connection.
async fn talk(stream: TcpStream, router: Router, place: Place, doing: Arc<AtomicU8>) {
    let answer = service_fn(move |request: Request<Incoming>| {
        doing.store(ASKING, Ordering::Relaxed);
        let (mut router, doing, mut request) = (router.clone(), doing.clone(), request.map(Body::new));
        request.extensions_mut().insert(place.clone());
        async move {
            let answer = router.call(request).await;
            doing.store(ANSWERED, Ordering::Relaxed);
            answer
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    // A connection that breaks cannot be told.
    let _ = http.serve_connection(TokioIo::new(stream), answer).with_upgrades().await;
}

/// How many files this program may have open, where the system says so.
fn open_files() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let most = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    most.split_whitespace().next()?.parse().ok()
}
