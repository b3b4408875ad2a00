// Boxes that the method uses, as wireframes.

import type { DrawingData } from "../protocol.js";
import type { Layers } from "../settings.js";
import { byteField, floatField, Instances, type Shape } from "./instances.js";
import { KindStyles, MAX_KINDS } from "./kind_styles.js";
import { BOX_COLORS } from "./colors.js";
import type { SharedUniforms } from "./shared_uniforms.js";

/** Corner i has bit 0 of i for x, 1 for y, 2 for z. */
const WIRE: Shape = {
  corners: Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]).flat(),
  index: [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7],
  lines: true,
};

const VERTEX = /* glsl */ `
attribute vec3 corner;
attribute vec3 low;
attribute vec3 high;
attribute float kind;
uniform vec4 colors[KINDS];
varying vec4 colorOf;

void main() {
  colorOf = colors[int(kind)];
  gl_Position = colorOf.a == 0.0 ? NOWHERE : lifted(inView(mix(low, high, corner)), 0.0005);
}
`;

const FRAGMENT = /* glsl */ `
varying vec4 colorOf;

void main() {
  gl_FragColor = vec4(onScreen(colorOf.rgb), colorOf.a * strength);
}
`;

/** The kind of box that each layer shows. */
const KIND_OF_LAYER = { boxes: "body", regions: "region", clusters: "cluster", cells: "cell", impacts: "swept" } as const;

export class Boxes {
  readonly #styles = new KindStyles();
  readonly #instances: Instances;

  constructor(shared: SharedUniforms) {
    for (const [name, color] of Object.entries(BOX_COLORS)) this.#styles.setColor(name, color);
    this.#instances = new Instances({
      shape: WIRE,
      fields: [
        floatField(6, [{ name: "low", size: 3, offset: 0 }, { name: "high", size: 3, offset: 3 }]),
        byteField("kind"),
      ],
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      defines: { KINDS: String(MAX_KINDS) },
      uniforms: { origin: shared.origin, colors: this.#styles.colors },
      hiddenOpacity: 0.3,
    });
  }

  get object(): Instances["object"] {
    return this.#instances.object;
  }

  setLayers(layers: Layers): void {
    for (const [layer, kind] of Object.entries(KIND_OF_LAYER)) {
      this.#styles.setAlpha(kind, layers[layer as keyof typeof KIND_OF_LAYER] ? 0.9 : 0);
    }
    this.object.visible = layers.boxes || layers.regions || layers.clusters || layers.cells || layers.impacts;
  }

  show(drawing: Pick<DrawingData, "boxKinds" | "boxes"> | null): void {
    if (drawing) this.#instances.fill(drawing.boxKinds.length, drawing.boxes, drawing.boxKinds);
    else this.#instances.count = 0;
  }
}
