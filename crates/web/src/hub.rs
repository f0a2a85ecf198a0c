//! All tables: found by name, changed by one at a time, watched by many, played on by engines while they are watched.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use engine::protocol::analysis::Query;
use engine::{Limits, PlayerSpec};
use games::{GameSpec, Session, TextError, with_game};
use tokio::sync::watch;

use crate::aside::Aside;
use crate::clock::Time;
use crate::error::Problem;
use crate::runs::{Progress, Runs};
use crate::store::{self, Store};
use crate::table::{Kept, Pair, Seat, Table};
use crate::thinkers::{Thinkers, Urgency};
use crate::{locked, papers};

/// A step of an engine takes no longer, and looks at no more positions, whatever its spec says.
const LONGEST: Duration = Duration::from_secs(30);
const MOST_NODES: u64 = 20_000_000;
const MOST_SIMULATIONS: u64 = 100_000;

/// Longer specs are refused.
const LONGEST_SPEC: usize = 500;

/// So many tables are held in memory; those without watchers are read again when they are wanted.
const HELD: usize = 2_000;

/// A table and those who watch it.
pub struct Entry {
    table: Mutex<Table>,
    /// The table's version.
    news: watch::Sender<u64>,
    listeners: AtomicUsize,
    driven: AtomicBool,
    /// Its last change could not be kept on disk.
    unsaved: AtomicBool,
}

impl Entry {
    /// The table, for as long as it takes to look at it.
    pub fn table(&self) -> MutexGuard<'_, Table> {
        locked(&self.table)
    }
}

/// A watcher of a table, until this is dropped.
pub struct Listener {
    entry: Arc<Entry>,
    /// Hears of every change.
    pub news: watch::Receiver<u64>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.entry.listeners.fetch_sub(1, Ordering::SeqCst) == 1 {
            // An engine without watchers stops.
            self.entry.table().rest();
            self.entry.news.send_modify(|_| {});
        }
    }
}

/// Everything that requests share.
pub struct Hub {
    tables: Mutex<HashMap<String, Arc<Entry>>>,
    store: Store,
    count: AtomicUsize,
    pub thinkers: Thinkers,
    pub runs: Runs,
    /// Reading the files of runs, and measuring how long an experiment takes.
    pub reading: Aside,
    pub measuring: Aside,
    /// Replaying records.
    pub replaying: Aside,
}

impl Hub {
    /// Tables are kept in one folder, runs are found in another.
    pub fn open(tables: &Path, runs: &Path, threads: usize) -> std::io::Result<Hub> {
        let store = Store::open(tables)?;
        Ok(Hub {
            tables: Mutex::default(),
            count: AtomicUsize::new(store.count()),
            store,
            thinkers: Thinkers::new(threads),
            runs: Runs::new(runs),
            reading: Aside::new(2, 64),
            measuring: Aside::new(1, 16),
            replaying: Aside::new(2, 32),
        })
    }

    /// How far a run is, whichever program writes it.
    pub async fn news(self: &Arc<Self>, name: &str) -> Result<Progress, Problem> {
        if let Some(progress) = self.runs.progress(name).filter(Progress::under_way) {
            return Ok(progress);
        }
        let (hub, name) = (self.clone(), name.to_string());
        self.reading.run(move || hub.runs.news(&name)).await
    }

    /// A player as a client names it: a person, a spec that reads no files, or the champion of a run, also of a paper's.
    pub fn seat(&self, game: &GameSpec, text: &str) -> Result<Seat, Problem> {
        if text == "human" {
            return Ok(Seat::Human);
        }
        if text.len() > LONGEST_SPEC {
            return Err(Problem::wrong(format!("a player's name has at most {LONGEST_SPEC} characters")));
        }
        let spec = match text.split_once(':') {
            Some(("champion", name)) => self.runs.champion(game, name)?,
            Some(("paper", name)) => papers::champion(game, name)?,
            _ => {
                let spec: PlayerSpec = text.parse().map_err(Problem::wrong)?;
                with_game!(game, |_rules: G| spec.check_names::<G>()).map_err(Problem::wrong)?;
                inside(spec)?
            }
        };
        with_game!(game, |rules: G| spec.maker::<G>(rules).map(drop)).map_err(Problem::wrong)?;
        Ok(Seat::Engine(text.into(), spec))
    }

