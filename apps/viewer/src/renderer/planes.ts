// Separating planes: a translucent square around a point, perpendicular to a normal.

import { Instances, type Field, type Shape } from "./instances.js";
import { MAX_KINDS, type KindStyles } from "./kind_styles.js";
import type { SharedUniforms } from "./shared_uniforms.js";

const SQUARE: Shape = { corners: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], index: [0, 1, 2, 0, 2, 3] };
/** Relative to the length of the normal. */
const HALF_WIDTH = "1.3";

const VERTEX = /* glsl */ `
attribute vec3 corner;
attribute vec3 start;
attribute vec3 end;
attribute float kind;
uniform vec4 colors[KINDS];
uniform float sizes[KINDS];
varying vec4 colorOf;
varying vec2 from;

void main() {
  colorOf = colors[int(kind)];
  from = corner.xy;
  if (int(kind) != PLANE || colorOf.a == 0.0 || dot(end, end) == 0.0) {
    gl_Position = NOWHERE;
    return;
  }
  vec3 normal = normalize(end);
  vec3 other = abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
  vec3 right = normalize(cross(other, normal));
  vec3 at = (corner.x * right + corner.y * cross(normal, right)) * HALF_WIDTH * sizes[PLANE];
  gl_Position = projectionMatrix * (inView(start) + vec4(mat3(modelViewMatrix) * at, 0.0));
}
`;

const FRAGMENT = /* glsl */ `
varying vec4 colorOf;
varying vec2 from;

void main() {
  vec2 edge = smoothstep(vec2(0.97), vec2(1.0), abs(from));
  float alpha = mix(0.22, 0.8, max(edge.x, edge.y));
  gl_FragColor = vec4(onScreen(colorOf.rgb), alpha * strength);
}
`;

/** Fields must have parts `start`, `end` and `kind`. */
export function planesOfKind(shared: SharedUniforms, fields: readonly Field[], styles: KindStyles, plane: number): Instances {
  return new Instances({
    shape: SQUARE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { KINDS: String(MAX_KINDS), PLANE: String(plane), HALF_WIDTH },
    uniforms: { origin: shared.origin, sizes: styles.sizes, colors: styles.colors },
    hiddenOpacity: 0,
  });
}
