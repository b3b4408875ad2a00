// The page's end of the engine: sends orders, asks for one frame at a time.

import type { Answer, Grasped, Order, Ray, Tool } from "./protocol.js";

export type Failed = Extract<Answer, { kind: "failed" }>;
export type Told = Exclude<Answer, Grasped | { kind: "same" }>;

export class EnginePort {
  #worker: Worker;
  /** When the frame was asked for that is on its way; null where none is. */
  #asked: number | null = null;
  #used: ArrayBuffer[] = [];
  #grasps: ((answer: Grasped["hit"]) => void)[] = [];

  constructor(private readonly hear: (answer: Told) => void) {
    this.#worker = this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<Answer>) => {
      const answer = event.data;
      if (answer.kind === "frame" || answer.kind === "same") this.#asked = null;
      if (answer.kind === "grasped") this.#grasps.shift()?.(answer.hit);
      else if (answer.kind !== "same") this.hear(answer);
    };
    worker.onerror = ({ message }) => {
      const why = message || "its script could not be loaded"; // browsers do not say more
      this.hear({ kind: "failed", what: "engine", message: why, opening: false });
    };
    return worker;
  }

  /** Ends a frame that takes too long, and all else: the new engine must be told everything. */
  restart(): void {
    this.#worker.onmessage = null; // what it has said is of the past
    this.#worker.terminate();
    for (const answer of this.#grasps) answer(null);
    this.#grasps = [];
    this.#asked = null;
    this.#used = [];
    this.#worker = this.#start();
  }

  /** How long the frame takes that is on its way, in milliseconds. */
  get waited(): number {
    return this.#asked === null ? 0 : performance.now() - this.#asked;
  }

  send(order: Order): void {
    this.#worker.postMessage(order);
  }

  grasp(tool: Tool, ray: Ray, radius: number): Promise<Grasped["hit"]> {
    this.send({ kind: "grasp", tool, ray, radius });
    return new Promise((resolve) => this.#grasps.push(resolve));
  }

  /** Asks for the next frame, unless one is on its way. */
  tick(): void {
    if (this.#asked !== null) return;
    this.#asked = performance.now();
    const used = this.#used;
    this.#used = [];
    this.#worker.postMessage({ kind: "tick", used } satisfies Order, used);
  }

  /** Buffers of frames that were drawn, for frames to come. */
  giveBack(buffers: readonly ArrayBuffer[]): void {
    this.#used.push(...buffers);
  }
}

