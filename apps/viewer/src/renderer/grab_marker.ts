// Marks the grabbed point.

import type { Tool, Vector } from "../protocol.js";
import type { BodyView } from "./body_view.js";
import { plainDots } from "./dots.js";
import { floatField, type Instances } from "./instances.js";
import { MARKER } from "./colors.js";
import type { SharedUniforms } from "./shared_uniforms.js";

interface Held {
  tool: Tool;
  point: Vector;
}

export class GrabMarker {
  readonly #dot: Instances;
  readonly #place = new Float32Array(3);
  #held: Held | null = null;
  /** The grabbed point in body coordinates, so that the marker turns with the body. */
  #onBody: Vector = [0, 0, 0];

  constructor(shared: SharedUniforms) {
    this.#dot = plainDots(shared, [floatField(3, [{ name: "at", size: 3, offset: 0 }])], MARKER, 7, {
      hiddenOpacity: 0.7,
      darkRim: true,
    });
  }

  get object(): Instances["object"] {
    return this.#dot.object;
  }

  show(held: Held | null, body: BodyView | null): void {
    if (held && body && this.#held !== held) this.#onBody = body.toBody(held.point);
    this.#held = held;
    if (held) {
      this.#place.set(held.tool === "turn" && body ? body.toWorld(this.#onBody) : held.point);
      this.#dot.fill(1, this.#place);
    } else this.#dot.count = 0;
  }
}