    /// Both players.
    pub fn seats(&self, game: &GameSpec, texts: &Pair<String>) -> Result<Pair<Seat>, Problem> {
        Ok(Pair { first: self.seat(game, &texts.first)?, second: self.seat(game, &texts.second)? })
    }

    /// A new table for a game that was begun at a date, where that is known.
    pub fn create(
        &self,
        session: Session,
        seats: &Pair<String>,
        time: Option<Time>,
        pace: Option<u32>,
        date: Option<String>,
    ) -> Result<Arc<Entry>, Problem> {
        if self.count.load(Ordering::Relaxed) >= store::MOST {
            return Err(Problem::conflict(
                "too many games are kept here already; files of the tables folder can be deleted",
            ));
        }
        let seats = self.seats(session.game(), seats)?;
        let mut table = Table::new(store::new_id(), session, seats, time).map_err(Problem::wrong)?;
        table.pace = pace.unwrap_or(table.pace).clamp(0, 60_000);
        table.date = date;
        self.keep(&table)?;
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok(self.hold(table))
    }

    /// A table by its name.
    pub fn find(&self, id: &str) -> Result<Arc<Entry>, Problem> {
        if let Some(entry) = locked(&self.tables).get(id) {
            return Ok(entry.clone());
        }
        let kept: Kept = self
            .store
            .load(id)
            .map_err(Problem::failed)?
            .ok_or_else(|| Problem::missing("there is no table of that name"))?;
        // A champion's run may be gone; then people take the place.
        let seat = |text| self.seat(&kept.game, text).unwrap_or(Seat::Human);
        let seats = Pair { first: seat(&kept.seats.first), second: seat(&kept.seats.second) };
        let table = Table::restore(id.into(), &kept, seats).map_err(Problem::wrong)?;
        Ok(self.hold(table))
    }

    /// Puts a table into memory; if another request was faster, that one counts.
    fn hold(&self, table: Table) -> Arc<Entry> {
        let mut tables = locked(&self.tables);
        if tables.len() >= HELD {
            tables.retain(|_, entry| {
                // A request that has found a table may be about to listen.
                let kept = !entry.unsaved.load(Ordering::SeqCst);
                Arc::strong_count(entry) > 1 || entry.driven.load(Ordering::SeqCst) || !kept
            });
        }
        let entry = |table: Table| Entry {
            news: watch::Sender::new(table.version),
            table: Mutex::new(table),
            listeners: AtomicUsize::default(),
            driven: AtomicBool::default(),
            unsaved: AtomicBool::default(),
        };
        tables.entry(table.id.clone()).or_insert_with(|| Arc::new(entry(table))).clone()
    }

    fn keep(&self, table: &Table) -> Result<(), Problem> {
        // Another thread answers meanwhile in the place of this one.
        let saved = tokio::task::block_in_place(|| self.store.save(&table.id, &table.kept()));
        saved.map_err(|error| Problem::failed(format!("the game could not be saved: {error}")))
    }

    /// Keeps the games that could not be saved when they were changed; answers how many still cannot.
    pub fn save(&self) -> usize {
        let unsaved = |entry: &&Arc<Entry>| entry.unsaved.load(Ordering::SeqCst);
        let all: Vec<_> = locked(&self.tables).values().filter(unsaved).cloned().collect();
        let fails = |entry: &&Arc<Entry>| {
            let table = entry.table();
            let failed = self.keep(&table).is_err();
            entry.unsaved.store(failed, Ordering::SeqCst);
            failed
        };
        all.iter().filter(fails).count()
    }

    /// Changes a table; what succeeds is kept on disk and told to all who watch.
    pub fn change(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        change: impl FnOnce(&mut Table) -> Result<(), TextError>,
    ) -> Result<(), Problem> {
        let (result, version) = {
            let mut table = entry.table();
            let before = table.version;
            let result = change(&mut table).map_err(Problem::wrong);
            // A game that cannot be saved goes on, and is saved as soon as that is possible.
            let saved = if table.version == before { Ok(()) } else { self.keep(&table) };
            if table.version != before {
                entry.unsaved.store(saved.is_err(), Ordering::SeqCst);
            }
            (result.and(saved), table.version)
        };
        entry.news.send_if_modified(|told| std::mem::replace(told, version) != version);
        self.drive(entry);
        result
    }

