// The paths of particles: each frame adds one short line per particle to a ring buffer, and the shader fades them out.

import type { DrawingData } from "../protocol.js";
import { floatField, wordField, type Instances } from "./instances.js";
import { kindNumber } from "./kind_styles.js";
import type { SharedUniforms, Uniform } from "./shared_uniforms.js";
import { fadingLines } from "./lines.js";

/** How long a line is visible. */
const LIFETIME_FRAMES = 40;
/** Relative to the size of the scene. Particles that jump farther were moved elsewhere and leave no trail. */
const MAX_STEP = 0.15;

const NUMBERS_PER_LINE = 7;

interface Place {
  x: number;
  y: number;
  z: number;
  /** Frame in which the particle was last seen. */
  seen: number;
}

export class Trails {
  readonly #shared: SharedUniforms;
  readonly #now: Uniform<number> = { value: 0 };
  readonly #lines: Instances;
  readonly #places = new Map<number, Place>();
  readonly #particle = kindNumber("particle");
  /** Index of the next line. */
  #next = 0;

  constructor(shared: SharedUniforms) {
    this.#shared = shared;
    this.#lines = fadingLines(
      shared,
      [
        floatField(NUMBERS_PER_LINE, [
          { name: "start", size: 3, offset: 0 },
          { name: "end", size: 3, offset: 3 },
          { name: "birth", size: 1, offset: 6 },
        ]),
        wordField("body"),
      ],
      this.#now,
      LIFETIME_FRAMES,
      { width: { value: 1.6 }, hiddenOpacity: 0.3 },
    );
  }

  get object(): Instances["object"] {
    return this.#lines.object;
  }

  clear(): void {
    this.#places.clear();
    this.#lines.count = 0;
    this.#next = 0;
  }

  show(drawing: DrawingData | null): void {
    this.#now.value++;
    if (!drawing || drawing.pointKinds.length === 0) return;
    const room = LIFETIME_FRAMES * drawing.pointKinds.length;
    if (this.#lines.reserve(room)) this.#startOver();
    const first = this.#next;
    for (let i = 0; i < drawing.pointKinds.length; i++) {
      if (drawing.pointKinds[i] === this.#particle) this.#follow(drawing, i);
    }
    this.#send(first);
    this.#removeStale(drawing.pointKinds.length);
  }

  #startOver(): void {
    this.#next = 0;
    this.#lines.count = 0;
  }

  #follow(drawing: DrawingData, i: number): void {
    const id = drawing.pointIds[i]! + drawing.pointBodies[i]! * 2 ** 32; // ids are unique per body
    const x = drawing.points[3 * i]!;
    const y = drawing.points[3 * i + 1]!;
    const z = drawing.points[3 * i + 2]!;
    const now = this.#now.value;
    const last = this.#places.get(id);
    if (!last) {
      this.#places.set(id, { x, y, z, seen: now });
      return;
    }
    const step = Math.hypot(x - last.x, y - last.y, z - last.z);
    if (last.seen === now - 1 && step > 0 && step < MAX_STEP * this.#shared.size.value) {
      this.#add(last, x, y, z, drawing.pointBodies[i]!);
    }
    last.x = x;
    last.y = y;
    last.z = z;
    last.seen = now;
  }

  #add(from: Place, x: number, y: number, z: number, body: number): void {
    const numbers = this.#lines.array(0);
    const at = NUMBERS_PER_LINE * this.#next;
    numbers[at] = from.x;
    numbers[at + 1] = from.y;
    numbers[at + 2] = from.z;
    numbers[at + 3] = x;
    numbers[at + 4] = y;
    numbers[at + 5] = z;
    numbers[at + 6] = this.#now.value;
    this.#lines.array(1)[this.#next] = body;
    this.#next = (this.#next + 1) % this.#lines.capacity;
    this.#lines.count = Math.max(this.#lines.count, this.#next === 0 ? this.#lines.capacity : this.#next);
  }

  /** Uploads the lines from `first` on; the ring may have wrapped around. */
  #send(first: number): void {
    if (this.#next > first) this.#lines.markChanged(first, this.#next - first);
    if (this.#next < first) {
      this.#lines.markChanged(first, this.#lines.capacity - first);
      if (this.#next > 0) this.#lines.markChanged(0, this.#next);
    }
  }

  /** Forgets particles that no longer exist. */
  #removeStale(present: number): void {
    if (this.#places.size <= 2 * present) return;
    for (const [id, place] of this.#places) if (place.seen !== this.#now.value) this.#places.delete(id);
  }
}
