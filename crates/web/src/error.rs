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
    /// What clients are told.
    pub sentence: String,
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

    /// What the library under the server answered, in our shape.
    pub fn of(status: StatusCode, text: &str) -> Problem {
        let sentence = if text.is_empty() { status.canonical_reason().unwrap_or("no") } else { text };
        Problem::new(status, games::TextError::new(sentence))
    }

    /// Later, perhaps.
    pub fn busy(sentence: impl ToString) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// The system failed.
    pub fn failed(error: impl ToString) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// Whether it may go better later.
    pub fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let error = &self.sentence;
        match self.status {
            StatusCode::SERVICE_UNAVAILABLE => {
                let retry = [("retry-after", RETRY.to_string())];
                (self.status, retry, Json(json!({ "error": error, "retry": RETRY }))).into_response()
            }
            _ => (self.status, Json(json!({ "error": error }))).into_response(),
        }
    }
}