    /// Watches a table.
    pub fn listen(self: &Arc<Self>, entry: &Arc<Entry>) -> Listener {
        if entry.listeners.fetch_add(1, Ordering::SeqCst) == 0 {
            entry.table().run_clock();
        }
        let listener = Listener { entry: entry.clone(), news: entry.news.subscribe() };
        self.drive(entry);
        listener
    }

    /// Lets the engines of a table play for as long as one is to move and the table is watched.
    fn drive(self: &Arc<Self>, entry: &Arc<Entry>) {
        let wanted = {
            let table = entry.table();
            !table.paused && table.engine().is_some()
        };
        if !wanted || entry.driven.swap(true, Ordering::SeqCst) {
            return;
        }
        let (hub, entry) = (self.clone(), entry.clone());
        tokio::spawn(async move {
            while hub.engine_step(&entry).await {}
            entry.driven.store(false, Ordering::SeqCst);
            // Something may have changed since the last look.
            if entry.listeners.load(Ordering::SeqCst) > 0 {
                hub.drive(&entry);
            }
        });
    }

    /// One step of an engine; answers whether there may be another.
    async fn engine_step(self: &Arc<Self>, entry: &Arc<Entry>) -> bool {
        let mut news = entry.news.subscribe();
        let (query, at, version, pause, seed) = {
            let mut table = entry.table();
            let nobody = entry.listeners.load(Ordering::SeqCst) == 0;
            let Some((side, spec)) = table.engine().filter(|_| !nobody && !table.paused) else {
                if table.thinking.take().is_some() {
                    entry.news.send_modify(|_| {});
                }
                return false;
            };
            let by_clock = Limits { time: table.time_for_step(), ..Limits::default() };
            let query = query(&table, spec.clone(), spec.default_limits().tighter(&by_clock), 1, true);
            // A pause would cost time where there is a clock.
            let pause = if table.only_engines() && by_clock.time.is_none() { table.pace } else { 0 };
            // Every table has games of its own.
            let seed = u64::from_str_radix(&table.id, 16).unwrap_or(0).wrapping_add(table.version);
            table.thinking = Some(side);
            (query, table.session().at(), table.version, pause, seed)
        };
        let stale = || entry.table().version != version || entry.listeners.load(Ordering::SeqCst) == 0;
        // Clients see who thinks; the version stays, so that the step still fits.
        entry.news.send_modify(|_| {});
        news.mark_unchanged();
        if stale() {
            return true;
        }
        let asked = async {
            tokio::time::sleep(Duration::from_millis(pause.into())).await;
            self.thinkers.wait(&query, at, seed, Urgency::Step).await
        };
        tokio::pin!(asked);
        let answer = loop {
            tokio::select! {
                answer = &mut asked => break answer,
                // Where the game has changed, look again; the question is forgotten.
                _ = news.changed() => if stale() { return true },
            }
        };
        let step = answer.and_then(|answer| {
            let best = answer.move_infos.into_iter().next();
            best.ok_or_else(|| TextError::new("the program found no step"))
        });
        let made = self.change(entry, |table| {
            table.thinking = None;
            if table.version != version {
                return Ok(());
            }
            step.and_then(|step| table.step(at, &step.step)).inspect_err(|error| table.pause(error))
        });
        made.is_ok()
    }
}

/// The same spec, if making it opens nothing on this machine and takes no longer than visitors wait.
pub fn inside(spec: PlayerSpec) -> Result<PlayerSpec, Problem> {
    if spec.reads_files() {
        return Err(Problem::wrong("players that are read from files cannot be named here"));
    }
    if spec.plays_out() {
        return Err(Problem::wrong("players that play games out take too long for a page"));
    }
    Ok(spec)
}

/// The most that a player may think for one question. A tree in memory grows with every simulation, alpha-beta's table does not.
pub fn longest(player: &PlayerSpec, game: &GameSpec) -> Limits {
    let grows = with_game!(game, |_rules: G| player.grows::<G>());
    Limits {
        time: Some(LONGEST),
        nodes: Some(if grows { MOST_SIMULATIONS } else { MOST_NODES }),
        depth: None,
    }
}

/// The question about the position of a table.
pub fn query(table: &Table, player: PlayerSpec, limits: Limits, best: usize, play: bool) -> Query {
    let limits = limits.tighter(&longest(&player, &table.game()));
    Query {
        id: table.id.clone(),
        session: table.session().clone(),
        turns: vec![table.session().at()],
        player,
        limits,
        best,
        every: None,
        priority: 0,
        play,
    }
}
