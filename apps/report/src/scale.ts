// Maps severity to a color. Near misses and touches have one color each; penetrations go from light to dark by depth or
// by the number of face pairs.

import { styleValue } from "./format";
import { type Pair, rank } from "./report";

export type Measure = "depth" | "face pairs";

type Rgb = [number, number, number];

function parse(color: string): Rgb {
  const digits = color.replace("#", "");
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

function mix(a: Rgb, b: Rgb, share: number): string {
  return `rgb(${a.map((value, i) => Math.round(value + ((b[i] ?? 0) - value) * share)).join(" ")})`;
}

export class Scale {
  readonly max: number;
  private readonly low = parse(styleValue("--mild"));
  private readonly high = parse(styleValue("--severe"));
  private readonly near = styleValue("--near");
  private readonly touch = styleValue("--touch");
  private readonly unknown = styleValue("--unknown");

  constructor(
    readonly measure: Measure,
    pairs: Iterable<Pair>,
  ) {
    let max = 0;
    for (const pair of pairs) if (pair.severity === "penetrate") max = Math.max(max, this.value(pair) ?? 0);
    this.max = max;
  }

  value(pair: Pair): number | null {
    return this.measure === "depth" ? pair.depth : pair.face_pairs;
  }

  color(pair: Pair): string {
    if (pair.severity === "near") return this.near;
    if (pair.severity === "touch") return this.touch;
    const value = this.value(pair);
    if (value === null || (this.measure === "face pairs" && value === 0)) return this.unknown;
    return mix(this.low, this.high, this.max > 0 ? Math.max(0, value) / this.max : 1);
  }

  /** True if the first one is shown where there is space for only one. */
  isWorse(a: Pair, b: Pair): boolean {
    const order = rank(a.severity) - rank(b.severity);
    return order !== 0 ? order > 0 : (this.value(a) ?? -Infinity) > (this.value(b) ?? -Infinity);
  }
}
