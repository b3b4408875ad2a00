// How often each face was tested in a frame: the number of faces of other bodies whose boxes overlap its own. Exact methods hand
// exactly these pairs to the test of two triangles, so the sum is twice their count of candidates (mote_stats). They do not
// keep which faces they were: here they are found again, by a sweep along one axis, only while the layer is on.

import type { BodyInfo, MeshData } from "../protocol.js";
import { diagonal, type Box } from "./bounds.js";
import type { BufferPool } from "./buffer_pool.js";

/** Methods whose candidates are all face pairs with overlapping boxes. */
export const METHODS_WITH_COSTS: readonly string[] = ["hybrid", "refit"];

/** Faces are drawn in levels: tested once, 2 or 3 times, 4 to 7, 8 to 15, more often. */
export const COST_LEVELS = 5;

export interface Costs {
  /** Three vertices per face that was tested; level k of body i from starts[k + LEVELS i] to the next start. */
  faces: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
}

/** Boxes of bodies may be smaller by so much, relative to their size: those of rigid ones are computed from a box at rest. */
const ROUNDING = 1e-5;

/** Boxes of faces: six numbers each, and the face. */
interface FaceBoxes {
  faces: number[];
  boxes: Float64Array;
}

function levelOf(tests: number): number {
  return Math.min(COST_LEVELS - 1, 31 - Math.clz32(tests));
}

/** The intersection of two boxes; null if it is empty. */
function overlap(a: Box, b: Box): Box | null {
  const min = a.min.map((value, i) => Math.max(value, b.min[i]!));
  const max = a.max.map((value, i) => Math.min(value, b.max[i]!));
  return min.every((value, i) => value <= max[i]!) ? ({ min, max } as unknown as Box) : null;
}

/** Faces whose boxes overlap a region, by the lower end along an axis. `by` widens them. */
function facesIn({ min, max }: Box, triangles: Uint32Array, positions: Float32Array, axis: number, by: number): FaceBoxes {
  const found: { face: number; start: number }[] = [];
  const boxes = new Float64Array(6);
  for (let face = 0; 3 * face < triangles.length; face++) {
    writeBox(boxes, 0, triangles, positions, face, by);
    const [x0, y0, z0, x1, y1, z1] = boxes as unknown as [number, number, number, number, number, number];
    if (x0 > max[0] || y0 > max[1] || z0 > max[2] || x1 < min[0] || y1 < min[1] || z1 < min[2]) continue;
    found.push({ face, start: boxes[axis]! });
  }
  found.sort((a, b) => a.start - b.start);
  const sorted = new Float64Array(6 * found.length);
  found.forEach(({ face }, i) => writeBox(sorted, 6 * i, triangles, positions, face, by));
  return { faces: found.map(({ face }) => face), boxes: sorted };
}

function writeBox(out: Float64Array, at: number, triangles: Uint32Array, positions: Float32Array, face: number, by: number): void {
  const a = 3 * triangles[3 * face]!;
  const b = 3 * triangles[3 * face + 1]!;
  const c = 3 * triangles[3 * face + 2]!;
  for (let k = 0; k < 3; k++) {
    const [p, q, r] = [positions[a + k]!, positions[b + k]!, positions[c + k]!];
    out[at + k] = Math.min(p, q, r) - by;
    out[at + 3 + k] = Math.max(p, q, r) + by;
  }
}

function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i]! <= b[j + 3]! && b[j]! <= a[i + 3]! && a[i + 1]! <= b[j + 4]! && b[j + 1]! <= a[i + 4]! &&
    a[i + 2]! <= b[j + 5]! && b[j + 2]! <= a[i + 5]!
  );
}

