// The touching faces of one lane: one index buffer for all bodies, as sent by the engine. Each body draws its own range.

import * as THREE from "three";
import type { LaneFrame } from "../protocol.js";
import type { BodyView } from "./body_view.js";

const MIN_CAPACITY = 3072;

export class HitBuffer {
  #buffer = HitBuffer.#allocate(MIN_CAPACITY);

  static #allocate(capacity: number): THREE.BufferAttribute {
    return new THREE.BufferAttribute(new Uint32Array(capacity), 1).setUsage(THREE.DynamicDrawUsage);
  }

  get buffer(): THREE.BufferAttribute {
    return this.#buffer;
  }

  show(lane: number, found: LaneFrame, bodies: readonly BodyView[]): void {
    const { hits, hitStarts } = found;
    let capacity = this.#buffer.count;
    if (hits.length > capacity) {
      while (capacity < hits.length) capacity *= 2;
      // The old buffer is freed with its object: geometries share attributes, so it cannot be disposed of separately.
      this.#buffer = HitBuffer.#allocate(capacity);
      for (const body of bodies) body.useHitBuffer(lane, this.#buffer);
    }
    if (hits.length > 0) {
      this.#buffer.array.set(hits);
      this.#buffer.clearUpdateRanges();
      this.#buffer.addUpdateRange(0, hits.length);
      this.#buffer.needsUpdate = true;
    }
    bodies.forEach((body, i) => {
      const first = hitStarts[i] ?? 0;
      body.showHits(lane, first, (hitStarts[i + 1] ?? first) - first);
    });
  }
}
