// Points of the method: particles in the color of their body, seeds, hints for the next frame, and closest points of
// features.

import type { DrawingData } from "../protocol.js";
import type { Layers } from "../settings.js";
import { dotsOfKinds } from "./dots.js";
import { byteField, floatField, wordField, type Instances } from "./instances.js";
import { kindNumber, KindStyles } from "./kind_styles.js";
import { CLOSEST, HINT, SEED } from "./colors.js";
import type { SharedUniforms } from "./shared_uniforms.js";

export class Points {
  readonly #styles = new KindStyles();
  readonly #dots: Instances;

  constructor(shared: SharedUniforms) {
    this.#styles.setColor("seed", SEED);
    this.#styles.setColor("hint", HINT);
    this.#styles.setColor("closest", CLOSEST);
    this.#styles.setSize("particle", 5);
    this.#styles.setSize("seed", 5);
    this.#styles.setSize("hint", 7);
    this.#styles.setSize("closest", 5);
    this.#dots = dotsOfKinds(
      shared,
      [floatField(3, [{ name: "at", size: 3, offset: 0 }]), byteField("kind"), wordField("body")],
      {
        styles: this.#styles,
        byBody: kindNumber("particle"),
        diamond: kindNumber("seed"),
        ring: kindNumber("hint"),
        bodyColors: shared.particleColors,
      },
      { hiddenOpacity: 0.25 },
    );
  }

  get object(): Instances["object"] {
    return this.#dots.object;
  }

  setLayers(layers: Layers): void {
    this.#styles.setAlpha("particle", layers.particles ? 1 : 0);
    this.#styles.setAlpha("seed", layers.seeds ? 1 : 0);
    this.#styles.setAlpha("hint", layers.hints ? 1 : 0);
    this.#styles.setAlpha("closest", layers.closest ? 1 : 0);
    this.object.visible = layers.particles || layers.seeds || layers.hints || layers.closest;
  }

  show(drawing: DrawingData | null): void {
    if (drawing) {
      this.#dots.fill(drawing.pointKinds.length, drawing.points, drawing.pointKinds, drawing.pointBodies);
    } else this.#dots.count = 0;
  }
}
