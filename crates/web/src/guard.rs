//! Who may ask: the host and the origin of every request, a token where the server listens beyond this machine, and the headers that keep a
//! page from loading or running anything of other origins. Bodies are read here, so that none is waited for without end.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::error::Problem;

/// Larger bodies are refused, those that take longer, and longer addresses. So many bodies are read at a time.
const MAX_BODY: usize = 1 << 20;
const BODY: Duration = Duration::from_secs(10);
const MAX_ADDRESS: usize = 8 << 10;
const BODIES: usize = 128;

/// What is allowed.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Names that a browser may know this server by, without ports; all, if the server is meant for other machines and has a token.
    hosts: Option<Vec<String>>,
    /// The access token that requests to `/api` need.
    token: Option<String>,
    bodies: Arc<Semaphore>,
}

/// Sent with everything.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

impl Guard {
    pub fn new(hosts: Option<Vec<String>>, token: Option<String>) -> Guard {
        Guard { hosts, token, bodies: Arc::new(Semaphore::new(BODIES)) }
    }

    /// Why a request is refused, if it is.
    fn refuse(&self, request: &Request) -> Option<Problem> {
        if request.uri().path_and_query().is_some_and(|address| address.as_str().len() > MAX_ADDRESS) {
            return Some(Problem::of(
                StatusCode::URI_TOO_LONG,
                "the address is longer than the 8 KiB that are read here",
            ));
        }
        let headers = request.headers();
        let host = text(headers, &HOST).unwrap_or_default();
        if let Some(known) = &self.hosts
            && !known.iter().any(|name| name == name_of(host))
        {
            // A page elsewhere may have made its own name point to this machine.
            return Some(Problem::forbidden("this server does not answer under that name"));
        }
        let to_api = request.uri().path().starts_with("/api");
        let own = |origin: &HeaderValue| {
            let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            origin.is_some_and(|(_, origin)| origin == host)
        };
        // A picture or a form of another page has no origin, but browsers say this.
        let fetched =
            to_api && text(headers, &HeaderName::from_static("sec-fetch-site")) == Some("cross-site");
        if fetched || !headers.get(ORIGIN).is_none_or(own) {
            return Some(Problem::forbidden("this server answers its own pages only"));
        }
        let token = self.token.as_ref().filter(|_| to_api)?;
        let brought = text(headers, &AUTHORIZATION)
            .and_then(|value| value.strip_prefix("Bearer "))
            .or_else(|| {
                let pairs = request.uri().query().unwrap_or_default().split('&');
                pairs.filter_map(|pair| pair.strip_prefix("token=")).next()
            })
            .unwrap_or_default();
        (!same(brought, token)).then(|| Problem::forbidden("the token of this server is missing or wrong"))
    }
}

/// The request with its whole body.
async fn whole(guard: &Guard, request: Request) -> Result<Request, Problem> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let _place = guard.bodies.acquire().await;
    let (head, body) = request.into_parts();
    match tokio::time::timeout(BODY, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, bytes.into())),
        // Where a body breaks off, the client cannot be told.
        Ok(Err(_)) => Err(Problem::of(
            StatusCode::PAYLOAD_TOO_LARGE,
            "this is larger than the 1 MiB that are read here",
        )),
        Err(_) => Err(Problem::of(StatusCode::REQUEST_TIMEOUT, "the body did not come within ten seconds")),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Compares without telling by its time how much was right.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Lets requests through, or not.
pub async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let allowed = match guard.refuse(&request) {
        Some(problem) => Err(problem),
        None => whole(&guard, request).await,
    };
    let mut response = match allowed {
        Err(problem) => problem.into_response(),
        Ok(request) => next.run(request).await,
    };
    let status = response.status();
    let own = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if (status.is_client_error() || status.is_server_error()) && !own {
        let text = to_bytes(response.into_body(), 4096).await.unwrap_or_default();
        response = Problem::of(status, &String::from_utf8_lossy(&text)).into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
