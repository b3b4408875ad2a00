// The faces that touch another body, as triangles to draw.

import type { Body, Report } from "mote-collision";
import type { BodyInfo, MeshData } from "../protocol.js";
import type { BufferPool } from "./buffer_pool.js";

export interface Hits {
  /** Three vertices per face; those of body i from hitStarts[i] to hitStarts[i + 1]. */
  hits: Uint32Array<ArrayBuffer>;
  hitStarts: Uint32Array<ArrayBuffer>;
}

/** Lists each face once. The cost is proportional to the number of face pairs, not of faces. */
export class HitFaces {
  readonly #triangles: readonly Uint32Array[];
  /** For each face of each body, the frame in which it was last found. */
  readonly #stamps: readonly Uint32Array[];
  readonly #found: number[][];
  #frame = 0;

  constructor(meshes: readonly MeshData[], bodies: readonly BodyInfo[]) {
    this.#triangles = bodies.map((body) => meshes[body.mesh]!.triangles);
    this.#stamps = this.#triangles.map((triangles) => new Uint32Array(triangles.length / 3));
    this.#found = bodies.map(() => []);
  }

  get bodyCount(): number {
    return this.#found.length;
  }

  collect(report: Report, bodies: readonly Body[], pool: BufferPool): Hits {
    this.#begin();
    const ordinals = new Map(bodies.map((body, i) => [body.index, i]));
    const facePairs = report.facePairs;
    if (facePairs.length > 0) {
      for (const pair of report.pairs()) {
        const a = ordinals.get(pair.a);
        const b = ordinals.get(pair.b);
        const end = 2 * (pair.firstFacePair + pair.facePairCount);
        for (let i = 2 * pair.firstFacePair; i < end; i += 2) {
          if (a !== undefined) this.#add(a, facePairs[i]!);
          if (b !== undefined) this.#add(b, facePairs[i + 1]!);
        }
      }
    }
    return this.#pack(pool);
  }

  /** Of two bodies alone, which are the first two: two faces per pair. */
  ofTwo(facePairs: Uint32Array, pool: BufferPool): Hits {
    this.#begin();
    facePairs.forEach((face, i) => this.#add(i % 2, face));
    return this.#pack(pool);
  }

  #begin(): void {
    this.#frame++;
    for (const found of this.#found) found.length = 0;
  }

  #add(body: number, face: number): void {
    const stamps = this.#stamps[body];
    if (!stamps || stamps[face] === this.#frame) return;
    stamps[face] = this.#frame;
    this.#found[body]!.push(face);
  }

  #pack(pool: BufferPool): Hits {
    const count = this.#found.reduce((sum, faces) => sum + faces.length, 0);
    const hits = pool.newWords(3 * count);
    const hitStarts = pool.newWords(this.#found.length + 1);
    let next = 0;
    this.#found.forEach((faces, body) => {
      hitStarts[body] = next;
      const triangles = this.#triangles[body]!;
      for (const face of faces) {
        hits[next++] = triangles[3 * face]!;
        hits[next++] = triangles[3 * face + 1]!;
        hits[next++] = triangles[3 * face + 2]!;
      }
    });
    hitStarts[this.#found.length] = next;
    return { hits, hitStarts };
  }
}
