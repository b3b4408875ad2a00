// The page's side of the engine: owns the worker, sends commands, and requests one frame at a time.

import type { Command, EngineEvent, Frame, Grabbed, Hand, Ray, Tool, Vector } from "./protocol.js";

export type Failed = Extract<EngineEvent, { kind: "failed" }>;
/** Events for the page; frames and grabs are returned by methods of the client. */
export type PageEvent = Exclude<EngineEvent, Frame | Grabbed | { kind: "unchanged" }>;

export class EngineClient {
  #worker: Worker;
  /** When the pending frame was requested; null if none is pending. */
  #requestedAt: number | null = null;
  #frame: Frame | null = null;
  #spentBuffers: ArrayBuffer[] = [];
  #grabs: ((hit: Grabbed["hit"]) => void)[] = [];

  constructor(private readonly onEvent: (event: PageEvent) => void) {
    this.#worker = this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<EngineEvent>) => this.#receive(data);
    worker.onerror = ({ message }) => {
      const reason = message || "the worker script could not be loaded"; // browsers do not say more
      this.onEvent({ kind: "failed", what: "engine", message: reason, opening: false });
    };
    return worker;
  }

  #receive(event: EngineEvent): void {
    switch (event.kind) {
      case "frame":
        this.#frame = event;
        this.#requestedAt = null;
        return;
      case "unchanged":
        this.#requestedAt = null;
        return;
      case "grabbed":
        this.#grabs.shift()?.(event.hit);
        return;
      default:
        this.onEvent(event);
    }
  }

  /** Replaces the worker, which ends a frame that takes too long. The new engine must be told everything again. */
  restart(): void {
    this.#worker.onmessage = null; // ignore messages of the old engine
    this.#worker.terminate();
    for (const resolve of this.#grabs) resolve(null);
    this.#grabs = [];
    this.#requestedAt = null;
    this.#frame = null;
    this.#spentBuffers = [];
    this.#worker = this.#start();
  }

  /** For how long the pending frame has been computed, in milliseconds; 0 if none is pending. */
  get pendingMs(): number {
    return this.#requestedAt === null ? 0 : performance.now() - this.#requestedAt;
  }

  send(command: Command): void {
    this.#worker.postMessage(command);
  }

  grab(hand: Hand, tool: Tool, ray: Ray, radius: number): Promise<Grabbed["hit"]> {
    this.send({ kind: "grab", tool, ray, radius, hand });
    return new Promise((resolve) => this.#grabs.push(resolve));
  }

  take(hand: Hand, tool: Tool, body: number, eye: Vector, radius: number): Promise<Grabbed["hit"]> {
    this.send({ kind: "take", tool, body, eye, radius, hand });
    return new Promise((resolve) => this.#grabs.push(resolve));
  }

  /** Requests the next frame, unless one is pending. */
  requestFrame(): void {
    if (this.#requestedAt !== null) return;
    this.#requestedAt = performance.now();
    const buffers = this.#spentBuffers;
    this.#spentBuffers = [];
    this.#worker.postMessage({ kind: "tick", buffers } satisfies Command, buffers);
  }

  /** The frame that has arrived since the last call, or null. */
  takeFrame(): Frame | null {
    const frame = this.#frame;
    this.#frame = null;
    return frame;
  }

  /** Takes buffers of frames that were drawn, to be filled again. */
  recycle(buffers: readonly ArrayBuffer[]): void {
    this.#spentBuffers.push(...buffers);
  }
}
