// One method at work on the source.

import { MoteError, type Mote, type Report, type WorldOptions } from "mote-collision";
import { HitList } from "./hit_list.js";
import type { AddOptions, Performance, Source } from "./sources/source.js";

export class Lane {
  readonly method: string;
  readonly exact: boolean;
  /** Why the method does nothing here; `performance` is null then. */
  readonly refused: string | null;
  readonly performance: Performance | null;
  readonly hits: HitList;
  #report: Report | null = null;

  constructor(mote: Mote, source: Source, options: WorldOptions, add: AddOptions) {
    this.method = options.method ?? "hybrid";
    const abilities = mote.methods.find((info) => info.name === this.method)?.abilities ?? [];
    this.exact = abilities.includes("exact");
    this.hits = new HitList(source.meshes, source.bodies);
    const selfCollision = add.selfCollision && abilities.includes("self");
    const made = attempt(() => source.perform(mote, options, { ...add, selfCollision }));
    this.performance = made.value;
    this.refused = made.refused;
  }

  show(clip: number, frame: number, held: ReadonlySet<number>): void {
    this.performance?.show(clip, frame, held);
  }

  /** Also refusals of a frame, such as a shape that the method cannot take, are told by `refused` of the frame. */
  detect(): { report: Report | null; refused: string | null } {
    const { performance } = this;
    if (!performance) return { report: null, refused: this.refused };
    const { value, refused } = attempt(() => performance.detect());
    this.#report = value;
    return { report: value, refused };
  }

  /** Of the last detect. */
  get report(): Report | null {
    return this.#report;
  }

  dispose(): void {
    this.performance?.dispose();
  }
}

function attempt<T>(make: () => T): { value: T | null; refused: string | null } {
  try {
    return { value: make(), refused: null };
  } catch (error) {
    if (error instanceof MoteError) return { value: null, refused: error.message };
    throw error;
  }
}
