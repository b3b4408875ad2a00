// One side of the race: its worker, its 3-D view, and where it is.

import type { CameraState } from "../renderer/orbit_camera.js";
import { createRenderer, type Stage } from "../renderer/create_renderer.js";
import type { Frame, LaneFrame, Stats } from "../protocol.js";
import type { RaceCommand, RaceEvent, RaceFrame, RaceOpened } from "./protocol.js";

export interface LaneEvents {
  opened(opened: RaceOpened): void;
  frame(frame: RaceFrame): void;
  failed(message: string): void;
}

/** No side runs faster than screens are drawn. */
const MIN_INTERVAL_MS = 1000 / 60;
const NO_FLOATS = new Float32Array(0);

function laneFrame({ hits, hitStarts, facePairs }: RaceFrame): LaneFrame {
  return {
    method: "", error: null, missed: false, ignoresSelf: false, hash: "", pairs: 0, facePairs: facePairs.length / 2, hits, hitStarts,
    contacts: NO_FLOATS.slice(), segments: NO_FLOATS.slice(), drawing: null, areas: [], costs: null, closest: null, recall: null,
    stats: {} as Stats,
  };
}

export class RaceLane {
  readonly #worker: Worker;
  readonly #stage: Stage;
  #session = 0;
  #frameCount = 0;
  #next = 0;
  #isRunning = false;
  #isBusy = false;
  #requestedAt = 0;
  #spent: ArrayBuffer[] = [];

  constructor(worker: Worker, container: HTMLElement, private readonly events: LaneEvents) {
    const nothing = () => Promise.resolve(null);
    this.#stage = createRenderer(container, { grab: nothing, take: nothing, drag() {}, rotate() {}, release() {} });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<RaceEvent>) => this.#receive(data);
    worker.onerror = ({ message }) => events.failed(message || "the worker script could not be loaded");
  }

  open(scene: string): void {
    this.#frameCount = 0;
    this.#isBusy = false;
    this.#spent = [];
    this.#send({ kind: "open", scene });
  }

  /** Runs, or stops after the frame that is being computed. */
  set running(on: boolean) {
    this.#isRunning = on;
    this.#advance();
  }

  /** Requests the next frame, unless one is being computed. */
  #advance(): void {
    if (!this.#isRunning || this.#isBusy || this.#frameCount === 0) return;
    this.#isBusy = true;
    this.#requestedAt = performance.now();
    const buffers = this.#spent;
    this.#spent = [];
    this.#send({ kind: "frame", frame: this.#next++ % this.#frameCount, buffers }, buffers);
  }

  render(): void {
    this.#stage.render();
  }

  setTheme(dark: boolean): void {
    this.#stage.setTheme(dark);
  }

  get camera(): CameraState {
    return this.#stage.camera;
  }

  set camera(state: CameraState) {
    this.#stage.camera = state;
  }

  #send(command: RaceCommand, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(command, transfer);
  }

  #receive(event: RaceEvent): void {
    if (event.kind === "failed") return this.events.failed(event.message);
    if (event.kind === "opened") return this.#opened(event);
    this.events.frame(event);
    this.#spent.push(...this.#stage.show(this.#frame(event)));
    const wait = this.#requestedAt + MIN_INTERVAL_MS - performance.now();
    setTimeout(() => {
      this.#isBusy = false;
      this.#advance();
    }, Math.max(0, wait));
  }

  #opened(opened: RaceOpened): void {
    const { meshes, bodies, frameCount, zUp, min, max, outline } = opened;
    this.#frameCount = frameCount;
    this.#next = 0;
    this.#stage.open({
      kind: "opened", sameSource: false, session: ++this.#session, source: "scene", title: opened.scene, meshes, bodies, frameCount,
      clips: [], zUp, min, max, outline, frameSizeRatio: 1, refusals: {}, placement: null, hasDeformers: false,
    });
    this.events.opened(opened);
    this.#advance();
  }

  #frame(found: RaceFrame): Frame {
    const bodies = found.positions.map((positions) => ({ transform: null, positions, touched: null }));
    return {
      kind: "frame", session: this.#session, frame: found.frame, frameCount: this.#frameCount, playing: true, bodies,
      lanes: [laneFrame(found)], impacts: null, center: [0, 0, 0], hasDetachedBodies: false, bouncing: false, impulse: 0,
    };
  }
}
