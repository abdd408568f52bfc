// Draws everything beside the board.

import { lampSymbol } from "./board.js";
import { drawClaims } from "./claims.js";
import { byId, drawMan, fill, make, menDrawn } from "./dom.js";
import { lawLink, lawsLink } from "./lawlinks.js";
import { makeRoom } from "./more.js";
import { command } from "./orders.js";
import { drawPlayers } from "./players.js";
import { firstText, hasText, manName, pointText, scoreText, sideName, spelled, text, toldText } from "./texts.js";
import { holds, irregularityText, unsaid, whoMay } from "./visitor.js";

const NAMES = { mqtt: "MQTT" }; // in every language
const MARKS = { ok: "✓", wait: "·", bad: "!" };
const SILENT_MAX = 3; // sensors around which play goes on
const SENTENCES_MAX = 3; // men that are told of in a sentence each
const LISTED_MAX = 40;

/** Draws the panel for one state; `key` changes with everything that is not in the state. */
export function drawPanel(state, key) {
  const { view } = state;
  // Players may be shown what the laws let them see; an observer reports to the arbiter only.
  const referee = view.mode === "referee";
  drawHead(view, key);
  drawPlayers(state, key);
  drawNow(view, referee, state.bench);
  drawTrouble(state.status, key);
  drawIrregularity(view, referee ? view.irregularity : null, key);
  drawQuestion(view, referee ? view.question : null, key);
  drawPending(view.pending, key);
  drawRestore(state, referee && view.irregularity !== null, key);
  drawResult(view.result, key, { id: state.game_id, komi: view.game === "go" ? view.game_options.komi : undefined });
  drawClaims(state, key);
  drawMoves(view, key);
  drawIgnored(state, key);
  drawLegend(view.lamps, key);
}

function others(view, side) {
  return Object.keys(view.players).find((name) => name !== side) ?? side;
}

function drawHead(view) {
  const { Event: event, Round: round } = view.headers;
  const words = [event, round && text("round", { round })].filter((word) => word && !word.includes("?"));
  byId("event").textContent = words.join(" · ") || text("title");
}

function drawNow(view, referee, bench) {
  byId("kiosk").dataset.stage = view.stage;
  const side = sideName(view.side_to_move);
  const quiet = unsaid(view) && view.stage === "play";
  const stage = quiet ? text("stage.unsaid") : view.adjusting ? text("stage.adjusting") : waitedFor(view);
  if (byId("stage").textContent !== stage) byId("stage").textContent = stage; // else it would be read out again
  const duty = referee && view.stage !== "ended" ? dutyText(view, side) : "";
  fill(byId("duty"), duty + view.obligation?.law, !duty ? null : [
    `${duty} `,
    view.obligation ? lawLink(view.obligation.law) : "",
  ]);
  const hint = view.stage === "setup" ? text("setup.hint") : bench && !bench.auto ? text("bench.hint") : "";
  if (byId("hint").textContent !== hint) byId("hint").textContent = hint;
  byId("hint").hidden = !hint || Boolean(duty);
}

/** What the board waits for; that is not always a move. */
function waitedFor(view) {
  const { pending, claims } = view;
  const other = (side) => sideName(others(view, side));
  if (view.stage === "choice") return text("stage.choice", { side: other(view.irregularity?.side ?? view.side_to_move) });
  if (view.stage !== "play") return text(`stage.${view.stage}`, { side: sideName(view.side_to_move) });
  if (pending) return text(`stage.pending.${pending.kind}`, { side: sideName(pending.side) });
  if (claims.draw) return text("stage.answer.draw", { side: other(claims.draw) });
  if (claims.adjust) return text("stage.answer.adjust", { side: other(claims.adjust) });
  if (claims.claim) return text("stage.claim");
  return text("stage.play", { side: sideName(view.side_to_move) });
}

