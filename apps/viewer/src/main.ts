// Connects settings, engine, renderer and controls, and runs the page's one loop.

import type { Actions } from "./actions.js";
import { Address } from "./address.js";
import { changeCommands, initialCommands, sceneChoice } from "./commands.js";
import { Controls } from "./controls/controls.js";
import { EngineClient, type Failed, type PageEvent } from "./engine_client.js";
import { FrameClock } from "./frame_clock.js";
import { canFilm, film, picture } from "./film.js";
import { type PageState, readLink } from "./link.js";
import { OpenRequests } from "./open_requests.js";
import type { Command, Frame, Opened, Placement, SourceChoice } from "./protocol.js";
import { CameraFollower } from "./renderer/camera_follower.js";
import { createRenderer } from "./renderer/create_renderer.js";
import { DEFAULT_SETTINGS, Store } from "./settings.js";
import { Sound } from "./sound.js";
import { threadCount } from "./thread_count.js";

/** After this time the page says that a frame is slow, and choosing another scene or method aborts it. */
const SLOW_FRAME_MS = 1500;

const initial = readLink(location.hash) ?? { settings: DEFAULT_SETTINGS, frame: 0, camera: null };
const store = new Store(initial.settings);
const sound = new Sound();
const openRequests = new OpenRequests();
const frameClock = new FrameClock();
const engine = new EngineClient(onEngineEvent);

let currentFrame = initial.frame;
let sceneSize = 1;
/** The camera of a link, until the first source is open. */
let initialCamera = initial.camera;
/** Time that the last frame took on this thread. */
let mainThreadMs = 0;
let session = 0;
/** The failure to open the scene of a link, shown once the default scene is open instead. */
let linkFailure: Failed | null = null;
let showsSlow = false;
/** True while the settings of an address are applied. */
let isRestoring = false;

const actions: Actions = {
  seek: (frame) => engine.send({ kind: "seek", frame }),
  step(by) {
    store.update({ playing: false });
    engine.send({ kind: "step", by });
  },
  openFiles: (files) => void openFiles(files),
  save: (frames) => engine.send({ kind: "record", frames }),
  async savePicture() {
    renderer.renderNow();
    const image = renderer.canvas && (await picture(renderer.canvas));
    if (image) download(`${fileStem()}.png`, image);
  },
  async saveFilm() {
    if (!renderer.canvas || !canFilm()) return controls.failed("film", "this browser cannot record the 3-D view");
    controls.busy("Recording five seconds");
    const recorded = await film(renderer.canvas);
    controls.busy(null);
    download(`${fileStem()}.webm`, recorded);
  },
  async copyLink() {
    address.write();
    const link = location.href;
    const isCopied = await (navigator.clipboard?.writeText(link).then(() => true, () => false) ?? false);
    return { link, isCopied };
  },
  reset() {
    renderer.letGo();
    engine.send({ kind: "reset" });
  },
  keepHold: () => renderer.keepHold(),
  chooseBody: (by) => renderer.chooseBody(by),
  moveChosen: (steps) => renderer.moveChosen(steps),
  letGoChosen: () => renderer.letGoChosen(),
  place: (placement) => openPlaced(placement),
  frameAll: () => renderer.frameAll(),
  orbit: (dx, dy) => renderer.orbit(dx, dy),
  zoom: (by) => renderer.zoom(by),
  setThreads(count) {
    const query = new URLSearchParams(location.search);
    query.set("threads", String(count));
    history.replaceState(null, "", `?${query}${location.hash}`);
    restart(null);
  },
};

const controls = new Controls(document.body, store, actions);

const renderer = createRenderer(document.getElementById("viewport")!, {
  grab: (hand, tool, ray) => engine.grab(hand, tool, ray, store.current.pullRadius * sceneSize),
  drag: (hand, to) => engine.send({ kind: "drag", to, hand }),
  rotate: (hand, by) => engine.send({ kind: "rotate", by, hand }),
  release: (hand) => engine.send({ kind: "release", hand }),
  take: (hand, tool, body, eye) => engine.take(hand, tool, body, eye, store.current.pullRadius * sceneSize),
});

const address = new Address(
  () => ({ settings: store.current, frame: currentFrame, camera: renderer.camera }),
  showState,
);
const cameraFollower = new CameraFollower(renderer);

// ------------------------------------------------------------------------------------------------
// The loop

function animate(now: number): void {
  requestAnimationFrame(animate);
  const start = performance.now();
  const frame = engine.takeFrame();
  if (frame && frame.session === session) show(frame);
  if (frameClock.advance(now)) engine.requestFrame();
  showIfSlow();
  renderer.render();
  mainThreadMs = performance.now() - start;
}

function show(frame: Frame): void {
  currentFrame = frame.frame;
  address.changed(false);
  engine.recycle(renderer.show(frame));
  cameraFollower.follow(frame.center);
  controls.frame(frame, mainThreadMs);
  if (frame.impulse > 0) sound.impact(frame.impulse);
}

function showIfSlow(): void {
  const isSlow = engine.pendingMs > SLOW_FRAME_MS && !openRequests.isPending;
  const methods = store.current.methods.join(" and ");
  if (isSlow && !showsSlow) controls.busy(`${methods}: computing one frame; choose another method to cancel`);
  if (!isSlow && showsSlow && !openRequests.isPending) controls.busy(null);
  showsSlow = isSlow;
}

// ------------------------------------------------------------------------------------------------
// Commands to the engine

