//! What can go wrong, as clients hear of it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::thinkers::RETRY;

/// A status and a sentence.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    sentence: String,
}

impl Problem {
    fn new(status: StatusCode, sentence: impl ToString) -> Problem {
        Problem { status, sentence: sentence.to_string() }
    }

    /// The input is wrong.
    pub fn wrong(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// It is not there.
    pub fn missing(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    /// It may not be asked for from there.
    pub fn forbidden(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, sentence)
    }

    /// It does not go together with what is under way.
    pub fn conflict(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::CONFLICT, sentence)
    }

    /// Later, perhaps.
    pub fn busy(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// The system failed.
    pub fn failed(error: impl ToString) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// The sentence.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = match self.status {
            StatusCode::SERVICE_UNAVAILABLE => json!({ "error": self.sentence, "retry": RETRY }),
            _ => json!({ "error": self.sentence }),
        };
        (self.status, Json(body)).into_response()
    }
}