function dutyText(view, side) {
  const { obligation: due, touched } = view;
  if (!due) return touched.length ? text("touched", { side, points: touched.map((p) => named(view, p)).join(", ") }) : "";
  const move = due.must_move.map((point) => named(view, point)).join(", ");
  const capture = due.must_capture.map((point) => named(view, point)).join(", ");
  const kind = move && capture ? "both" : move ? "move" : capture ? "capture" : "some";
  return text(`duty.${kind}`, { side, move, capture });
}

function named(view, point) {
  const man = view.men[point];
  if (!man) return pointText(point);
  const piece = firstText([`piece.${menDrawn()}.${man.toLowerCase()}`, `piece.${man.toLowerCase()}`]);
  return text("piece.on", { piece, point: pointText(point) });
}

function drawTrouble(status, key) {
  const bad = status.state !== "online";
  fill(byId("trouble"), JSON.stringify([key, status]), !bad ? null : [
    make("h2", {}, text(`status.${status.state}`)),
    ...troubleTexts(status).map((words, n) => words && make("p", n ? { class: "do" } : {}, words)),
  ].filter(Boolean));
}

/** What is wrong, and what to do. */
function troubleTexts({ cause, next_step: step }) {
  const [, where, symptom] = /^(.+): ([a-z-]+)$/.exec(cause ?? "") ?? [];
  if (!symptom || !hasText(`symptom.${symptom}`)) return [cause, step].map((words) => words && toldText(words));
  return [`${where}: ${text(`symptom.${symptom}`)}`, text(`symptom.${symptom}.do`, { remedy: step })];
}

function drawIrregularity(view, found, key) {
  const section = byId("irregularity");
  section.dataset.law = found?.law ?? "";
  section.dataset.kind = found?.kind ?? "";
  if (!found) return fill(section, "", null);
  const { from, to } = found.observed;
  const values = { side: sideName(found.side), move: [from, to].filter(Boolean).map(pointText).join("–") };
  const line = (part) => irregularityText(found.kind, part, values);
  const opponent = others(view, found.side);
  const button = (name, label) =>
    make("button", { type: "button", data: { command: name }, onclick: act(opponent, name, { id: found.id }) }, text(label));
  // Only a breach of the touch law is the opponent's to claim; the rest must be set right.
  // What is being corrected may be refused: then the opponent calls the arbiter (DR-7.6).
  const demanded = view.stage === "restore" && found.remedy === "accept-or-correct";
  const choices = demanded ? [button("demand-correction", "action.refuses")] : !claimable(found) ? [] : [
    make("b", {}, text("action.may", { side: sideName(opponent) })),
    button("accept-irregularity", "action.accept"),
    button("demand-correction", "action.demand"),
  ];
  fill(section, JSON.stringify([key, found]), [
    make("h2", {}, line("what"), lawLink(found.law)),
    make("p", { class: "do" }, claimable(found) && !demanded ? text(`irregularity.until.${found.claimable_until}`) : line("do")),
    ...(found.doubt ? [make("p", {}, text(`irregularity.doubt.${found.doubt}`))] : []),
    make("div", { class: "choices" }, ...choices),
  ]);
}

/** Whether the opponent may claim it, or let it stand; what it costs is asked among the claims. */
export const claimable = (found) => Boolean(found.claimable_until) && found.remedy !== "restore";

/** What a button does that gives a command. */
function act(role, name, args) {
  return (event) => command(role, name, args, event.currentTarget);
}

function drawQuestion(view, question, key) {
  const section = byId("question");
  section.dataset.id = question?.id ?? "";
  if (!question) return fill(section, "", null);
  const side = view.side_to_move;
  fill(section, JSON.stringify([key, question]), [
    make("h2", {}, text("question.title")),
    make("p", {}, firstText([`question.${question.reason}`, "question.other"])),
    make("div", { class: "choices" }, ...question.candidates.map((move) =>
      make("button", { type: "button", data: { move }, onclick: act(side, "answer", { id: question.id, move }) },
        ...moveLabel(view, move))),
      make("button", { type: "button", data: { move: "none" }, onclick: act(side, "answer", { id: question.id, move: "none" }) },
        text("question.none"))),
    make("p", { class: "do" }, text(view.result ? "question.over"
      : question.answers.includes("play-on") ? "question.hint" : "question.only")),
  ]);
}

