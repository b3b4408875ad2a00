// Colors, defined in OKLCH so that equal steps look equal: https://bottosson.github.io/posts/oklab/
//
// Touching faces are red, so bodies are not. Neighbors in the list differ in lightness as well as in hue, for people who
// cannot distinguish hues.

/** Linear light, 0 to 1 each. */
export type Color = readonly [number, number, number];

const DEGREE = Math.PI / 180;
/** In degrees; successive multiples are far apart, however many there are. */
const GOLDEN_ANGLE = 137.50776;

/** Lightness 0 to 1, chroma 0 to about 0.3, hue in degrees; clamped to sRGB. */
export function oklch(lightness: number, chroma: number, hue: number): Color {
  const a = chroma * Math.cos(hue * DEGREE);
  const b = chroma * Math.sin(hue * DEGREE);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Colors of the first bodies: sand, slate blue, sage, mauve, straw, teal. */
const FIRST_BODIES: readonly Color[] = [
  oklch(0.84, 0.06, 80),
  oklch(0.66, 0.075, 255),
  oklch(0.78, 0.075, 150),
  oklch(0.64, 0.08, 310),
  oklch(0.9, 0.08, 105),
  oklch(0.58, 0.07, 200),
];

/** Hues from yellow over green and blue to violet: all but red. */
const FIRST_HUE = 70;
const HUE_RANGE = 260;
const LIGHTNESS_STEPS = [0.82, 0.62, 0.72] as const;

function spreadHue(index: number): number {
  return FIRST_HUE + ((index * GOLDEN_ANGLE) % 360) * (HUE_RANGE / 360);
}

export function bodyColor(body: number): Color {
  return FIRST_BODIES[body] ?? oklch(LIGHTNESS_STEPS[body % 3]!, 0.075, spreadHue(body));
}

/** Particles of the first two bodies are red and blue, as in the paper of Senin et al. */
export function particleColor(body: number): Color {
  if (body === 0) return oklch(0.62, 0.23, 27);
  if (body === 1) return oklch(0.6, 0.2, 262);
  return oklch(LIGHTNESS_STEPS[body % 3]!, 0.16, spreadHue(body));
}

export function areaColor(area: number): Color {
  return oklch([0.85, 0.58, 0.72][area % 3]!, 0.12, (area * GOLDEN_ANGLE) % 360);
}

function toScreenByte(linear: number): number {
  return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
}

/** For style sheets. */
export function cssColor(color: Color): string {
  return `rgb(${color.map(toScreenByte).join(" ")})`;
}

/** Colors as four bytes each, for a texture. */
export function colorTable(count: number, colorOf: (index: number) => Color): Uint8Array<ArrayBuffer> {
  const table = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) table.set([...colorOf(i).map(toScreenByte), 255], 4 * i);
  return table;
}

/** Colors of layers, for light and dark backgrounds. */
export const HIT = oklch(0.6, 0.25, 27);
export const CONTACT = oklch(0.97, 0.02, 100);
export const NORMAL = oklch(0.86, 0.18, 95);
export const SEGMENT = oklch(0.93, 0.15, 105);
export const CLOSEST = oklch(0.72, 0.17, 145);
export const IMPACT_EARLY = oklch(0.45, 0.22, 285);
export const IMPACT_LATE = oklch(0.9, 0.17, 95);
export const SEED = oklch(0.78, 0.17, 145);
export const HINT = oklch(0.72, 0.22, 330);
export const MARKER = oklch(0.85, 0.17, 85);
export const PLANE = oklch(0.8, 0.12, 200);
/** Faces by how often they were tested, from once to often: dark to bright. */
export const COSTS: readonly Color[] = [
  oklch(0.44, 0.17, 290), oklch(0.52, 0.2, 345), oklch(0.63, 0.2, 25), oklch(0.77, 0.16, 65), oklch(0.94, 0.16, 105),
];
export const TOUCHED_EARLIER = oklch(0.74, 0.15, 65);
export const TOUCHED_NOW = oklch(0.96, 0.12, 110);

/** By the name of the kind in mote-collision. */
export const BOX_COLORS: Readonly<Record<string, Color>> = {
  body: oklch(0.62, 0.03, 255),
  region: oklch(0.72, 0.19, 50),
  cluster: oklch(0.68, 0.14, 220),
  cell: oklch(0.68, 0.19, 320),
  swept: oklch(0.66, 0.1, 290),
};

/** Colors of background, light and text. */
export interface SceneTheme {
  top: Color;
  bottom: Color;
  grid: Color;
  sky: Color;
  earth: Color;
  key: Color;
  /** Edges of triangles. */
  wire: Color;
  ink: string;
  paper: string;
}

export const LIGHT: SceneTheme = {
  top: oklch(0.97, 0.008, 250),
  bottom: oklch(0.87, 0.012, 250),
  grid: oklch(0.6, 0.02, 250),
  sky: oklch(0.92, 0.012, 250),
  earth: oklch(0.72, 0.02, 70),
  key: oklch(0.82, 0.02, 90),
  wire: oklch(0.3, 0.02, 250),
  ink: "#1b2230",
  paper: "rgba(255, 255, 255, 0.82)",
};

export const DARK: SceneTheme = {
  top: oklch(0.2, 0.018, 260),
  bottom: oklch(0.3, 0.022, 260),
  grid: oklch(0.6, 0.03, 260),
  sky: oklch(0.82, 0.02, 250),
  earth: oklch(0.52, 0.025, 60),
  key: oklch(0.84, 0.02, 85),
  wire: oklch(0.15, 0.02, 260),
  ink: "#e8ecf4",
  paper: "rgba(18, 22, 32, 0.78)",
};
