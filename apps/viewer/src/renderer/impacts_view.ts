// What bodies run into on the way to the next frame: a dot for each impact, its color by the time, the moment of the first,
// and boxes around the ways of bodies.

import * as THREE from "three";
import { moment } from "../moment.js";
import type { Impacts } from "../protocol.js";
import type { Layers } from "../settings.js";
import { Boxes } from "./boxes.js";
import { IMPACT_EARLY, IMPACT_LATE } from "./colors.js";
import { timedDots } from "./dots.js";
import { floatField, type Instances } from "./instances.js";
import { kindNumber } from "./kind_styles.js";
import type { ScenePlace } from "./labels.js";
import type { SharedUniforms } from "./shared_uniforms.js";

const NUMBERS_PER_IMPACT = 4;
const NUMBERS_PER_BOX = 6;

export class ImpactsView {
  readonly object = new THREE.Group();
  readonly #boxes: Boxes;
  readonly #dots: Instances;
  #label: ScenePlace | null = null;

  constructor(shared: SharedUniforms) {
    this.#boxes = new Boxes(shared);
    this.#dots = timedDots(
      shared,
      [floatField(NUMBERS_PER_IMPACT, [{ name: "at", size: 3, offset: 0 }, { name: "time", size: 1, offset: 3 }])],
      { early: IMPACT_EARLY, late: IMPACT_LATE }, 5, { hiddenOpacity: 0.8 },
    );
    this.object.add(this.#boxes.object, this.#dots.object);
  }

  /** The moment of the first meeting, and where it is; null if there is none. */
  get label(): ScenePlace | null {
    return this.object.visible ? this.#label : null;
  }

  setLayers(layers: Layers): void {
    this.object.visible = layers.impacts;
    this.#boxes.setLayers(layers);
  }

  show(impacts: Impacts | null, frame: number): void {
    this.#dots.count = 0;
    this.#boxes.show(null);
    this.#label = null;
    if (!impacts) return;
    const { points, boxes, first } = impacts;
    this.#dots.fill(points.length / NUMBERS_PER_IMPACT, points);
    const boxKinds = new Uint8Array(boxes.length / NUMBERS_PER_BOX).fill(kindNumber("swept"));
    this.#boxes.show({ boxKinds, boxes });
    if (first) this.#label = { text: `met at ${moment(frame, first.time)}`, beside: [first.point] };
  }
}
