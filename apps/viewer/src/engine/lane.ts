// One method at work on the source.

import { MoteError, type Body, type Mote, type Report, type WorldOptions } from "mote-collision";
import type { Recall } from "../protocol.js";
import { HitList } from "./hit_list.js";
import { RecallCount } from "./recall.js";
import type { AddOptions, Performance, Source } from "./sources/source.js";

export class Lane {
  readonly method: string;
  readonly exact: boolean;
  /** It takes whatever shape a body is given, so that its bodies can stand for all. */
  readonly deforming: boolean;
  #performance: Performance | null;
  /** Why the method does nothing here any more. */
  #refused: string | null;
  #hits: HitList;
  #report: Report | null = null;
  readonly #recall = new RecallCount();
  #compared = false;

  constructor(mote: Mote, source: Source, options: WorldOptions, add: AddOptions) {
    this.method = options.method ?? "hybrid";
    const abilities = mote.methods.find((info) => info.name === this.method)?.abilities ?? [];
    this.exact = abilities.includes("exact");
    this.deforming = abilities.includes("deforming");
    this.#hits = new HitList(source.meshes, source.bodies);
    const selfCollision = add.selfCollision && abilities.includes("self");
    const made = attempt(() => source.perform(mote, options, { ...add, selfCollision }));
    this.#performance = made.value;
    this.#refused = made.refused;
  }

  get hits(): HitList {
    return this.#hits;
  }

  /** The source has other bodies now. */
  meet(source: Source): void {
    this.#hits = new HitList(source.meshes, source.bodies);
  }

  /** Null once the method has refused its bodies. */
  get performance(): Performance | null {
    return this.#performance;
  }

  show(clip: number, frame: number, held: ReadonlySet<number>): void {
    this.#try((performance) => performance.show(clip, frame, held));
  }

  /** Does something to a body; a method that refuses it is out. */
  act(body: number, action: (body: Body) => void): void {
    this.#try(({ bodies }) => {
      const one = bodies[body];
      if (one) action(one);
    });
  }

  #try(action: (performance: Performance) => void): void {
    const performance = this.#performance;
    if (!performance) return;
    const { refused } = attempt(() => action(performance));
    if (refused === null) return;
    this.#refused = refused;
    this.#performance = null;
    this.#report = null;
    performance.dispose();
  }

  /** What it finds; null where it has refused. */
  detect(): Report | null {
    this.#report = null;
    this.#try((performance) => (this.#report = performance.detect()));
    return this.#report;
  }

  get refused(): string | null {
    return this.#refused;
  }

  /** Counts how much of the truth the last detect of an approximate method has found. */
  compare(truth: Report | null): void {
    if (this.exact || !truth || !this.#report) return;
    this.#recall.add(truth, this.#report);
    this.#compared = true;
  }

  /** So far; null where nothing was compared. */
  get recall(): Recall | null {
    return this.#compared ? this.#recall.now : null;
  }

  /** Of the last detect. */
  get report(): Report | null {
    return this.#report;
  }

  dispose(): void {
    this.#performance?.dispose();
    this.#performance = null;
  }
}

/** The library refuses in its own words, the package around it what is no option at all, as a link may have it. */
function attempt<T>(make: () => T): { value: T | null; refused: string | null } {
  try {
    return { value: make(), refused: null };
  } catch (error) {
    if (error instanceof MoteError || error instanceof RangeError) return { value: null, refused: error.message };
    throw error;
  }
}
