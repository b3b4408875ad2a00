// Dots of a fixed size on the screen: particles, seeds, hints, contact points.

import { Instances, type Field } from "./instances.js";
import { MAX_KINDS, type KindStyles } from "./kind_styles.js";
import type { Color } from "./colors.js";
import { colorUniform, type SharedUniforms, type Uniform } from "./shared_uniforms.js";

const SQUARE = { corners: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], index: [0, 1, 2, 0, 2, 3] };

const VERTEX = /* glsl */ `
attribute vec3 corner;
attribute vec3 at;
uniform vec2 viewport;
uniform float pixelRatio;
varying vec2 from;
varying vec4 colorOf;
varying float radius;
#ifdef KINDS
attribute float kind;
attribute uint body;
uniform vec4 colors[KINDS];
uniform float sizes[KINDS];
uniform sampler2D bodyColors;
flat varying int shape;
#else
uniform vec3 color;
uniform float size;
#endif
#ifdef TIMED
attribute float time;
uniform vec3 lateColor;
#endif

void main() {
#ifdef KINDS
  shape = int(kind);
  colorOf = colors[shape];
  radius = sizes[shape] * pixelRatio;
  if (shape == BY_BODY) {
    colorOf.rgb = fromScreen(texelFetch(bodyColors, ivec2(body & 255u, 0), 0).rgb);
  }
  if (colorOf.a == 0.0) {
    gl_Position = NOWHERE;
    return;
  }
#else
  colorOf = vec4(color, 1.0);
#ifdef TIMED
  colorOf.rgb = mix(color, lateColor, time);
#endif
  radius = size * pixelRatio;
#endif
  from = corner.xy;
  gl_Position = lifted(inView(at), 0.003);
  gl_Position.xy += corner.xy * radius * 2.0 / viewport * gl_Position.w;
}
`;

const FRAGMENT = /* glsl */ `
varying vec2 from;
varying vec4 colorOf;
varying float radius;
#ifdef KINDS
flat varying int shape;
#endif

void main() {
  float away = length(from);
#ifdef KINDS
  if (shape == DIAMOND) away = abs(from.x) + abs(from.y);
#endif
  float soft = 1.5 / radius;
  float inside = 1.0 - smoothstep(1.0 - soft, 1.0, away);
  if (inside <= 0.0) discard;
  float rim = smoothstep(0.75 - soft, 0.75, away);
  vec3 seen = mix(colorOf.rgb, RIM, rim);
#ifdef KINDS
  if (shape == RING) {
    seen = colorOf.rgb;
    inside *= smoothstep(0.55 - soft, 0.55, away);
  }
#endif
  gl_FragColor = vec4(onScreen(seen), inside * colorOf.a * strength);
}
`;

const RIM_LIGHT = "vec3(1.0)";
const RIM_DARK = "vec3(0.01)";

export interface DotOptions {
  hiddenOpacity: number;
  darkRim?: boolean;
}

/** Dots of one color and size; fields must have a part `at`. */
export function plainDots(
  shared: SharedUniforms, fields: readonly Field[], color: Color, size: number, options: DotOptions,
): Instances {
  return new Instances({
    shape: SQUARE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { RIM: options.darkRim ? RIM_DARK : RIM_LIGHT },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      color: colorUniform(color), size: { value: size },
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}

/** Dots with a color between two, by their time from 0 to 1; fields must have parts `at` and `time`. */
export function timedDots(
  shared: SharedUniforms, fields: readonly Field[], colors: { early: Color; late: Color }, size: number, options: DotOptions,
): Instances {
  return new Instances({
    shape: SQUARE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: { RIM: options.darkRim ? RIM_DARK : RIM_LIGHT, TIMED: "1" },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      color: colorUniform(colors.early), lateColor: colorUniform(colors.late), size: { value: size },
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}

export interface KindsOfDots {
  styles: KindStyles;
  /** Kinds that have the color of their body, or another shape than a disc. */
  byBody: number;
  diamond: number;
  ring: number;
  bodyColors: Uniform<unknown>;
}

/** Fields must have parts `at`, `kind` and `body`. */
export function dotsOfKinds(
  shared: SharedUniforms, fields: readonly Field[], kinds: KindsOfDots, options: DotOptions,
): Instances {
  return new Instances({
    shape: SQUARE,
    fields,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: {
      RIM: options.darkRim ? RIM_DARK : RIM_LIGHT,
      KINDS: String(MAX_KINDS),
      BY_BODY: String(kinds.byBody),
      DIAMOND: String(kinds.diamond),
      RING: String(kinds.ring),
    },
    uniforms: {
      origin: shared.origin, viewport: shared.viewport, pixelRatio: shared.pixelRatio,
      bodyColors: kinds.bodyColors, colors: kinds.styles.colors, sizes: kinds.styles.sizes,
    },
    hiddenOpacity: options.hiddenOpacity,
  });
}
