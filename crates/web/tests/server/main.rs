//! A real server on this machine, asked as browsers and others ask it.

mod common;
mod games;
mod guard;
mod inputs;
mod records;
mod runs;
mod scenes;
