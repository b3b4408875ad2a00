// Vectors of the method: forces on particles, separating planes, lines from hints to their partners.

import * as THREE from "three";
import type { DrawingData } from "../protocol.js";
import type { Layers } from "../settings.js";
import { byteField, floatField, wordField, type Instances } from "./instances.js";
import { kindNumber, KindStyles } from "./kind_styles.js";
import { HINT, PLANE } from "./colors.js";
import { planesOfKind } from "./planes.js";
import type { SharedUniforms } from "./shared_uniforms.js";
import { arrowsOfKinds } from "./lines.js";

/** Length of the largest force and of a plane's normal, relative to the size of the scene. */
const MAX_LENGTH = 0.12;

export class Vectors {
  readonly object = new THREE.Group();
  readonly #shared: SharedUniforms;
  readonly #styles = new KindStyles();
  readonly #arrows: Instances;
  readonly #planes: Instances;
  readonly #particle = kindNumber("particle");
  readonly #plane = kindNumber("plane");

  constructor(shared: SharedUniforms) {
    this.#shared = shared;
    const fields = [
      floatField(6, [{ name: "start", size: 3, offset: 0 }, { name: "end", size: 3, offset: 3 }]),
      byteField("kind"),
      wordField("body"),
    ];
    this.#styles.setColor("plane", PLANE);
    this.#styles.setColor("hint", HINT);
    this.#arrows = arrowsOfKinds(shared, fields, this.#styles, this.#particle, {
      width: { value: 1.6 },
      hiddenOpacity: 0.25,
    });
    this.#planes = planesOfKind(shared, fields, this.#styles, this.#plane);
    this.object.add(this.#planes.object, this.#arrows.object);
  }

  /** Separating planes belong to the layer of closest points. */
  setLayers(layers: Layers): void {
    this.#styles.setAlpha("particle", layers.forces ? 1 : 0);
    this.#styles.setAlpha("hint", layers.hints ? 1 : 0);
    this.#styles.setAlpha("plane", layers.closest ? 1 : 0);
    this.object.visible = layers.forces || layers.hints || layers.closest;
  }

  show(drawing: DrawingData | null): void {
    if (!drawing) {
      this.#arrows.count = 0;
      this.#planes.count = 0;
      return;
    }
    const { vectors, vectorKinds, vectorBodies } = drawing;
    this.#scale(vectorKinds, vectors);
    this.#arrows.fill(vectorKinds.length, vectors, vectorKinds, vectorBodies);
    this.#planes.fill(vectorKinds.length, vectors, vectorKinds, vectorBodies);
  }

  /**
   * The largest force of a frame is drawn with a fixed length. The more planes there are, the smaller they are drawn, so
   * that bodies remain visible between them. Lines from hints are drawn to scale.
   */
  #scale(kinds: Uint8Array, vectors: Float32Array): void {
    let largest = 0;
    let planes = 0;
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] === this.#plane) planes++;
      if (kinds[i] !== this.#particle) continue;
      largest = Math.max(largest, Math.hypot(vectors[6 * i + 3]!, vectors[6 * i + 4]!, vectors[6 * i + 5]!));
    }
    const longest = MAX_LENGTH * this.#shared.size.value;
    this.#styles.setSize("particle", largest > 0 ? longest / largest : 0);
    this.#styles.setSize("plane", longest / Math.sqrt(Math.max(1, planes)));
    this.#planes.object.visible = planes > 0;
  }
}
