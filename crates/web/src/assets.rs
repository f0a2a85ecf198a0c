//! The files of the page. They are part of the program; in debug builds they are read from the source, so that a changed file is
//! seen by loading the page again.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::Problem;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// Every file with its contents.
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../static/", $name)) as &[u8])),*];
    };
}

files![
    "api.js",
    "app.js",
    "board.js",
    "cells.js",
    "dom.js",
    "index.html",
    "learn.js",
    "markdown.js",
    "paint.js",
    "papers.js",
    "pits.js",
    "play.js",
    "points.js",
    "setup.js",
    "share.js",
    "start.js",
    "style.css",
    "text.js",
    "understand.js",
];

/// The page.
pub async fn index() -> Response {
    file("index.html")
}

/// One of its files.
pub async fn get(Path(name): Path<String>) -> Response {
    file(&name)
}

/// The interface for machines.
pub async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], include_str!("../openapi.json")).into_response()
}

/// For every other address.
pub async fn nothing() -> Problem {
    Problem::missing("there is nothing here")
}

fn file(name: &str) -> Response {
    let Some(&(name, contents)) = FILES.iter().find(|(known, _)| *known == name) else {
        return Problem::missing("there is no such file").into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    let contents = if cfg!(debug_assertions) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/static/");
        std::fs::read(format!("{path}{name}")).unwrap_or_else(|_| contents.into())
    } else {
        contents.into()
    };
    ([(CONTENT_TYPE, kind)], contents).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served_and_the_page_is_light() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        let mut served: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        served.sort_unstable();
        assert_eq!(served, found);
        let bytes: usize = FILES.iter().map(|(_, contents)| contents.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
