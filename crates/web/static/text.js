// All texts of the page, in one place: another language is another object of this shape.

const one = (count, single, many) => `${count} ${count === 1 ? single : many}`;
const list = (names) => names.join(", ");

/** A value with its sign, for people. */
export const valueText = (value) => (value >= 0.005 ? "+" : value <= -0.005 ? "−" : "") + Math.abs(value).toFixed(2);

/** A time in seconds, in words. */
export function timeText(seconds) {
  if (seconds < 90) return one(Math.max(1, Math.round(seconds)), "second", "seconds");
  if (seconds < 5400) return one(Math.round(seconds / 60), "minute", "minutes");
  return one(Math.round(seconds / 3600), "hour", "hours");
}

/** A clock: 4:05, and tenths in the last ten seconds. */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const text = {
  lang: "en",
  dir: "ltr",
  name: "petteia",
  skip: "Skip to the content",
  nav: { label: "Main", play: "Play", learn: "Learn", papers: "Papers", about: "About" },
  theme: { dark: "Dark colours", light: "Light colours" },
  loading: "Loading…",
  games: {
    title: (all) => `The file has ${all} games. Which one?`,
    line: ({ players: [white, black], steps, game }) => `${white ?? "?"} – ${black ?? "?"}, ${one(steps, "step", "steps")} (${game})`,
  },
  noServer: "The server does not answer.",
  refused: (status) => `The server refused this (${status}).`,
  close: "Close",

  // Games and players
  size: (size) => (/^\d+$/.test(size) ? `${size} × ${size}` : size.replace("x", " × ")),
  person: "You",
  levels: "Levels of the program",
  levelNames: ["", "first try", "beginner", "easy", "casual", "steady", "skilled", "strong", "very strong", "expert", "master"],
  level: (n) => `Level ${n}${text.levelNames[n] ? `, ${text.levelNames[n]}` : ""}`,
  more: "More players",
  champions: "Champions of your runs",
  other: "Other player…",
  otherLabel: "Player",
  otherHelp: "For example best(ms=500) or mcts(sims=400).",
  champion: (path) => `Champion ${path.replace("champion:", "")}`,

  // The start panel
  start: {
    title: "Play an old game",
    lead: "Pebbles, seeds and stones. Against a friend at this screen, against the program, or watch two programs.",
    game: "Game", size: "Size", first: (name) => `${name} (begins)`, second: (name) => name,
    clock: "Clock", clocks: [["", "No clock"], ["60 0", "1 minute"], ["180 2", "3 minutes + 2 seconds"], ["300 5", "5 minutes + 5 seconds"], ["600 10", "10 minutes + 10 seconds"], ["1800 20", "30 minutes + 20 seconds"]],
    start: "Start", edit: "Set up a position", load: "Load a record", loadHelp: "PGN, SGF or JSON lines. You can also drop a file anywhere.",
    fromPosition: "The game starts from this position:", asIs: "Start from the beginning instead",
  },
  dropHere: "Drop the record here",
  tableGone: "This table is not there any more. Start a new game.",
  wrongToken: "The server does not let this page in. Open the address that the server printed.",
  opening: "Setting the table…",

  // The board
  boardLabel: "Board",
  empty: "empty",
  centre: "centre",
  pebble: (side) => `${side.toLowerCase()} pebble`,
  stone: (side) => `${side.toLowerCase()} stone`,
  seeds: (count) => one(count, "seed", "seeds"),
  picked: "picked up",
  canMove: "can move",
  canSow: "can sow",
  canTakeOff: "can be taken off",
  canMoveOrBeGiven: "can move or be given for two",
  goesHere: "a move goes here",
  goesAndTakes: (cells) => `a move goes here and takes ${list(cells)}`,
  wasTaken: "taken just now",
  notNow: "No move can be made now.",
  notThere: (from, to) => `No move goes from ${from} to ${to}.`,
  nothingAt: (cell) => `No move starts or ends at ${cell}.`,

  // The table
  table: {
    board: "Board", controls: "Game", study: "Study",
    step: "Move", send: "Play",
    undo: "Undo", redo: "Redo", hint: "Hint", resign: "Resign", flip: "Flip board", newGame: "New game", rematch: "Rematch",
    resignAsk: "Do you give up this game?", resignYes: "Resign", resignNo: "Play on",
    takeOff: (cell) => `Take ${cell} off`, resume: "Resume", pause: "Pause",
    thinking: (name) => `${name} is thinking…`,
    trouble: (why) => `The program could not move: ${why}.`,
    paused: "The program waits. Make a move, or resume.",
    chain: (cell) => `The turn goes on: ${cell} is still picked.`,
    offline: "Not connected. Trying again…", online: "Connected again.", notSent: "Not connected. The move was not sent.",
    pace: "Time between moves", paceValue: (ms) => `${(ms / 1000).toFixed(1)} s`,
    hintIs: (step, value) => `Hint: ${step}${value === undefined ? "" : ` (${valueText(value)})`}`,
    over: "The game is over.", wins: (name) => `${name} wins`, draw: "Draw", review: "Review the game", log: "Messages",
  },
  tabs: { label: "Study", game: "Game", analysis: "Analysis", why: "Why", rules: "Rules", share: "Share" },

  // Steps in words, for the live region: as they are written, or by what they do on the board
  spoken(name, written, action) {
    const { kind, label, from, to, takes = [] } = action || {};
    if (kind === "take-off") return `${name} takes ${from} off.`;
    const did = label || [from, to].filter(Boolean).join(" to ") || written;
    return `${name}: ${did}${takes.length ? `, takes ${list(takes)}` : ""}.`;
  },

  // Understanding
  evalBar: (words) => `Value: ${words}`,
  noValue: "no value yet",
  forSide: (value, names) => (Math.abs(value) < 0.005 ? "even" : `${valueText(Math.abs(value))} for ${value > 0 ? names.first : names.second}`),
  graph: {
    label: "Value over the game", empty: "Turn the analysis on, or review the game, to draw the graph.",
    at: (at, count, words) => `after ${at} of ${count} moves, ${words}`,
  },
  steps: { title: "Moves", none: "No move has been made.", better: (step) => `better: ${step}` },
  analysis: {
    title: "Best moves", on: "Analysis", off: "Turn the analysis on to see the best moves and their values on the board.",
    working: "Thinking…", help: "Values are for the side to move: −1 is lost, +1 is won.",
    depth: "Depth", over: "The game is over.",
    exact: "Exact values: no end-game table for this position yet.",
  },
  review: {
    title: "Review", start: "Review", working: (n, count) => `Reviewing move ${n} of ${count}…`, done: "The review is finished.",
    side: "Side", steps: "Moves", inaccuracies: "?! inaccuracies", mistakes: "? mistakes", blunders: "?? blunders", loss: "Value lost per move",
    marks: { "?!": "inaccuracy", "?": "mistake", "??": "blunder" },
  },
  why: {
    title: "Why does it think so", evaluator: "Evaluator", none: "No evaluator of this game can be taken apart.",
    help: "What the evaluator sees without looking ahead. Bars to the right are good for the side named.",
    term: "Term", value: "Value", weight: "Weight", share: "Share", features: "Features",
    sum: (sum, side) => `Sum ${sum} for ${side}.`, phase: (phase) => `Phase: ${phase}.`, scale: (scale) => `Unit: ${scale}.`,
  },
  share: {
    title: "Share and save", position: "Position", copy: "Copy position", copied: "Copied.", notCopied: "Copying is not allowed here. Select the text instead.",
    link: "Link to this position", copyLink: "Copy link", saveTitle: "Save the record", saveAs: (format) => ({ pgn: "PGN", jsonl: "JSON lines", sgf: "SGF" })[format],
    fromHere: "New game from here", edit: "Edit this position", seats: "Players", changeSeats: "Change players",
  },

  // Setting up
  setup: {
    title: "Set up a position", brush: "Brush", cycle: "Change on click", erase: "Empty", mover: "Side to move",
    position: "Position", good: (status) => `This position can be played. ${status}`, start: "Start from here", clear: "Empty board", reset: "Start position",
    pit: (name) => `Pit ${name}`, store: (name) => `Store of ${name}`, total: (sum, all) => `${one(sum, "seed", "seeds")} of ${all}`,
    pits: "Seeds", addSeed: "Add a seed", takeSeed: "Take a seed", help: "Click the cells, or move with the arrow keys and press Enter.", unread: "This text is not a position of this game.",
    lower: (name) => `One less in ${name}`, raise: (name) => `One more in ${name}`, board: "Board",
  },

  // Learning
  learn: {
    title: "Learn", lead: "Let a player learn by playing against itself. Watch it, then play against its champion.",
    newTitle: "Start a run", config: "Configuration", epochs: "Epochs (optional)", start: "Start the run",
    estimating: "Estimating…", estimate: ({ seconds, games }) => `About ${timeText(seconds)} and ${one(games, "game", "games")} on this machine.`,
    noEstimate: "No estimate.", about: (config) => `${config.game}, ${config.player}, ${one(config.epochs, "epoch", "epochs")}.`,
    together: "Show the chosen runs together", togetherTitle: "Runs together", choose: (name) => `Choose ${name}`, chosen: "Choose",
    runsTitle: "Runs", none: "There are no runs yet.", name: "Run", game: "Game", player: "Player", progress: "Progress", state: "State",
    states: { running: "running", stopping: "stopping", stopped: "stopped", finished: "finished", elsewhere: "run by another program" },
    epochsOf: (epoch, epochs) => `${epoch} of ${epochs} epochs`,
    back: "All runs", games: (played, all) => `${played} of ${all} games`, speed: (speed) => `${speed.toFixed(speed < 10 ? 1 : 0)} games a second`,
    left: (seconds) => `about ${timeText(seconds)} left`, stop: "Stop", resume: "Resume",
    champions: "Champions", against: (name) => (name === "player" ? "Play against the champion" : `Play against ${name}`), yourSide: "You play", firstSide: "first", secondSide: "second",
    samples: "Sample games", replay: (number) => `Replay game ${number}`, configTitle: "Configuration", figures: "Figures", noFigures: "The figures come when the first epoch is over.",
    describe: (run) => `${run.game}, ${run.player}, seed ${run.seed}`,
  },

  // Papers
  papers: {
    title: "Papers", lead: "Five experiments that this program comes from: what was repeated, what came out, and what did not agree.",
    back: "All papers", champions: "Play against what was evolved", noChampions: "No run of this experiment is shipped yet.",
    against: (name) => `Play against ${name}`, run: "Run it yourself",
    runHelp: "In a terminal. Stopped or killed, a run goes on when the same command is given again; petteia report draws it.",
    studyColumns: ["Study", "On two processors", "Command"], minutes: (minutes) => `about ${timeText(60 * minutes)}`,
    conformance: "What the paper says, and what is here",
  },

  // About and keys
  about: {
    title: "About petteia",
    paragraphs: [
      "petteia plays old games of pebbles, seeds and stones. It explains what it thinks, and it can learn.",
      "Everything runs on the machine that serves this page. Nothing is sent anywhere else.",
      "Values are from −1 (lost) to +1 (won).",
    ],
    keysTitle: "Keys",
    keys: [
      ["← →", "step through the game"], ["f", "flip the board"], ["l", "analysis on or off"], ["Space", "play the best move of the analysis"],
      ["?", "show these keys"], ["Arrow keys", "on the board: go from cell to cell"], ["Enter or Space", "on the board: pick up, drop, place, sow"],
      ["Escape", "on the board: put the piece back"], ["Delete", "on the board: take the own piece off, where the rules allow it"], ["A, B, C …", "on a board of pits: sow this pit"],
    ],
  },
};
