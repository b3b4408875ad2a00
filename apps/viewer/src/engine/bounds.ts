// Boxes around bodies.

import type { Vector } from "../protocol.js";
import { add, length, middle, moved, scale, subtract, type Transform } from "./transform.js";

export interface Box {
  min: Vector;
  max: Vector;
}

export function emptyBox(): Box {
  return { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
}

/** Positions that are NaN are passed over. */
export function grow(box: Box, positions: Float32Array): void {
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
  grow(box, positions);
  return box;
}

export function join(a: Box, b: Box): Box {
  return {
    min: a.min.map((value, i) => Math.min(value, b.min[i]!)) as Vector,
    max: a.max.map((value, i) => Math.max(value, b.max[i]!)) as Vector,
  };
}

/** Around a box that was transformed. */
export function movedBox(t: Transform, box: Box): Box {
  const center = moved(t, middle(box.min, box.max));
  const half = scale(subtract(box.max, box.min), 0.5);
  const reach = [0, 1, 2].map(
    (i) => Math.abs(t[i]!) * half[0] + Math.abs(t[3 + i]!) * half[1] + Math.abs(t[6 + i]!) * half[2],
  ) as Vector;
  return { min: subtract(center, reach), max: add(center, reach) };
}

/** The length of its diagonal; 1 for a box around nothing. */
export function sizeOf(box: Box): number {
  const size = length(subtract(box.max, box.min));
  return Number.isFinite(size) && size > 0 ? size : 1;
}

/** The distance of two boxes; 0 where they overlap. */
export function gap(a: Box, b: Box): number {
  return Math.hypot(...[0, 1, 2].map((i) => Math.max(0, a.min[i]! - b.max[i]!, b.min[i]! - a.max[i]!)));
}

/** The box enlarged about its middle. */
export function enlarged(box: Box, by: number): Box {
  const center = middle(box.min, box.max);
  const half = scale(subtract(box.max, box.min), 0.5 * by);
  return { min: subtract(center, half), max: add(center, half) };
}
