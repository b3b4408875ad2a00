// The background: a gradient, and a floor grid that fades with distance.

import * as THREE from "three";
import type { Vector } from "../protocol.js";
import { FRAGMENT_COMMON } from "./glsl.js";
import type { Shadow } from "./shadow.js";
import type { SharedUniforms } from "./shared_uniforms.js";

const GRADIENT_VERTEX = /* glsl */ `
varying float height;

void main() {
  height = 0.5 + 0.5 * position.y;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

const GRADIENT_FRAGMENT = /* glsl */ `
uniform vec3 top;
uniform vec3 bottom;
varying float height;

void main() {
  vec3 seen = onScreen(mix(bottom, top, smoothstep(0.0, 1.0, height)));
  // Dithering below one color step, against banding.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  gl_FragColor = vec4(seen + (noise - 0.5) / 255.0, 1.0);
}
`;

const FLOOR_VERTEX = /* glsl */ `
uniform float extent;
varying vec2 at;

void main() {
  at = position.xy * extent;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 0.0, 1.0);
}
`;

const FLOOR_FRAGMENT = /* glsl */ `
uniform vec3 grid;
uniform float extent;
uniform float spacing;
uniform sampler2D shadow;
uniform float cover;
uniform float shade;
varying vec2 at;

float lines(float every) {
  vec2 turns = at / every;
  vec2 width = fwidth(turns);
  vec2 near = abs(fract(turns - 0.5) - 0.5) / max(width, 1e-6);
  vec2 seen = (1.0 - min(near / 1.1, 1.0)) * (1.0 - smoothstep(0.15, 0.5, width));
  return max(seen.x, seen.y);
}

void main() {
  float fade = 1.0 - smoothstep(0.15, 1.0, length(at) / extent);
  float alpha = fade * fade * max(0.2 * lines(spacing), 0.4 * lines(5.0 * spacing));
  vec2 place = 0.5 + 0.5 * at / cover;
  bool inside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
  float dark = inside ? shade * texture2D(shadow, place).r : 0.0;
  float both = alpha + dark - alpha * dark;
  gl_FragColor = vec4(onScreen(grid) * (1.0 - dark / max(both, 1e-4)), both);
}
`;

/** The nearest of 1, 2 or 5 times a power of ten. */
function roundNumber(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const rest = value / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

export class Background {
  readonly object = new THREE.Group();
  readonly #floor: THREE.Mesh;
  readonly #extent = { value: 1 };
  readonly #spacing = { value: 1 };

  constructor(shared: SharedUniforms, shadow: Shadow) {
    const wholeScreen = new THREE.BufferGeometry();
    wholeScreen.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const gradient = new THREE.Mesh(
      wholeScreen,
      new THREE.ShaderMaterial({
        vertexShader: GRADIENT_VERTEX,
        fragmentShader: FRAGMENT_COMMON + GRADIENT_FRAGMENT,
        uniforms: { top: shared.top, bottom: shared.bottom },
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.#floor = new THREE.Mesh(
      new THREE.PlaneGeometry(2, 2),
      new THREE.ShaderMaterial({
        vertexShader: FLOOR_VERTEX,
        fragmentShader: FRAGMENT_COMMON + FLOOR_FRAGMENT,
        uniforms: {
          grid: shared.grid, extent: this.#extent, spacing: this.#spacing,
          shadow: shadow.image, cover: shadow.cover, shade: { value: 0.42 },
        },
        transparent: true,
        depthWrite: false,
      }),
    );
    gradient.frustumCulled = false;
    this.#floor.frustumCulled = false;
    this.#floor.visible = false; // until a source is open
    this.object.add(gradient, this.#floor);
  }

  /** Places the floor below all bodies; it is invisible from below. Returns what takes its plane to view coordinates. */
  open(min: Vector, max: Vector, zUp: boolean, origin: Vector, size: number): THREE.Matrix4 {
    const up = zUp ? 2 : 1;
    const place = min.map((value, i) => (i === up ? value - 0.003 * size : (value + max[i]!) / 2) - origin[i]!);
    const matrix = this.#floor.matrixWorld;
    if (zUp) matrix.identity();
    else matrix.makeRotationX(-Math.PI / 2);
    matrix.setPosition(place[0]!, place[1]!, place[2]!);
    this.#floor.visible = true;
    this.#extent.value = 2 * size;
    this.#spacing.value = roundNumber(size / 12);
    return matrix;
  }
}
