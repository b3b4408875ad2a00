// What the page is told of bodies: only what has changed.

import type { BodyFrame } from "../protocol.js";
import { boxOf, movedBox, type Box } from "./bounds.js";
import type { Ensemble } from "./ensemble.js";
import type { Pool } from "./pool.js";
import { IDENTITY, type Transform } from "./transform.js";

export interface Told {
  bodies: BodyFrame[];
  boxes: Box[];
}

export class Telling {
  #restBoxes: Box[] = [];
  /** Where each body was said to be last; null: to be said again. */
  #places: (string | null)[] = [];
  /** Bodies whose own positions are to be said again. */
  readonly #reformed = new Set<number>();

  /** The page has other bodies, or the bodies other forms: all is said again. */
  begin({ source }: Ensemble): void {
    this.#restBoxes = source.meshes.map((mesh) => boxOf(mesh.positions));
    this.#places = source.bodies.map(() => null);
    source.bodies.forEach((_, body) => this.#reformed.add(body));
  }

  reform(body: number): void {
    this.#reformed.add(body);
  }

  /** After detection. */
  tell(ensemble: Ensemble, clip: number, frame: number, pool: Pool): Told {
    const bodies: BodyFrame[] = [];
    const boxes: Box[] = [];
    ensemble.source.bodies.forEach((_, body) => {
      const { own, source } = ensemble;
      const transform = own.has(body) ? own.transform(body) : source.transform(body, clip, frame);
      const told = this.#tellBody(ensemble, body, transform, pool);
      bodies.push(told);
      boxes.push(transform ? this.#movedBox(ensemble, body, transform) : boxOf(told.positions!));
    });
    return { bodies, boxes };
  }

  /** Bodies without a transform are given by positions in the world, others by positions of their own, once. */
  #tellBody(ensemble: Ensemble, body: number, transform: Transform | null, pool: Pool): BodyFrame {
    const place = (transform ?? IDENTITY).join(" ");
    const moved = this.#places[body] !== place;
    this.#places[body] = place;
    return {
      transform: moved ? Float32Array.from(transform ?? IDENTITY) : null,
      positions: transform ? this.#ownPositions(ensemble, body, pool) : worldPositions(ensemble, body, pool),
      touched: touchedVertices(ensemble, body, pool),
    };
  }

  #ownPositions({ own, source }: Ensemble, body: number, pool: Pool): BodyFrame["positions"] {
    if (!this.#reformed.delete(body)) return null;
    return pool.floats(own.shape(body) ?? source.meshes[source.bodies[body]!.mesh]!.positions);
  }

  #movedBox({ own, source }: Ensemble, body: number, transform: Transform): Box {
    const shape = own.shape(body);
    return movedBox(transform, shape ? boxOf(shape) : this.#restBoxes[source.bodies[body]!.mesh]!);
  }
}

/** Where a deformer or a player forms the body, the array that it is given is not what it looks like. */
function worldPositions(ensemble: Ensemble, body: number, pool: Pool): Float32Array<ArrayBuffer> {
  const one = ensemble.body(body);
  const formedElsewhere = ensemble.source.kind === "recording" || (ensemble.onDemand && one.touched.length > 0);
  return pool.floats(formedElsewhere ? one.present() : one.positions);
}

function touchedVertices(ensemble: Ensemble, body: number, pool: Pool): BodyFrame["touched"] {
  if (!ensemble.onDemand) return null;
  const { touched } = ensemble.body(body);
  return touched.length > 0 ? pool.bytes(touched) : null;
}
