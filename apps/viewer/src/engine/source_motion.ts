// The velocities at which a source moves its bodies, so that a simulation can continue them.

import type { Vector } from "../protocol.js";
import type { Motion } from "./bounce.js";
import type { Source, SourceWorld } from "./sources/source.js";
import { inverse, multiply, quaternionOf, scale, subtract, type Transform } from "./transform.js";

const AT_REST: Motion = { velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };

/** Velocities per frame, from this frame to the next. Bodies in `detached` are at rest. */
export function sourceMotions(
  source: Source,
  world: SourceWorld,
  clip: number,
  frame: number,
  detached: ReadonlySet<number>,
): Motion[] {
  const isLast = frame + 1 >= source.frameCount(clip);
  const [from, to] = isLast ? [frame - 1, frame] : [frame, frame + 1];
  const centersAt = (when: number): Vector[] => {
    world.showFrame(clip, when, detached);
    return world.bodies.map((body) => meanOf(body.present()));
  };
  if (from < 0) return source.bodies.map(() => AT_REST);
  const before = centersAt(from);
  const after = centersAt(to);
  world.showFrame(clip, frame, detached);
  return source.bodies.map((_, body) => {
    if (detached.has(body)) return AT_REST;
    const first = source.transform(body, clip, from);
    const second = source.transform(body, clip, to);
    return {
      velocity: subtract(after[body]!, before[body]!),
      angularVelocity: first && second ? rotationBetween(first, second) : [0, 0, 0],
    };
  });
}

function meanOf(positions: Float32Array): Vector {
  const sum: Vector = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3]! += positions[i]!;
  return scale(sum, 3 / positions.length);
}

/** The rotation from one transform to another, as axis times angle. */
function rotationBetween(from: Transform, to: Transform): Vector {
  const [x, y, z, w] = quaternionOf(multiply(to, inverse(from)));
  const sine = Math.hypot(x, y, z);
  return sine < 1e-12 ? [0, 0, 0] : scale([x, y, z], (2 * Math.atan2(sine, w)) / sine);
}
