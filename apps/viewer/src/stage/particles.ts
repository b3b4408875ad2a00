// Points that the method works with: particles in the color of their body, seeds, hints for the next frame, and
// closest points of features.

import type { DrawingData } from "../protocol.js";
import type { Layers } from "../settings.js";
import { dotsOfKinds } from "./dots.js";
import { byteField, floatField, wordField, type Instances } from "./instances.js";
import { kindNumber, KindStyles } from "./kinds.js";
import { CLOSEST, HINT, SEED } from "./palette.js";
import type { Shared } from "./shared.js";

export class Particles {
  readonly #styles = new KindStyles();
  readonly #dots: Instances;

  constructor(shared: Shared) {
    this.#styles.paint("seed", SEED);
    this.#styles.paint("hint", HINT);
    this.#styles.paint("closest", CLOSEST);
    this.#styles.size("particle", 5);
    this.#styles.size("seed", 5);
    this.#styles.size("hint", 7);
    this.#styles.size("closest", 5);
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
      { throughSurfaces: 0.25 },
    );
  }

  get object(): Instances["object"] {
    return this.#dots.object;
  }

  setLayers(layers: Layers): void {
    this.#styles.show("particle", layers.particles ? 1 : 0);
    this.#styles.show("seed", layers.seeds ? 1 : 0);
    this.#styles.show("hint", layers.hints ? 1 : 0);
    this.#styles.show("closest", layers.closest ? 1 : 0);
    this.object.visible = layers.particles || layers.seeds || layers.hints || layers.closest;
  }

  show(drawing: DrawingData | null): void {
    if (drawing) {
      this.#dots.fill(drawing.pointKinds.length, drawing.points, drawing.pointKinds, drawing.pointBodies);
    } else this.#dots.count = 0;
  }
}
