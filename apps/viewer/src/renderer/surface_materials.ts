// Materials of the surfaces of bodies.

import * as THREE from "three";
import { FRAGMENT_COMMON, LIGHTING, VERTEX_COMMON } from "./glsl.js";
import { HIT, TOUCHED_EARLIER, TOUCHED_NOW } from "./colors.js";
import { colorUniform, type SharedUniforms, type Uniform } from "./shared_uniforms.js";

/** Colored uniformly, dimly, by the area of each vertex, or by when a vertex was evaluated. */
export type Coloring = "plain" | "dim" | "areas" | "touched";

export interface BodyUniforms {
  /** Subtracted from positions before the matrix is applied; see VERTEX_COMMON. */
  origin: Uniform<THREE.Vector3>;
  color: Uniform<THREE.Vector3>;
}

const SURFACE_VERTEX = /* glsl */ `
varying vec3 place;
#ifdef AREAS
attribute uint area;
flat varying uint areaOf;
#endif
#ifdef TOUCHED
attribute float touched;
varying float touchedOf;
#endif

void main() {
  vec4 view = inView(position);
  place = view.xyz;
  gl_Position = projectionMatrix * view;
#ifdef AREAS
  areaOf = area;
#endif
#ifdef TOUCHED
  touchedOf = touched;
#endif
}
`;

const SURFACE_FRAGMENT = /* glsl */ `
uniform vec3 color;
varying vec3 place;
#ifdef AREAS
uniform sampler2D areaColors;
flat varying uint areaOf;
#endif
#ifdef TOUCHED
uniform vec3 earlier;
uniform vec3 now;
varying float touchedOf;
#endif

void main() {
  vec3 albedo = color;
#ifdef AREAS
  albedo = fromScreen(texelFetch(areaColors, ivec2(areaOf & 255u, 0), 0).rgb);
#endif
#ifdef DIM
  albedo = mix(vec3(dot(color, vec3(0.2, 0.7, 0.1))), color, 0.35) * 0.4;
#endif
#ifdef TOUCHED
  albedo = touchedOf < 1.0 ? mix(0.45 * color, earlier, touchedOf) : mix(earlier, now, touchedOf - 1.0);
#endif
  gl_FragColor = vec4(onScreen(lit(albedo, place)), 1.0);
}
`;

export function surfaceMaterial(shared: SharedUniforms, body: BodyUniforms, coloring: Coloring): THREE.ShaderMaterial {
  const { sky, earth, key, up, areaColors } = shared;
  return new THREE.ShaderMaterial({
    defines: coloring === "plain" ? {} : { [coloring.toUpperCase()]: "" },
    vertexShader: VERTEX_COMMON + SURFACE_VERTEX,
    fragmentShader: FRAGMENT_COMMON + LIGHTING + SURFACE_FRAGMENT,
    uniforms: {
      ...body, sky, earth, key, up, areaColors,
      earlier: colorUniform(TOUCHED_EARLIER), now: colorUniform(TOUCHED_NOW),
    },
    side: THREE.DoubleSide,
  });
}

const SHADOW_VERTEX = /* glsl */ `
varying float height;

void main() {
  vec4 view = inView(position);
  height = view.z;
  gl_Position = projectionMatrix * view;
}
`;

const SHADOW_FRAGMENT = /* glsl */ `
uniform float size;
varying float height;

void main() {
  gl_FragColor = vec4(vec3(exp(-4.0 * max(height, 0.0) / size)), 1.0);
}
`;

/** Seen from above the floor, whose height is 0: the lowest part of a body counts. */
export function shadowMaterial(shared: SharedUniforms, body: BodyUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX_COMMON + SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
    uniforms: { origin: body.origin, size: shared.size },
    side: THREE.DoubleSide,
    depthTest: false,
    depthWrite: false,
    transparent: true,
    blending: THREE.CustomBlending,
    blendEquation: THREE.MaxEquation,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
  });
}

