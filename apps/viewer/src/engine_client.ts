// The page's side of the engine: owns the worker, sends commands, and requests one frame at a time.

import { EngineWorker, firstEngineWorker } from "./engine_worker.js";
import type { Command, EngineEvent, Frame, Grabbed, Hand, Ray, Tool, Vector } from "./protocol.js";

export type Failed = Extract<EngineEvent, { kind: "failed" }>;
/** Events for the page; frames and grabs are returned by methods of the client. */
export type PageEvent = Exclude<EngineEvent, Frame | Grabbed | { kind: "unchanged" }>;

export class EngineClient {
  #worker: EngineWorker;
  /** When the pending frame was requested; null if none is pending. */
  #requestedAt: number | null = null;
  #frame: Frame | null = null;
  #spentBuffers: ArrayBuffer[] = [];
  #grabs: ((hit: Grabbed["hit"]) => void)[] = [];

  constructor(private readonly onEvent: (event: PageEvent) => void) {
    this.#worker = firstEngineWorker();
    // Not before the caller has the client.
    queueMicrotask(() => this.#worker.connect((event) => this.#receive(event)));
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
  restart(threads: number): void {
    this.#worker.terminate();
    for (const resolve of this.#grabs) resolve(null);
    this.#grabs = [];
    this.#requestedAt = null;
    this.#frame = null;
    this.#spentBuffers = [];
    this.#worker = new EngineWorker(threads);
    this.#worker.connect((event) => this.#receive(event));
  }

  /** For how long the pending frame has been computed, in milliseconds; 0 if none is pending. */
  get pendingMs(): number {
    return this.#requestedAt === null ? 0 : performance.now() - this.#requestedAt;
  }

  send(command: Command): void {
    this.#worker.send(command);
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
    this.#worker.send({ kind: "tick", buffers }, buffers);
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
