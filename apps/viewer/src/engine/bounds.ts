// Axis-aligned boxes.

import type { Vector } from "../protocol.js";
import { add, length, midpoint, transformPoint, scale, subtract, type Transform } from "./transform.js";

export interface Box {
  min: Vector;
  max: Vector;
}

export function emptyBox(): Box {
  return { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
}

/** Expands a box to contain positions; ignores NaN. */
export function expand(box: Box, positions: Float32Array): void {
  let [x0, y0, z0] = box.min;
  let [x1, y1, z1] = box.max;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    const z = positions[i + 2]!;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  box.min = [x0, y0, z0];
  box.max = [x1, y1, z1];
}

export function boxOf(positions: Float32Array): Box {
  const box = emptyBox();
  expand(box, positions);
  return box;
}

export function union(a: Box, b: Box): Box {
  return {
    min: a.min.map((value, i) => Math.min(value, b.min[i]!)) as Vector,
    max: a.max.map((value, i) => Math.max(value, b.max[i]!)) as Vector,
  };
}

/** The eight corners of boxes, three coordinates each. */
export function cornersOf(boxes: readonly Box[]): Float32Array<ArrayBuffer> {
  const corners = new Float32Array(24 * boxes.length);
  boxes.forEach(({ min, max }, n) => {
    for (let i = 0; i < 8; i++) corners.set([0, 1, 2].map((k) => ((i >> k) & 1 ? max : min)[k]!), 24 * n + 3 * i);
  });
  return corners;
}

/** The box around a transformed box. */
export function transformBox(t: Transform, box: Box): Box {
  const center = transformPoint(t, midpoint(box.min, box.max));
  const half = scale(subtract(box.max, box.min), 0.5);
  const reach = [0, 1, 2].map(
    (i) => Math.abs(t[i]!) * half[0] + Math.abs(t[3 + i]!) * half[1] + Math.abs(t[6 + i]!) * half[2],
  ) as Vector;
  return { min: subtract(center, reach), max: add(center, reach) };
}

/** The length of the diagonal; 1 if the box is empty or a point. */
export function diagonal(box: Box): number {
  const size = length(subtract(box.max, box.min));
  return Number.isFinite(size) && size > 0 ? size : 1;
}

/** The distance between two boxes; 0 if they overlap. */
export function gap(a: Box, b: Box): number {
  return Math.hypot(...[0, 1, 2].map((i) => Math.max(0, a.min[i]! - b.max[i]!, b.min[i]! - a.max[i]!)));
}

/** The one of some positions that is nearest to a point. */
export function nearestPoint(positions: Float32Array, to: Vector): Vector {
  let best: Vector = to;
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const point: Vector = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const distance = length(subtract(point, to));
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

/** Scales a box about its center. */
export function scaleBox(box: Box, by: number): Box {
  const center = midpoint(box.min, box.max);
  const half = scale(subtract(box.max, box.min), 0.5 * by);
  return { min: subtract(center, half), max: add(center, half) };
}
