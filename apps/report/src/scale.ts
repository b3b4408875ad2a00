// From how bad it is to a color. Near misses and touches have one color each; what penetrates goes from light
// to dark by depth or by the number of face pairs.

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
  readonly most: number;
  private readonly low = parse(styleValue("--mild"));
  private readonly high = parse(styleValue("--severe"));
  private readonly near = styleValue("--near");
  private readonly touch = styleValue("--touch");
  private readonly unknown = styleValue("--unknown");

  constructor(
    readonly measure: Measure,
    pairs: Iterable<Pair>,
  ) {
    let most = 0;
    for (const pair of pairs) if (pair.severity === "penetrate") most = Math.max(most, this.value(pair) ?? 0);
    this.most = most;
  }

  value(pair: Pair): number | null {
    return this.measure === "depth" ? pair.depth : pair.face_pairs;
  }

  color(pair: Pair): string {
    if (pair.severity === "near") return this.near;
    if (pair.severity === "touch") return this.touch;
    const value = this.value(pair);
    if (value === null || (this.measure === "face pairs" && value === 0)) return this.unknown;
    return mix(this.low, this.high, this.most > 0 ? Math.max(0, value) / this.most : 1);
  }

  /** Is the first one to be shown where there is room for one of the two only? */
  isWorse(a: Pair, b: Pair): boolean {
    const order = rank(a.severity) - rank(b.severity);
    return order !== 0 ? order > 0 : (this.value(a) ?? -Infinity) > (this.value(b) ?? -Infinity);
  }
}
