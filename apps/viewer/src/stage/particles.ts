// Points that the method works with: particles in the colour of their body, seeds, and hints of the frame before.

import type { DrawingData } from "../protocol.js";
import type { Layers } from "../settings.js";
import { dotsOfKinds } from "./dots.js";
import { byteField, floatField, wordField, type Instances } from "./instances.js";
import { kindNumber, KindStyles } from "./kinds.js";
import { HINT, SEED } from "./palette.js";
import type { Shared } from "./shared.js";

export class Particles {
  readonly #styles = new KindStyles();
  readonly #dots: Instances;

  constructor(shared: Shared) {
    this.#styles.paint("seed", SEED);
    this.#styles.paint("hint", HINT);
    this.#styles.size("particle", 4.5);
    this.#styles.size("seed", 4.5);
    this.#styles.size("hint", 7);
    this.#dots = dotsOfKinds(
      shared,
      [floatField(3, [{ name: "at", size: 3, offset: 0 }]), byteField("kind"), wordField("body")],
      {
        styles: this.#styles,
        byBody: kindNumber("particle"),
        diamond: kindNumber("seed"),
        ring: kindNumber("hint"),
        bodyColours: shared.particleColours,
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
    this.object.visible = layers.particles || layers.seeds || layers.hints;
  }

  show(drawing: DrawingData | null): void {
    if (drawing) {
      this.#dots.fill(drawing.pointKinds.length, drawing.points, drawing.pointKinds, drawing.pointBodies);
    } else this.#dots.count = 0;
  }
}