/** Calls `met` for each pair of boxes that overlap. Both lists are sorted along the axis. */
function sweep(a: FaceBoxes, b: FaceBoxes, axis: number, met: (i: number, j: number) => void): void {
  /** Pairs in which the box of `late` begins within that of `early`, or with it if `ties`. */
  const half = (early: FaceBoxes, late: FaceBoxes, ties: boolean, report: (i: number, j: number) => void) => {
    let first = 0;
    for (let i = 0; i < early.faces.length; i++) {
      const [start, end] = [early.boxes[6 * i + axis]!, early.boxes[6 * i + 3 + axis]!];
      const isBefore = (j: number) => (ties ? late.boxes[6 * j + axis]! < start : late.boxes[6 * j + axis]! <= start);
      while (first < late.faces.length && isBefore(first)) first++;
      for (let j = first; j < late.faces.length && late.boxes[6 * j + axis]! <= end; j++)
        if (boxesOverlap(early.boxes, 6 * i, late.boxes, 6 * j)) report(i, j);
    }
  };
  half(a, b, true, met);
  half(b, a, false, (j, i) => met(i, j));
}

function longestAxis({ min, max }: Box): number {
  const sides = max.map((value, i) => value - min[i]!);
  return sides.indexOf(Math.max(...sides));
}

export class FaceCosts {
  readonly #triangles: readonly Uint32Array[];
  readonly #tests: readonly Uint32Array[];

  constructor(meshes: readonly MeshData[], bodies: readonly BodyInfo[]) {
    this.#triangles = bodies.map((body) => meshes[body.mesh]!.triangles);
    this.#tests = this.#triangles.map((triangles) => new Uint32Array(triangles.length / 3));
  }

  /** `positionsOf` gives those of a body in the world, and `boxes` are around them. Pairs within `tolerance` are tested too. */
  collect(positionsOf: (body: number) => Float32Array, boxes: readonly Box[], tolerance: number, pool: BufferPool): Costs {
    for (const tests of this.#tests) tests.fill(0);
    const positions = new Map<number, Float32Array>();
    const read = (body: number) => positions.get(body) ?? positions.set(body, positionsOf(body)).get(body)!;
    boxes.forEach((a, i) => {
      for (let j = i + 1; j < boxes.length; j++) {
        const region = overlap(widened(a, tolerance + ROUNDING * diagonal(a)), boxes[j]!);
        if (region) this.#count(i, j, region, read, tolerance);
      }
    });
    return this.#pack(pool);
  }

  #count(i: number, j: number, region: Box, read: (body: number) => Float32Array, tolerance: number): void {
    const axis = longestAxis(region);
    const a = facesIn(region, this.#triangles[i]!, read(i), axis, tolerance);
    const b = facesIn(region, this.#triangles[j]!, read(j), axis, 0);
    const [testsA, testsB] = [this.#tests[i]!, this.#tests[j]!];
    sweep(a, b, axis, (m, n) => {
      testsA[a.faces[m]!]!++;
      testsB[b.faces[n]!]!++;
    });
  }

  #pack(pool: BufferPool): Costs {
    const lists = this.#tests.flatMap((tests) => {
      const levels: number[][] = Array.from({ length: COST_LEVELS }, () => []);
      tests.forEach((count, face) => count > 0 && levels[levelOf(count)]!.push(face));
      return levels;
    });
    const faces = pool.newWords(3 * lists.reduce((sum, list) => sum + list.length, 0));
    const starts = pool.newWords(lists.length + 1);
    let next = 0;
    lists.forEach((list, i) => {
      starts[i] = next;
      const triangles = this.#triangles[Math.floor(i / COST_LEVELS)]!;
      for (const face of list) for (let k = 0; k < 3; k++) faces[next++] = triangles[3 * face + k]!;
    });
    starts[lists.length] = next;
    return { faces, starts };
  }

  /** Tests of all faces in the last frame: each pair counts twice. */
  get total(): number {
    return this.#tests.reduce((sum, tests) => sum + tests.reduce((part, count) => part + count, 0), 0);
  }
}

function widened({ min, max }: Box, by: number): Box {
  return { min: min.map((value) => value - by), max: max.map((value) => value + by) } as unknown as Box;
}
