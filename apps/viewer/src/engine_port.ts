// The page's end of the engine: sends orders, asks for one frame at a time.

import type { Answer, Grasped, Order, Ray, Tool } from "./protocol.js";

export type Told = Exclude<Answer, Grasped | { kind: "same" }>;

export class EnginePort {
  readonly #worker: Worker;
  #waiting = false;
  #used: ArrayBuffer[] = [];
  readonly #grasps: ((answer: Grasped["hit"]) => void)[] = [];

  constructor(hear: (answer: Told) => void) {
    this.#worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = (event: MessageEvent<Answer>) => {
      const answer = event.data;
      if (answer.kind === "frame" || answer.kind === "same") this.#waiting = false;
      if (answer.kind === "grasped") this.#grasps.shift()?.(answer.hit);
      else if (answer.kind !== "same") hear(answer);
    };
    this.#worker.onerror = (event) => hear({ kind: "failed", what: "engine", message: event.message });
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
    if (this.#waiting) return;
    this.#waiting = true;
    const used = this.#used;
    this.#used = [];
    this.#worker.postMessage({ kind: "tick", used } satisfies Order, used);
  }

  /** Buffers of frames that were drawn, for frames to come. */
  giveBack(buffers: readonly ArrayBuffer[]): void {
    this.#used.push(...buffers);
  }
}

