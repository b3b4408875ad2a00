// The closest points of two bodies, with a line between them.

import * as THREE from "three";
import { measure } from "../../../shared/format.js";
import type { ClosestPoints } from "../protocol.js";
import { plainDots } from "./dots.js";
import { floatField, type Instances } from "./instances.js";
import { CLOSEST } from "./colors.js";
import type { ScenePlace } from "./labels.js";
import type { SharedUniforms } from "./shared_uniforms.js";
import { plainLines } from "./lines.js";

export class ClosestLine {
  readonly object = new THREE.Group();
  readonly #line: Instances;
  readonly #dots: Instances;
  readonly #numbers = new Float32Array(6);
  /** Null if there is no line. */
  label: ScenePlace | null = null;

  constructor(shared: SharedUniforms) {
    this.#line = plainLines(
      shared,
      [floatField(6, [{ name: "start", size: 3, offset: 0 }, { name: "end", size: 3, offset: 3 }])],
      CLOSEST, { width: { value: 2 }, hiddenOpacity: 0.5 },
    );
    this.#dots = plainDots(shared, [floatField(3, [{ name: "at", size: 3, offset: 0 }])], CLOSEST, 5, {
      hiddenOpacity: 0.5,
    });
    this.object.add(this.#line.object, this.#dots.object);
  }

  /** Bodies that touch get no line. */
  show(closest: ClosestPoints | null): void {
    const apart = closest !== null && closest.distance > 0 && Number.isFinite(closest.distance);
    this.#line.count = 0;
    this.#dots.count = 0;
    this.label = null;
    if (!apart) return;
    this.#numbers.set(closest.onA);
    this.#numbers.set(closest.onB, 3);
    this.#line.fill(1, this.#numbers);
    this.#dots.fill(2, this.#numbers);
    this.label = {
      text: `${closest.exact ? "" : "≈ "}${measure(closest.distance)}`,
      beside: [closest.onA, closest.onB],
    };
  }
}