/** A move given in UCI as a visitor reads it: the man and its two squares. */
export function moveLabel(view, move) {
  if (view.game === "go") return move === "pass" ? [text("action.pass")] : [drawMan(view.side_to_move[0]), pointText(move)];
  const [from, to, choice] = [move.slice(0, 2), move.slice(2, 4), move.slice(4)];
  const man = view.men[from];
  if (!man || !/^[a-i]\d[a-i]\d/.test(move)) return [spelled(move)];
  const wide = Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2;
  if (view.game === "chess" && man.toUpperCase() === "K" && wide) return [drawMan(man), to[0] === "g" ? "O-O" : "O-O-O"];
  const sign = view.men[to] ? "×" : "–";
  const crown = choice ? drawMan(man === "P" ? choice.toUpperCase() : choice) : "";
  return [drawMan(man), `${from}${sign}${to}${choice ? " =" : ""}`, crown];
}

function drawPending(pending, key) {
  const section = byId("pending");
  if (!pending) return fill(section, "", null);
  const { kind, side, point, choices } = pending;
  const name = kind === "promotion" ? "promote" : "confirm-crowning";
  const letter = (choice) => (kind === "crowning" ? choice : side === "white" ? choice.toUpperCase() : choice.toLowerCase());
  fill(section, JSON.stringify([key, pending]), [
    make("h2", {}, text(`${kind}.title`, { side: sideName(side), point })),
    make("div", { class: "choices" }, ...choices.map((choice) =>
      make("button", {
        type: "button", class: "man-choice", data: { choice },
        "aria-label": manName(letter(choice)),
        onclick: act(side, name, { to: choice }),
      }, drawMan(letter(choice))))),
  ]);
}

/** What must be set right on the board; `explained` where the page has said why already. */
export function drawRestore(state, explained, key) {
  const { restore } = state.view;
  const spots = restore ? [...restore.missing, ...restore.extra] : [];
  if (!spots.length) return fill(byId("restore"), "", null);
  const declares = whoMay(state, ["operator", "arbiter"], "resume");
  fill(byId("restore"), JSON.stringify([key, restore, explained, declares]), [
    explained ? "" : make("h2", {}, firstText([`restore.${restore.why}`, "restore.other"])),
    spots.length > SENTENCES_MAX ? inGroups(restore)
      : make("ul", {}, ...restore.extra.map(toMove("extra")), ...restore.missing.map(toMove("missing"))),
    spots.length > SILENT_MAX || !declares ? "" : declaring(declares, spots.map(({ point }) => point)),
  ]);
}

/** "The men stand right" has sensors ignored: it names them, and asks once more. */
function declaring(role, points) {
  const row = make("div", { class: "choices" });
  const button = (label, onclick, data) => make("button", { type: "button", data, onclick }, label);
  const first = () => row.replaceChildren(button(text("action.stands_right"), sure, { step: "stands-right" }));
  const sure = () => {
    row.replaceChildren(make("span", { class: "sure" }, text("restore.ignores", { points: points.map(pointText).join(", ") })),
      button(text("action.ignore"), act(role, "resume", {}), { command: "resume" }), button(text("action.back"), first, { step: "back" }));
    makeRoom();
    row.scrollIntoView({ block: "nearest" });
  };
  first();
  return row;
}

