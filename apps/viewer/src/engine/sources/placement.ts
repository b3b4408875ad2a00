// Places the meshes of several files side by side, all of one size.

import type { Placement } from "../../protocol.js";
import { boxOf, diagonal, gap, type Box } from "../bounds.js";
import { midpoint } from "../transform.js";

/** Files belong together if they are about as large, and each is this near another, relative to the smaller one. */
const NEAR = 0.25;
const MAX_SIZE_RATIO = 20;
/** Space between neighbors, relative to the size of each. */
const SPACE = 0.15;

/** Where files belong that nobody has chosen a placement for. */
export function defaultPlacement(boxes: readonly Box[]): Placement {
  const sizes = boxes.map(diagonal);
  const isNear = (i: number) =>
    boxes.some((other, k) => k !== i && gap(boxes[i]!, other) <= NEAR * Math.min(sizes[i]!, sizes[k]!));
  const alike = Math.max(...sizes) <= MAX_SIZE_RATIO * Math.min(...sizes);
  return alike && boxes.every((_, i) => isNear(i)) ? "files" : "beside";
}

/** Scales and moves positions, in place. */
function transformTo(positions: Float32Array, box: Box, factor: number, min: number, zUp: boolean): void {
  const center = midpoint(box.min, box.max);
  const up = zUp ? 2 : 1;
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    // From `min` to the right, standing on the floor, and centered in depth.
    if (axis === 0) positions[i] = min + (positions[i]! - box.min[0]) * factor;
    else if (axis === up) positions[i] = (positions[i]! - box.min[up]!) * factor;
    else positions[i] = (positions[i]! - center[axis]!) * factor;
  }
}

/** Puts meshes in a row along x, all as large as the first, in place. `start` is where the row begins. */
export function layOut(meshes: readonly Float32Array[], size: number, start: number, zUp: boolean): void {
  let at = start;
  for (const positions of meshes) {
    const box = boxOf(positions);
    const factor = size / diagonal(box);
    transformTo(positions, box, factor, at, zUp);
    at += (box.max[0] - box.min[0]) * factor + SPACE * size;
  }
}
