// Faces that are drawn on the surfaces of all bodies of a lane: one index buffer, as sent by the engine. Each body draws its own
// range.

import * as THREE from "three";

const MIN_CAPACITY = 3072;

export class HitBuffer {
  #buffer = HitBuffer.#allocate(MIN_CAPACITY);

  static #allocate(capacity: number): THREE.BufferAttribute {
    return new THREE.BufferAttribute(new Uint32Array(capacity), 1).setUsage(THREE.DynamicDrawUsage);
  }

  get buffer(): THREE.BufferAttribute {
    return this.#buffer;
  }

  /** Copies three vertices per face. If the buffer is too small, `replaced` gets a larger one. */
  fill(faces: Uint32Array, replaced: (buffer: THREE.BufferAttribute) => void): void {
    let capacity = this.#buffer.count;
    if (faces.length > capacity) {
      while (capacity < faces.length) capacity *= 2;
      // The old buffer is freed with its object: geometries share attributes, so it cannot be disposed of separately.
      this.#buffer = HitBuffer.#allocate(capacity);
      replaced(this.#buffer);
    }
    if (faces.length === 0) return;
    this.#buffer.array.set(faces);
    this.#buffer.clearUpdateRanges();
    this.#buffer.addUpdateRange(0, faces.length);
    this.#buffer.needsUpdate = true;
  }
}