/** Sensors that play goes on beside, and the way back as long as the game lasts. */
function drawIgnored(state, key) {
  const points = state.health.suspects.filter((each) => each.lasting).map((each) => each.point);
  const role = whoMay(state, ["operator", "arbiter"], "trust");
  fill(byId("ignored"), JSON.stringify([key, points, role]), !points.length ? null : [
    make("span", {}, text("ignored", { points: points.map(pointText).join(", ") })),
    role ? make("button", { type: "button", data: { command: "trust" }, onclick: act(role, "trust", { points }) }, text("action.trust")) : "",
  ]);
}

const badgeOf = (kind) => make("span", { class: `badge lamp-${kind}`, "aria-hidden": "true" }, lampSymbol(kind));

/** A line that says what to do with one man. */
const toMove = (kind) => (spot) => {
  const man = spot.man ? manName(spot.man) : text("restore.a_man");
  return make("li", { class: kind, data: { point: spot.point } }, badgeOf(kind), text(`restore.${kind}`, { man, point: pointText(spot.point) }));
};

/** Many men: each kind once, with its points; what is more than can be read stands on the board alone. */
function inGroups(restore) {
  const groups = new Map();
  const spots = ["extra", "missing"].flatMap((kind) => restore[kind].map((spot) => ({ kind, ...spot })));
  for (const { kind, man, point } of spots.slice(0, LISTED_MAX)) {
    const key = `${kind} ${man ?? ""}`;
    if (!groups.has(key)) groups.set(key, { kind, man, points: [] });
    groups.get(key).points.push(point);
  }
  const lines = [...groups.values()].map(({ kind, man, points }) => make("li", { class: kind, data: { points: points.join(" ") } },
    badgeOf(kind), man ? drawMan(man) : "", make("span", { class: "unseen" }, man ? manName(man) : text("restore.a_man")), points.map(pointText).join(" ")));
  const more = spots.length - LISTED_MAX;
  return make("ul", { class: "many" }, ...lines, more > 0 ? make("li", {}, text("restore.more", { count: more })) : null);
}

/** How the game ended. */
export function drawResult(result, key, { id = "", komi } = {}) {
  if (!result) return fill(byId("result"), "", null);
  const words = result.winner ? text("result.wins", { side: sideName(result.winner) }) : text("result.draw");
  const why = firstText([`termination.${result.termination}`, result.termination]);
  fill(byId("result"), JSON.stringify([key, result]), [
    make("p", { class: "score" }, scoreText(result.result)),
    make("p", {}, `${result.result === "*" ? "" : `${words} · `}${why}${komi === undefined ? "" : ` · ${text("result.komi", { komi })}`}`),
    ...(id ? [gameCode(id)] : []),
  ]);
}

/** Leads to the game; a code of it for phones stands above, where phones reach the board. */
function gameCode(id) {
  const picture = make("img", { src: `/games/${id}/code.svg`, alt: "", width: 96, height: 96 });
  picture.addEventListener("error", () => picture.remove());
  return make("a", { class: "game-code", href: `/games/${id}` }, picture, make("span", {}, text("games.this")));
}

/** Keeps the last move in sight when what stands round the list takes more room. */
export function startMoves() {
  const list = byId("moves");
  new ResizeObserver(() => (list.scrollTop = list.scrollHeight)).observe(list);
}

let drawnMoves = [];

function drawMoves(view, key) {
  const { moves } = view;
  const quiet = unsaid(view);
  if (drawnMoves[0] === moves && drawnMoves[1] === key && drawnMoves[2] === quiet) return;
  drawnMoves = [moves, key, quiet];
  const list = byId("moves");
  const mark = JSON.stringify([key, quiet, moves.map((m) => [m.move, m.legal, m.breach, m.assumed])]);
  if (list.dataset.key === mark) return;
  const rows = [];
  const begins = Object.keys(view.players)[0];
  for (const line of view.moves) {
    const first = line.side === begins;
    const number = Math.ceil((line.ply + (first ? 1 : 0)) / 2);
    if (first || !rows.length) {
      rows.push(make("li", {}, make("span", { class: "number" }, `${number}.`)));
      if (!first) rows.at(-1).append(make("span", { class: "ply" }, "…"));
    }
    rows.at(-1).append(plyOf(line, line === moves.at(-1)));
  }
  const none = make("li", { class: "none" }, text("moves.none"));
  fill(list, mark, rows.length ? rows : quiet ? null : [none]);
  list.scrollTop = list.scrollHeight;
}

