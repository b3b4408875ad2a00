// A dot and a normal for each contact, and the lines along which surfaces intersect.

import * as THREE from "three";
import type { LaneFrame } from "../protocol.js";
import { plainDots } from "./dots.js";
import { floatField, type Instances } from "./instances.js";
import { CONTACT, NORMAL, SEGMENT } from "./colors.js";
import type { SharedUniforms, Uniform } from "./shared_uniforms.js";
import { plainLines } from "./lines.js";

const NUMBERS_PER_CONTACT = 7;
/** Relative to the size of the scene. */
const NORMAL_LENGTH = 0.06;

export class Contacts {
  readonly object = new THREE.Group();
  readonly #shared: SharedUniforms;
  readonly #reach: Uniform<number> = { value: 1 };
  readonly #dots: Instances;
  readonly #normals: Instances;

  constructor(shared: SharedUniforms) {
    this.#shared = shared;
    this.#dots = plainDots(
      shared,
      [floatField(NUMBERS_PER_CONTACT, [{ name: "at", size: 3, offset: 0 }])],
      CONTACT, 5, { hiddenOpacity: 0.8, darkRim: true },
    );
    this.#normals = plainLines(
      shared,
      [floatField(NUMBERS_PER_CONTACT, [{ name: "start", size: 3, offset: 0 }, { name: "end", size: 3, offset: 3 }])],
      NORMAL, { width: { value: 2.2 }, hiddenOpacity: 0.8, arrow: true, endScale: this.#reach },
    );
    this.object.add(this.#normals.object, this.#dots.object);
  }

  show({ contacts }: Pick<LaneFrame, "contacts">): void {
    const count = contacts.length / NUMBERS_PER_CONTACT;
    this.#reach.value = NORMAL_LENGTH * this.#shared.size.value;
    this.#dots.fill(count, contacts);
    this.#normals.fill(count, contacts);
  }
}

/** In CSS pixels. */
const MAX_SEGMENT_WIDTH = 2.4;
const MIN_SEGMENT_WIDTH = 0.7;
/** If there are more, they become thinner, so that the red faces remain visible between them. */
const MANY_SEGMENTS = 1500;

export class Segments {
  readonly #width: Uniform<number> = { value: MAX_SEGMENT_WIDTH };
  readonly #lines: Instances;

  constructor(shared: SharedUniforms) {
    this.#lines = plainLines(
      shared,
      [floatField(6, [{ name: "start", size: 3, offset: 0 }, { name: "end", size: 3, offset: 3 }])],
      SEGMENT, { width: this.#width, hiddenOpacity: 0.5 },
    );
  }

  get object(): Instances["object"] {
    return this.#lines.object;
  }

  show({ segments }: Pick<LaneFrame, "segments">): void {
    const count = segments.length / 6;
    const width = (MAX_SEGMENT_WIDTH * MANY_SEGMENTS) / Math.max(MANY_SEGMENTS, count);
    this.#width.value = Math.max(MIN_SEGMENT_WIDTH, width);
    this.#lines.fill(count, segments);
  }
}
