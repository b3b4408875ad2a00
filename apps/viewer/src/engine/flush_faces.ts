// A manipulation aid: a face of a held body that comes near a face of another, and nearly parallel to it, is laid flush
// against it and slides along it, until it is pulled away. Kitamura, Yee and Kishino constrain faces that collision
// detection has found in this way (Kitamura et al. 1998, section 4.3).

import type { Vector } from "../protocol.js";
import { boxOf, diagonal, gap, type Box } from "./bounds.js";
import type { Runner } from "./runner.js";
import {
  cross, dot, inverse, length, multiply, rotateVector, rotationAbout, rotationFromTo, scale, subtract,
  transformPoint, translation, type Transform,
} from "./transform.js";

/** Relative to the size of the scene: faces nearer than this snap, and those pulled farther than this let go. */
const SNAP_DISTANCE = 0.02;
const RELEASE_DISTANCE = 0.04;
/** What is left between the faces, so that rounding does not let them cross. */
const REST_DISTANCE = 1e-4;
/** Cosines of the largest angles between two faces that snap, and that stay together: 20 and 40 degrees. */
const SNAP_COSINE = 0.94;
const RELEASE_COSINE = 0.77;
/** How far from a face, relative to its size, a point may be to count as on it. */
const ON_FACE = 1e-3;

interface Constraint {
  other: number;
  /** The face of the other body, by its vertices. */
  face: readonly [number, number, number];
  /** In the frame of the held body: the normal of its face, and a point of it. */
  normal: Vector;
  anchor: Vector;
}

interface Face {
  vertices: readonly [number, number, number];
  normal: Vector;
}

function vertexAt(positions: Float32Array, vertex: number): Vector {
  return [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!];
}

/** Null for a face without an area. */
function normalOf(a: Vector, b: Vector, c: Vector): Vector | null {
  const n = cross(subtract(b, a), subtract(c, a));
  const size = length(n);
  return size > 0 ? scale(n, 1 / size) : null;
}

/** Whether a point is on a triangle, within a share of its size. */
function isOn([a, b, c]: readonly [Vector, Vector, Vector], normal: Vector, p: Vector): boolean {
  const size = Math.max(length(subtract(b, a)), length(subtract(c, b)), length(subtract(a, c)));
  if (Math.abs(dot(subtract(p, a), normal)) > ON_FACE * size) return false;
  return ([[a, b], [b, c], [c, a]] as const).every(
    ([from, to]) => dot(cross(normal, subtract(to, from)), subtract(p, from)) >= -ON_FACE * size * size,
  );
}

/** The faces of a body on which a point is: one, or those around an edge or a vertex. */
function facesAt(positions: Float32Array, triangles: Uint32Array, point: Vector): Face[] {
  const found: Face[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const vertices = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!] as const;
    const corners = vertices.map((vertex) => vertexAt(positions, vertex)) as [Vector, Vector, Vector];
    const normal = normalOf(...corners);
    if (normal && isOn(corners, normal, point)) found.push({ vertices, normal });
  }
  return found;
}

export class FlushFaces {
  #on = false;
  /** Of each held body that is flush against another. */
  readonly #constraints = new Map<number, Constraint>();

  setOn(on: boolean): void {
    this.#on = on;
    if (!on) this.#constraints.clear();
  }

  isFlush(body: number): boolean {
    return this.#constraints.has(body);
  }

  release(body: number): void {
    this.#constraints.delete(body);
  }

  /** Where a held body goes if the hand has it at `free`. `boxes` are those of all bodies in the last frame. */
  constrain(runner: Runner, body: number, free: Transform, boxes: readonly Box[]): Transform {
    if (!this.#on) return free;
    const size = diagonal(runner.source.bounds);
    const kept = this.#constraints.get(body);
    const slid = kept && this.#applied(runner, kept, free, size);
    if (slid && this.#isNear(runner, body, kept.other, slid, size)) return slid;
    this.#constraints.delete(body);
    const found = this.#find(runner, body, free, size, boxes);
    const laid = found && this.#applied(runner, found, free, size);
    if (!laid) return free;
    this.#constraints.set(body, found);
    return laid;
  }

  /** Turned until the faces are parallel, and moved along the normal until they meet; null if it is pulled away. */
  #applied(runner: Runner, { other, face, normal, anchor }: Constraint, free: Transform, size: number): Transform | null {
    const positions = runner.body(other).present();
    const corners = face.map((vertex) => vertexAt(positions, vertex)) as [Vector, Vector, Vector];
    const across = normalOf(...corners);
    if (!across) return null;
    const point = transformPoint(free, anchor);
    const height = dot(subtract(point, corners[0]), across);
    const own = rotateVector(free, normal);
    if (height > RELEASE_DISTANCE * size || -dot(own, across) < RELEASE_COSINE) return null;
    const turned = multiply(rotationAbout(point, rotationFromTo(own, scale(across, -1))), free);
    return multiply(translation(scale(across, REST_DISTANCE * size - height)), turned);
  }

  /** False where the body has slid off the face. */
  #isNear(runner: Runner, body: number, other: number, at: Transform, size: number): boolean {
    runner.place(body, at);
    const limit = SNAP_DISTANCE * size;
    const { world, bodies } = runner.primaryWorld;
    return world.distance(bodies[body]!, bodies[other]!, limit).distance < limit;
  }

  #find(runner: Runner, body: number, free: Transform, size: number, boxes: readonly Box[]): Constraint | null {
    runner.place(body, free);
    const limit = SNAP_DISTANCE * size;
    const { world, bodies } = runner.primaryWorld;
    const own = boxOf(bodies[body]!.present());
    for (let other = 0; other < bodies.length; other++) {
      const box = boxes[other];
      // What is flush against this body follows it, not the other way round.
      if (other === body || this.#constraints.get(other)?.other === body) continue;
      if (!box || gap(own, box) >= 2 * limit) continue;
      const { distance, onA, onB } = world.distance(bodies[body]!, bodies[other]!, limit);
      const found = distance < limit ? this.#pairOf(runner, body, other, free, [onA, onB]) : null;
      if (found) return found;
    }
    return null;
  }

  /** The two faces at the closest points that are most nearly parallel. */
  #pairOf(
    runner: Runner, body: number, other: number, free: Transform, [onOwn, onOther]: readonly [Vector, Vector],
  ): Constraint | null {
    const { meshes, bodies } = runner.source;
    const facesOf = (which: number, point: Vector) =>
      facesAt(runner.body(which).present(), meshes[bodies[which]!.mesh]!.triangles, point);
    const others = facesOf(other, onOther);
    let best: { own: Face; across: Face } | null = null;
    let least = -SNAP_COSINE;
    for (const own of facesOf(body, onOwn)) {
      for (const across of others) {
        const cosine = dot(own.normal, across.normal);
        if (cosine >= least) continue;
        least = cosine;
        best = { own, across };
      }
    }
    if (!best) return null;
    const back = inverse(free);
    return {
      other,
      face: best.across.vertices,
      normal: rotateVector(back, best.own.normal),
      anchor: transformPoint(back, onOwn),
    };
  }
}
