// The page: ties settings, engine, stage and controls together.

import "./style.css";
import type { Actions } from "./actions.js";
import { Beat } from "./beat.js";
import { Controls } from "./controls/controls.js";
import { EnginePort, type Failed, type Told } from "./engine_port.js";
import { Follower } from "./follower.js";
import { readLink, writeLink } from "./link.js";
import { Openings } from "./openings.js";
import { firstOrders, ordersOf, sceneOf } from "./orders.js";
import type { Frame, Opened, Order, SourceChoice } from "./protocol.js";
import { DEFAULT_SETTINGS, Store } from "./settings.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage/stage.js";

/** Milliseconds after which a frame is said to be slow, and another choice of the visitor ends it. */
const PATIENCE = 1500;

const seen = readLink(location.hash) ?? { settings: DEFAULT_SETTINGS, frame: 0, camera: null };
const store = new Store(seen.settings);
const sound = new Sound();
const openings = new Openings();
const beat = new Beat();
const engine = new EnginePort(hear);

let frameNow = seen.frame;
let sizeNow = 1;
/** Of a link, until the first source is there. */
let wantedCamera = seen.camera;
/** Of the last frames, on this thread. */
let milliseconds = 0;
/** Frames that have come and are not drawn yet: at most one, for the engine waits to be asked. */
let next: Frame | null = null;
let session = 0;
/** What could not be opened before anything else was. */
let broken: Failed | null = null;
let saidSlow = false;

const actions: Actions = {
  seek: (frame) => engine.send({ kind: "seek", frame }),
  step(by) {
    store.change({ playing: false });
    engine.send({ kind: "seek", frame: frameNow + by });
  },
  openFiles: (files) => void openFiles(files),
  save: () => engine.send({ kind: "record" }),
  async copyLink() {
    const hash = writeLink({ settings: store.now, frame: frameNow, camera: stage.camera });
    history.replaceState(null, "", hash);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    return location.href;
  },
  reset: () => engine.send({ kind: "reset" }),
  frameAll: () => stage.frameAll(),
  orbit: (dx, dy) => stage.orbit(dx, dy),
  zoom: (by) => stage.zoom(by),
};

// The controls come first: they stay, and say why, where a browser cannot draw.
const controls = new Controls(document.body, store, actions);

const stage = new Stage(document.getElementById("stage")!, {
  grasp: (tool, ray) => engine.grasp(tool, ray, store.now.patch * sizeNow),
  drag: (to) => engine.send({ kind: "drag", to }),
  rotate: (by) => engine.send({ kind: "rotate", by }),
  release: () => engine.send({ kind: "release" }),
});

const follower = new Follower(stage);

/** What is chosen last is shown, whichever is read first. */
async function openFiles(files: readonly File[]): Promise<void> {
  const names = files.map((file) => file.name).join(", ");
  const isLast = openings.begin();
  controls.busy(`opening ${names}`);
  try {
    const read = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    if (isLast()) order({ kind: "open", source: { kind: "files", files: read }, frame: 0 });
  } catch {
    if (!isLast()) return;
    controls.busy(null);
    controls.failed(names, "cannot be read: a folder, too large, or no longer there");
  }
}

/** A new source or method need not wait for a frame that may take minutes by the old one. */
function order(what: Order): void {
  const opens = what.kind === "open" ? what : null;
  if ((opens || what.kind === "lanes") && engine.waited > PATIENCE) return startAnew(opens);
  engine.send(what);
  if (opens) openings.ask(opens.source);
}

function startAnew(opens: { source: SourceChoice; frame: number } | null): void {
  engine.restart();
  const before = openings.startAnew();
  const source = opens?.source ?? before ?? sceneOf(store.now);
  if (source) begin(source, opens?.frame ?? frameNow);
}

function begin(source: SourceChoice, frame: number): void {
  for (const first of firstOrders(store.now, source, frame)) engine.send(first);
  openings.ask(source);
}

function tellIfSlow(): void {
  const slow = engine.waited > PATIENCE && !openings.isWaiting;
  if (slow && !saidSlow) controls.busy(`${store.now.methods.join(" and ")} at work on one frame; choose another method to stop it`);
  if (!slow && saidSlow && !openings.isWaiting) controls.busy(null);
  saidSlow = slow;
}

function offer(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function opened(message: Opened): void {
  session = message.session;
  next = null;
  if (message.again) wantedCamera = stage.camera;
  else openings.opened();
  sizeNow = Math.hypot(...message.max.map((value, i) => value - message.min[i as 0 | 1 | 2])) || 1;
  stage.open(message);
  follower.open(message.part, wantedCamera === null);
  if (wantedCamera) stage.camera = wantedCamera;
  wantedCamera = null;
  controls.opened(message);
  if (broken) controls.failed(broken.what, broken.message);
  broken = null;
  if (openings.isWaiting) return; // the visitor has chosen something else meanwhile
  if (message.source !== "scene") store.change({ scene: null, clip: 0 });
  controls.busy(null);
}

/** A link to a scene that there is not still shows something, and then what is wrong with it. */
function showUsual(failure: Failed): void {
  broken = failure;
  store.change({ scene: DEFAULT_SETTINGS.scene });
}

function hear(answer: Told): void {
  switch (answer.kind) {
    case "ready":
      return controls.ready(answer);
    case "opened":
      return opened(answer);
    case "frame":
      next = answer;
      return;
    case "recording":
      return offer(answer.name, answer.bytes);
    case "failed":
      if (answer.opening) openings.failed();
      if (answer.opening && session === 0) return showUsual(answer);
      if (!openings.isWaiting) controls.busy(null);
      return controls.failed(answer.what, answer.message);
  }
}

function show(frame: Frame): void {
  if (frame.session !== session) return;
  frameNow = frame.frame;
  engine.giveBack(stage.show(frame));
  follower.follow(frame.middle);
  controls.frame(frame, milliseconds);
  if (frame.impulse > 0) sound.impact(frame.impulse);
}

function animate(now: number): void {
  requestAnimationFrame(animate);
  const start = performance.now();
  if (next) show(next);
  next = null;
  if (beat.comes(now)) engine.tick();
  tellIfSlow();
  stage.render();
  milliseconds = performance.now() - start;
}

function isDark(): boolean {
  const { theme } = store.now;
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

function dress(): void {
  const { layers, tool, sound: audible } = store.now;
  stage.setLayers(layers);
  stage.setTool(tool);
  stage.setTheme(isDark());
  sound.on = audible;
}

store.listen((now, before) => {
  for (const what of ordersOf(now, before)) {
    if (what.kind === "open") controls.busy(`opening ${now.scene}`);
    order(what);
  }
  dress();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
// Another link typed or pasted into the same tab starts anew; other places of the page are none.
addEventListener("hashchange", () => {
  if (readLink(location.hash)) location.reload();
});

dress();
begin(sceneOf(seen.settings)!, seen.frame);
requestAnimationFrame(animate);

