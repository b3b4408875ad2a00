// How fast bodies are that a source moves, so that they can go on by themselves.

import type { Vector } from "../protocol.js";
import type { Motion } from "./bounce.js";
import type { Performance, Source } from "./sources/source.js";
import { product, quaternionOf, scale, subtract, type Transform } from "./transform.js";

const REST: Motion = { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };

/** Per frame, from where bodies are in this frame and in the next; those in `held` are at rest. */
export function scriptedMotion(
  source: Source,
  performance: Performance,
  clip: number,
  frame: number,
  held: ReadonlySet<number>,
): Motion[] {
  const last = frame + 1 >= source.frameCount(clip);
  const [from, to] = last ? [frame - 1, frame] : [frame, frame + 1];
  const centersAt = (when: number): Vector[] => {
    performance.show(clip, when, held);
    return performance.bodies.map((body) => meanOf(body.present()));
  };
  if (from < 0) return source.bodies.map(() => REST);
  const before = centersAt(from);
  const after = centersAt(to);
  performance.show(clip, frame, held);
  return source.bodies.map((_, body) => {
    if (held.has(body)) return REST;
    const then = source.transform(body, clip, from);
    const later = source.transform(body, clip, to);
    return {
      velocity: subtract(after[body]!, before[body]!),
      angularVelocity: then && later ? turnOf(then, later) : [0, 0, 0],
    };
  });
}

function meanOf(positions: Float32Array): Vector {
  const sum: Vector = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3]! += positions[i]!;
  return scale(sum, 3 / positions.length);
}

/** Axis times angle of the rotation between two transforms. */
function turnOf(from: Transform, to: Transform): Vector {
  const inverse = [from[0], from[3], from[6], from[1], from[4], from[7], from[2], from[5], from[8], 0, 0, 0] as number[];
  const [x, y, z, w] = quaternionOf(product([...to.slice(0, 9), 0, 0, 0], inverse));
  const sine = Math.hypot(x, y, z);
  return sine < 1e-12 ? [0, 0, 0] : scale([x, y, z], (2 * Math.atan2(sine, w)) / sine);
}