function plyOf(line, last) {
  const notes = [];
  if (!line.legal) notes.push(text("moves.illegal"));
  if (line.breach) notes.push(text("moves.breach"));
  if (line.assumed.length) notes.push(text("moves.assumed"));
  const sign = !line.legal || line.breach ? " ⚠" : line.assumed.length ? " *" : "";
  return make("span", { class: `ply${last ? " last" : ""}`, title: notes.join("; "), data: { ply: line.ply } },
    moveText(line) + sign);
}

/** A ply as players of the game write it; xiangqi in Chinese for Chinese readers. */
function moveText({ notation, move }) {
  const chinese = document.documentElement.lang.startsWith("zh") && notation.chinese;
  return chinese || (Object.values(notation)[0] ?? move);
}

/** What the lamps mean that are lit. */
export function drawLegend(lamps, key) {
  const kinds = [...new Set(Object.values(lamps))].filter((kind) => kind !== "last-move");
  fill(byId("legend"), JSON.stringify([key, kinds]), kinds.length ? kinds.map((kind) =>
    make("li", {}, make("span", { class: `badge lamp-${kind}`, "aria-hidden": "true" }, lampSymbol(kind)), text(`lamp.${kind}`))) : null);
}

/** The line at the foot: what is connected and what needs attention; the way to the arbiter's desk. */
export function drawStatus(linked, state, key) {
  const health = state?.health;
  const parts = [["link", linked ? "ok" : "bad", text(`status.link.${linked ? "ok" : "bad"}`)]];
  if (health && linked) { // else nothing is known of it
    const points = health.suspects.map((suspect) => suspect.point).filter(Boolean);
    const sensors = points.length ? text("status.suspects", { points: points.join(", ") }) : health.bus;
    const part = (name, word) => {
      const how = word === "ok" ? "ok" : "bad";
      return [name, how, text(`status.${name}.${how}`, { text: word })];
    };
    parts.push(part("sensors", sensors), ...health.broadcast.map((way) => outletPart(way, state.zero_ms)), part("journal", health.disk));
  }
  const rulebook = state?.view.rulebook;
  fill(byId("status"), JSON.stringify([key, parts, rulebook]), [
    ...parts.map(([name, how, words, why]) =>
      make(...tagOf(name, how, why), make("i", { "aria-hidden": "true" }, MARKS[how]), words)),
    lawsLink({ id: "to-laws" }),
    make("a", { id: "to-games", href: "/games" }, text("games.title")),
    make("a", { id: "to-arbiter", href: "/arbiter" }, text("hall.title")), // for everybody: it asks for the token itself
  ]);
}

/** One of the ways on which the game leaves the board; a tick only where it arrives. */
function outletPart({ name, state, why, delivered_us: at }, zeroMs) {
  const how = state === "delivered" || (state === "connected" && !why) ? "ok" : state === "waiting" ? "wait" : "bad";
  const time = at === null ? "" : new Date(zeroMs + at / 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const told = state === "waiting" && time ? "stale" : state;
  const called = firstText([`outlet.${name}`, NAMES[name] ?? name]);
  const words = state !== "connected" ? text(`outlet.${told}`, { name: called, time }) : why ? text("outlet.noted", { name: called }) : called;
  return [name, how, words, why];
}

/** Who may look at the sensors finds their page behind the word. */
function tagOf(name, how, why) {
  const properties = { class: how, data: { part: name }, ...(why ? { title: why } : {}) };
  if (name !== "sensors" || !["operator", "arbiter"].some(holds)) return ["span", properties];
  return ["a", { ...properties, href: "/sensors" }];
}