/** If files are chosen while others are still being read, the last choice wins. */
async function openFiles(files: readonly File[]): Promise<void> {
  const names = files.map((file) => file.name).join(", ");
  const isLatest = openRequests.startReading();
  controls.busy(`Opening ${names}`);
  try {
    const read = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    if (isLatest()) send({ kind: "open", source: { kind: "files", files: read }, frame: 0 });
  } catch {
    if (!isLatest()) return;
    controls.busy(null);
    controls.failed(names, "cannot be read: it is a folder, too large, or was deleted");
  }
}

/** Opens the present files again, placed in another way. */
function openPlaced(placement: Placement): void {
  const shown = openRequests.shown;
  if (shown?.kind === "files") send({ kind: "open", source: { ...shown, placement }, frame: 0 });
}

/** A new source or method does not wait for a slow frame: the engine is restarted instead. */
function send(command: Command): void {
  const open = command.kind === "open" ? command : null;
  if ((open || command.kind === "lanes") && engine.pendingMs > SLOW_FRAME_MS) return restart(open);
  engine.send(command);
  if (open) openRequests.sent(open.source);
}

function restart(open: { source: SourceChoice; frame: number } | null): void {
  engine.restart(threadCount(location.search, navigator.hardwareConcurrency));
  const previous = openRequests.restart();
  const source = open?.source ?? previous ?? sceneChoice(store.current);
  if (source) begin(source, open?.frame ?? currentFrame);
}

function begin(source: SourceChoice, frame: number): void {
  for (const command of initialCommands(store.current, source, frame)) engine.send(command);
  openRequests.sent(source);
}

// ------------------------------------------------------------------------------------------------
// Events of the engine

function onEngineEvent(event: PageEvent): void {
  switch (event.kind) {
    case "ready":
      return controls.ready(event);
    case "threads":
      return controls.threads(event.count);
    case "opened":
      return opened(event);
    case "recording":
      return download(event.name, new Blob([event.bytes], { type: "application/octet-stream" }));
    case "failed":
      return failed(event);
  }
}

function opened(event: Opened): void {
  session = event.session;
  if (event.sameSource) initialCamera = renderer.camera;
  else openRequests.opened();
  sceneSize = Math.hypot(...event.max.map((value, i) => value - event.min[i as 0 | 1 | 2])) || 1;
  renderer.open(event);
  cameraFollower.open(event.frameSizeRatio, initialCamera === null);
  if (initialCamera) renderer.camera = initialCamera;
  initialCamera = null;
  controls.opened(event);
  document.title = `${event.title} · mote`;
  if (linkFailure) controls.failed(linkFailure.what, linkFailure.message);
  linkFailure = null;
  if (openRequests.isPending) return; // something else was chosen meanwhile
  if (event.source !== "scene") store.update({ scene: null, clip: 0 });
  controls.busy(null);
}

function failed(event: Failed): void {
  if (event.opening) openRequests.failed();
  if (event.opening && session === 0) {
    // A link to a scene that does not exist opens the default scene, and then shows the error.
    linkFailure = event;
    return store.update({ scene: DEFAULT_SETTINGS.scene });
  }
  if (!openRequests.isPending) controls.busy(null);
  controls.failed(event.what, event.message);
}

function fileStem(): string {
  return `mote-${(store.current.scene ?? "files").replace(/[^A-Za-z0-9-]+/g, "-")}-${currentFrame}`;
}

function download(name: string, contents: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ------------------------------------------------------------------------------------------------
// Settings

function isDark(): boolean {
  const { theme } = store.current;
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/** The card of the tour lies on the view, except on phones. */
function coveredPixels(): number {
  const card = document.getElementById("tour")!;
  const area = document.getElementById("viewport-area")!;
  if (card.hidden || card.offsetTop >= area.offsetHeight) return 0;
  return area.offsetHeight - card.offsetTop;
}

function applySettings(): void {
  const { layers, tool, sound: isAudible } = store.current;
  renderer.setLayers(layers);
  renderer.setTool(tool);
  renderer.setTheme(isDark());
  sound.on = isAudible;
  renderer.setCovered(coveredPixels());
}

store.subscribe((now, before) => {
  for (const command of changeCommands(now, before)) {
    if (command.kind === "open") controls.busy(`Opening ${now.scene}`);
    send(command);
  }
  applySettings();
  if (now.scene !== before.scene) currentFrame = 0; // until the first frame of the new scene
  if (!isRestoring) address.changed(now.scene !== before.scene && now.scene !== null);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applySettings);

/** The visitor went back or forward, or has pasted another link. */
function showState({ settings, frame, camera }: PageState): void {
  const { theme, sound: isAudible } = store.current;
  const sameScene = JSON.stringify(sceneChoice(settings)) === JSON.stringify(sceneChoice(store.current));
  isRestoring = true;
  if (!sameScene) initialCamera = camera;
  store.update({ ...settings, theme, sound: isAudible });
  actions.seek(frame);
  if (sameScene && camera) renderer.camera = camera;
  isRestoring = false;
}

if (new URLSearchParams(location.search).get("embed") === "1") {
  document.documentElement.dataset["embed"] = "";
  const whole = document.getElementById("whole-page") as HTMLAnchorElement;
  whole.hidden = false;
  const update = () => (whole.href = `${location.pathname}${location.hash}`);
  whole.addEventListener("pointerenter", update);
  whole.addEventListener("focus", update);
  update();
}

applySettings();
begin(sceneChoice(initial.settings)!, initial.frame);
requestAnimationFrame(animate);
