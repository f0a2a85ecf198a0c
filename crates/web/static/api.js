// The server: HTTP requests, the WebSocket of a table with automatic reconnection, and the events of a run.
import { text } from "/static/text.js";

const KEPT = "petteia-token";

/** Keeps the token of the page's address for the session, and takes it out of the address. */
export function keepToken() {
  const query = new URLSearchParams(location.search);
  const token = query.get("token");
  if (token === null) return;
  sessionStorage.setItem(KEPT, token);
  query.delete("token");
  const rest = query.toString();
  history.replaceState(null, "", location.pathname + (rest ? `?${rest}` : "") + location.hash);
}

const token = () => sessionStorage.getItem(KEPT);

/** An address with parameters, and with the token for what cannot send headers. */
function address(path, params = {}, withToken = false) {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== undefined && value !== null));
  if (withToken && token()) query.set("token", token());
  const rest = query.toString();
  return rest ? `${path}?${rest}` : path;
}

/** What the server refused, with its sentence. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, params, body) {
  const headers = {};
  if (token()) headers.Authorization = `Bearer ${token()}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(address(path, params), { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, text.noServer);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.error || text.refused(response.status));
  return answer;
}

const get = (path, params) => request("GET", path, params);
const post = (path, body) => request("POST", path, {}, body);
const part = encodeURIComponent;

export const api = {
  games: () => get("/api/games").then((answer) => answer.games),
  rules: (game) => get("/api/rules", { game }),
  players: (game) => get("/api/players", { game }),
  scene: (game, position) => get("/api/scene", { game, position }),
  explain: (game, position, evaluator) => get("/api/explain", { game, position, evaluator }),
  newTable: (body) => post("/api/tables", body),
  records: (record) => post("/api/records", { record }).then((answer) => answer.games),
  table: (id) => get(`/api/tables/${part(id)}`),
  recordAddress: (id, format) => address(`/api/tables/${part(id)}/record`, { format }, true),
  papers: () => get("/api/papers").then((answer) => answer.papers),
  paper: (name) => get(`/api/papers/${part(name)}`),
  configs: () => get("/api/configs").then((answer) => answer.configs),
  estimate: (name) => get(`/api/configs/${part(name)}/estimate`),
  runs: () => get("/api/runs"),
  together: (names) => get("/api/together", { runs: names.join(",") }).then((answer) => answer.figures),
  startRun: (body) => post("/api/runs", body).then((answer) => answer.name),
  stopRun: (name) => post(`/api/runs/${part(name)}/stop`, {}),
  resumeRun: (name) => post(`/api/runs/${part(name)}/resume`, {}),
  run: (name) => get(`/api/runs/${part(name)}`),
  sample: (name, number) => get(`/api/runs/${part(name)}/samples/${part(number)}`).then((answer) => answer.record),
  runEvents: (name) => new EventSource(address(`/api/runs/${part(name)}/events`, {}, true)),
};

/**
 * The table live. `heard` gets every message, `connected` true or false, and `gone` is called where the table does not exist.
 * The connection comes back by itself; `send` says whether the message went out.
 */
export function openTable(id, { heard, connected, gone }) {
  let socket = null;
  let wait = 400;
  let timer = 0;
  let closed = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${address(`/api/tables/${part(id)}/ws`, {}, true)}`);
    socket.addEventListener("open", () => { wait = 400; connected(true); });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", lost);
  }
  async function lost() {
    if (closed) return;
    connected(false);
    // A socket does not say why it was refused; an ordinary request does.
    const status = await api.table(id).then(() => 200, (error) => error.status);
    if (closed) return;
    if (status === 404 || status === 403) return gone(status);
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  }
  connect();
  return {
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