const LIFTED_VERTEX = /* glsl */ `
uniform float lift;
uniform float pointSize;
uniform float pixelRatio;
varying vec3 place;
#ifdef TOUCHED
attribute float touched;
varying float touchedOf;
#endif

void main() {
  vec4 view = inView(position);
  place = view.xyz;
  gl_Position = lifted(view, lift);
  gl_PointSize = pointSize * pixelRatio;
#ifdef TOUCHED
  touchedOf = touched;
  if (touched < 0.5) gl_Position = NOWHERE;
#endif
}
`;

const HIT_FRAGMENT = /* glsl */ `
uniform vec3 color;
uniform float strength;
varying vec3 place;

void main() {
  vec3 seen = mix(color, lit(color, place), 0.6);
  gl_FragColor = vec4(onScreen(seen), strength);
}
`;

const FLAT_FRAGMENT = /* glsl */ `
uniform vec3 color;
uniform float strength;

void main() {
  gl_FragColor = vec4(onScreen(color), strength);
}
`;

const TOUCHED_POINT_FRAGMENT = /* glsl */ `
uniform vec3 earlier;
uniform vec3 now;
uniform float strength;
varying float touchedOf;

void main() {
  vec2 from = 2.0 * gl_PointCoord - 1.0;
  if (dot(from, from) > 1.0) discard;
  gl_FragColor = vec4(onScreen(touchedOf > 1.5 ? now : earlier), strength);
}
`;

/** Touching faces, or others that have a color. The faint variant is visible through everything. */
export function hitMaterial(shared: SharedUniforms, body: BodyUniforms, faint: boolean, color = HIT): THREE.ShaderMaterial {
  const { sky, earth, key, up, pixelRatio } = shared;
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX_COMMON + LIFTED_VERTEX,
    fragmentShader: FRAGMENT_COMMON + LIGHTING + HIT_FRAGMENT,
    uniforms: {
      origin: body.origin, color: colorUniform(color), sky, earth, key, up, pixelRatio,
      lift: { value: 0 }, pointSize: { value: 1 }, strength: { value: faint ? 0.3 : 1 },
    },
    side: THREE.DoubleSide,
    transparent: faint,
    depthTest: !faint,
    depthWrite: !faint,
    polygonOffset: !faint,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -2,
  });
}

/** Corners of touching faces, so that faces smaller than a pixel are visible. */
export function hitPointMaterial(shared: SharedUniforms, body: BodyUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX_COMMON + LIFTED_VERTEX,
    fragmentShader: FRAGMENT_COMMON + FLAT_FRAGMENT,
    uniforms: {
      origin: body.origin, color: colorUniform(HIT), pixelRatio: shared.pixelRatio,
      lift: { value: 0.0005 }, pointSize: { value: 2 }, strength: { value: 1 },
    },
  });
}

export function wireMaterial(shared: SharedUniforms, body: BodyUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX_COMMON + LIFTED_VERTEX,
    fragmentShader: FRAGMENT_COMMON + FLAT_FRAGMENT,
    uniforms: {
      origin: body.origin, color: shared.wire, pixelRatio: shared.pixelRatio,
      lift: { value: 0.0005 }, pointSize: { value: 1 }, strength: { value: 0.4 },
    },
    transparent: true,
    depthWrite: false,
  });
}

/** The faint variant is visible through everything. */
export function touchedPointMaterial(shared: SharedUniforms, body: BodyUniforms, faint: boolean): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    defines: { TOUCHED: "" },
    vertexShader: VERTEX_COMMON + LIFTED_VERTEX,
    fragmentShader: FRAGMENT_COMMON + TOUCHED_POINT_FRAGMENT,
    uniforms: {
      origin: body.origin, pixelRatio: shared.pixelRatio, lift: { value: 0.001 }, pointSize: { value: 4 },
      earlier: colorUniform(TOUCHED_EARLIER), now: colorUniform(TOUCHED_NOW), strength: { value: faint ? 0.35 : 1 },
    },
    transparent: faint,
    depthTest: !faint,
    depthWrite: !faint,
  });
}
