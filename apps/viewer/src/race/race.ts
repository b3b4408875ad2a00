// The race: the same frames by mote and by three-mesh-bvh, each in a worker of its own, as fast as each of them can.

import "../style.css";
import "./race.css";
import { readStored } from "../controls/local_storage.js";
import { milliseconds } from "../controls/format.js";
import { find, setText } from "../../../shared/dom.js";
import { count, integer } from "../../../shared/format.js";
import { Comparison, type Side } from "./comparison.js";
import { RaceLane } from "./lane.js";
import type { RaceFrame, RaceOpened } from "./protocol.js";

const SIDES: readonly Side[] = [0, 1];
const NAMES = ["mote", "three-mesh-bvh"] as const;
/** Interval between updates of the numbers. */
const UPDATE_MS = 200;

const byId = (id: string) => find(document, `#${id}`, HTMLElement);
const scenes = find(document, "#race-scene", HTMLSelectElement);
const run = find(document, "#run", HTMLButtonElement);

let comparison = new Comparison(0);
let isRunning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let updatedAt = 0;
let hasFailed = false;

const workers = [
  new Worker(new URL("./mote_worker.ts", import.meta.url), { type: "module" }),
  new Worker(new URL("./bvh_worker.ts", import.meta.url), { type: "module" }),
];
const lanes = SIDES.map(
  (side) => new RaceLane(workers[side]!, byId(`stage-${side}`), { opened: (event) => opened(side, event), frame: (event) => found(side, event), failed }),
);

function open(scene: string): void {
  comparison = new Comparison(0);
  for (const lane of lanes) lane.open(scene);
  history.replaceState(null, "", `#scene=${scene}`);
  show();
}

function opened(side: Side, { library, setupMs, frameCount, meshes, bodies }: RaceOpened): void {
  if (comparison.frameCount !== frameCount) comparison = new Comparison(frameCount);
  setText(byId(`name-${side}`), library);
  setText(byId(`setup-${side}`), milliseconds(setupMs));
  const triangles = bodies.map((body) => meshes[body.mesh]!.triangles.length / 3);
  setText(byId("triangles"), integer(triangles[0]!));
}

function found(side: Side, { scene, frame, ms, facePairs }: RaceFrame): void {
  if (scene !== scenes.value) return; // of the scene before
  comparison.add(side, frame, ms, facePairs.slice());
}

function failed(message: string): void {
  hasFailed = true;
  setText(byId("result"), `The race cannot start: ${message}`);
}

// ------------------------------------------------------------------------------------------------
// What is shown

function show(): void {
  if (hasFailed) return;
  const times = SIDES.map((side) => comparison.ms(side));
  const longest = Math.max(...times.map((ms) => ms ?? 0));
  for (const side of SIDES) {
    const ms = times[side] ?? null;
    byId(`bar-${side}`).style.width = ms === null ? "0" : `${(100 * ms) / longest}%`;
    setText(byId(`ms-${side}`), ms === null ? "–" : milliseconds(ms));
    setText(byId(`frames-${side}`), count(comparison.frames(side), "frame"));
  }
  const [ours, theirs] = times;
  setText(byId("result"), ours && theirs ? verdict(theirs / ours) : "Both are warming up …");
  showChecked();
}

function verdict(ratio: number): string {
  const [first, second, by] = ratio >= 1 ? [NAMES[0], NAMES[1], ratio] : [NAMES[1], NAMES[0], 1 / ratio];
  return `${first} is ${by < 10 ? by.toFixed(1) : Math.round(by)} times as fast as ${second}`;
}

function showChecked(): void {
  const { frames, different } = comparison.compared;
  const box = byId("checked");
  box.dataset["same"] = String(different === null);
  if (different !== null) return setText(box, `In frame ${different} they found different pairs of triangles.`);
  setText(
    box,
    frames === 0
      ? "Every pair of triangles will be compared."
      : `Checked: both found the same pairs of triangles in ${frames === comparison.frameCount ? "all" : `${frames} of`} ${comparison.frameCount} frames.`,
  );
}

/** A page that nobody sees does not run. */
function applyRunning(): void {
  setText(run, isRunning ? "Pause" : "Run");
  for (const lane of lanes) lane.running = isRunning && !document.hidden;
}

// ------------------------------------------------------------------------------------------------

let lastCameras = ["", ""];

/** Both views look from the same place, whichever of them is turned. */
function followCameras(): void {
  const cameras = lanes.map((lane) => JSON.stringify(lane.camera));
  const moved = SIDES.find((side) => cameras[side] !== lastCameras[side]);
  if (moved !== undefined && cameras[0] !== cameras[1]) lanes[1 - moved]!.camera = lanes[moved]!.camera;
  lastCameras = lanes.map((lane) => JSON.stringify(lane.camera));
}

function animate(now: number): void {
  requestAnimationFrame(animate);
  followCameras();
  for (const lane of lanes) lane.render();
  if (now - updatedAt < UPDATE_MS) return;
  updatedAt = now;
  show();
}

function applyTheme(): void {
  const stored = readStored("mote-theme");
  if (stored === "light" || stored === "dark") document.documentElement.dataset["theme"] = stored;
  const isDark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  for (const lane of lanes) lane.setTheme(isDark);
}

run.addEventListener("click", () => {
  isRunning = !isRunning;
  applyRunning();
});
document.addEventListener("visibilitychange", applyRunning);
scenes.addEventListener("change", () => open(scenes.value));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

const wanted = new URLSearchParams(location.hash.slice(1)).get("scene");
if ([...scenes.options].some((option) => option.value === wanted)) scenes.value = wanted!;
applyTheme();
open(scenes.value);
applyRunning();
requestAnimationFrame(animate);
