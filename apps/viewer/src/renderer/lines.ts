// Lines of a fixed width on the screen, with or without an arrowhead: segments, normals, forces, trails.

import { Instances, type Field, type Shape } from "./instances.js";
import { MAX_KINDS, type KindStyles } from "./kind_styles.js";
import type { Color } from "./colors.js";
import { colorUniform, type SharedUniforms, type Uniform } from "./shared_uniforms.js";

/** Corners: position along the line, side, and whether it belongs to the arrowhead. */
const LINE: Shape = { corners: [0, -1, 0, 0, 1, 0, 1, 1, 0, 1, -1, 0], index: [0, 1, 2, 0, 2, 3] };
const ARROW: Shape = {
  corners: [...LINE.corners, 0, -1, 1, 0, 1, 1, 1, 0, 1],
  index: [...LINE.index, 4, 5, 6],
};

const VERTEX = /* glsl */ `
attribute vec3 corner;
attribute vec3 start;
attribute vec3 end;
uniform vec2 viewport;
uniform float pixelRatio;
uniform float width;
varying vec4 colorOf;
#ifdef KINDS
attribute float kind;
attribute uint body;
uniform vec4 colors[KINDS];
uniform float sizes[KINDS];
uniform sampler2D bodyColors;
#else
uniform vec3 color;
#endif
#ifdef FADES
attribute float birth;
attribute uint body;
uniform sampler2D bodyColors;
uniform float now;
uniform float life;
#endif
#ifdef END_SCALE
uniform float endScale;
#endif

void main() {
  vec3 first = start;
  vec3 last = end;
#ifdef END_SCALE
  last = start + endScale * end;
#endif
#ifdef KINDS
  int k = int(kind);
  colorOf = colors[k];
  last = start + sizes[k] * end;
  if (k == BY_BODY) colorOf.rgb = fromScreen(texelFetch(bodyColors, ivec2(body & 255u, 0), 0).rgb);
#elif defined(FADES)
  float left = 1.0 - (now - birth) / life;
  colorOf = vec4(fromScreen(texelFetch(bodyColors, ivec2(body & 255u, 0), 0).rgb), left);
#else
  colorOf = vec4(color, 1.0);
#endif
  vec4 a = inView(first);
  vec4 b = inView(last);
  // Slightly beyond the near plane, where division by the depth is safe.
  float nearest = -1.01 * projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
  if (colorOf.a <= 0.0 || (a.z > nearest && b.z > nearest)) {
    gl_Position = NOWHERE;
    return;
  }
  if (a.z > nearest) a = mix(b, a, (nearest - b.z) / (a.z - b.z));
  if (b.z > nearest) b = mix(a, b, (nearest - a.z) / (b.z - a.z));
  vec4 p = lifted(a, 0.002);
  vec4 q = lifted(b, 0.002);
  vec2 along = (q.xy / q.w - p.xy / p.w) * viewport * 0.5;
  float pixels = length(along);
  vec2 direction = pixels > 1e-3 ? along / pixels : vec2(1.0, 0.0);
  vec2 aside = vec2(-direction.y, direction.x);
  float thick = 0.5 * width * pixelRatio;
  float t = corner.x;
#ifdef ARROW
  float head = min(4.5 * width * pixelRatio, 0.5 * pixels);
  float neck = pixels > 1e-3 ? 1.0 - head / pixels : 0.0;
  if (corner.z > 0.5) {
    t = mix(neck, 1.0, corner.x);
    thick = 0.45 * head;
  } else {
    t = neck * corner.x;
  }
#endif
  // Interpolated on the screen, where the line is straight.
  vec3 at = mix(p.xyz / p.w, q.xyz / q.w, t);
  at.xy += aside * corner.y * thick * 2.0 / viewport;
  gl_Position = vec4(at, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
varying vec4 colorOf;

void main() {
  gl_FragColor = vec4(onScreen(colorOf.rgb), colorOf.a * strength);
}
`;

export interface LineOptions {
  /** In CSS pixels. */
  width: Uniform<number>;
  hiddenOpacity: number;
  arrow?: boolean;
  /** If present, `end` is a direction, multiplied by this. */
  endScale?: Uniform<number>;
}

/** Lines of one color; fields must have parts `start` and `end`. */
export function plainLines(
  shared: SharedUniforms, fields: readonly Field[], color: Color, options: LineOptions,
): Instances {
  return new Instances({
    shape: options.arrow ? ARROW : LINE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { ...(options.arrow ? { ARROW: "" } : {}), ...(options.endScale ? { END_SCALE: "" } : {}) },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      color: colorUniform(color), width: options.width,
      ...(options.endScale ? { endScale: options.endScale } : {}),
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}

/** Arrows whose directions are multiplied by the size of their kind; fields also need parts `kind` and `body`. */
export function arrowsOfKinds(
  shared: SharedUniforms, fields: readonly Field[], styles: KindStyles, byBody: number, options: LineOptions,
): Instances {
  return new Instances({
    shape: ARROW,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { ARROW: "", KINDS: String(MAX_KINDS), BY_BODY: String(byBody) },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      bodyColors: shared.particleColors, colors: styles.colors, sizes: styles.sizes,
      width: options.width,
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}

/** Lines that fade with age; fields also need parts `birth` and `body`. */
export function fadingLines(
  shared: SharedUniforms, fields: readonly Field[], now: Uniform<number>, life: number, options: LineOptions,
): Instances {
  return new Instances({
    shape: LINE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { FADES: "" },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      bodyColors: shared.particleColors, now, life: { value: life }, width: options.width,
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}
