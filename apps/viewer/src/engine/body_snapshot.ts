// The bodies of a frame, as arrays for the page: only what has changed since the last frame.

import type { BodyFrame } from "../protocol.js";
import { boxOf, transformBox, type Box } from "./bounds.js";
import type { BufferPool } from "./buffer_pool.js";
import type { Runner } from "./runner.js";
import { IDENTITY, type Transform } from "./transform.js";

export interface BodySnapshot {
  bodies: BodyFrame[];
  boxes: Box[];
}

export class BodySnapshots {
  #restBoxes: Box[] = [];
  /** The last transform sent for each body; null if it must be sent again. */
  #sentTransforms: (string | null)[] = [];
  /** Bodies whose shape must be sent again. */
  readonly #changedShapes = new Set<number>();

  /** Bodies or lanes were replaced: the next snapshot is complete. */
  reset({ source }: Runner): void {
    this.#restBoxes = source.meshes.map((mesh) => boxOf(mesh.positions));
    this.#sentTransforms = source.bodies.map(() => null);
    source.bodies.forEach((_, body) => this.#changedShapes.add(body));
  }

  markShapeChanged(body: number): void {
    this.#changedShapes.add(body);
  }

  /** To be called after detection. */
  take(runner: Runner, clip: number, frame: number, pool: BufferPool): BodySnapshot {
    const bodies: BodyFrame[] = [];
    const boxes: Box[] = [];
    runner.source.bodies.forEach((_, body) => {
      const { detached, source } = runner;
      const transform = detached.has(body) ? detached.transform(body) : source.transform(body, clip, frame);
      const bodyFrame = this.#bodyFrame(runner, body, transform, pool);
      bodies.push(bodyFrame);
      boxes.push(transform ? this.#worldBox(runner, body, transform) : boxOf(bodyFrame.positions!));
    });
    return { bodies, boxes };
  }

  /** Without a transform, positions are in the world and sent every time; otherwise in the body, and sent once. */
  #bodyFrame(runner: Runner, body: number, transform: Transform | null, pool: BufferPool): BodyFrame {
    const text = (transform ?? IDENTITY).join(" ");
    const hasMoved = this.#sentTransforms[body] !== text;
    this.#sentTransforms[body] = text;
    return {
      transform: hasMoved ? Float32Array.from(transform ?? IDENTITY) : null,
      positions: transform ? this.#localPositions(runner, body, pool) : worldPositions(runner, body, pool),
      touched: touchedVertices(runner, body, pool),
    };
  }

  #localPositions({ detached, source }: Runner, body: number, pool: BufferPool): BodyFrame["positions"] {
    if (!this.#changedShapes.delete(body)) return null;
    return pool.copyFloats(detached.shape(body) ?? source.meshes[source.bodies[body]!.mesh]!.positions);
  }

  #worldBox({ detached, source }: Runner, body: number, transform: Transform): Box {
    const shape = detached.shape(body);
    return transformBox(transform, shape ? boxOf(shape) : this.#restBoxes[source.bodies[body]!.mesh]!);
  }
}

/** Bodies with a deformer or of a recording ignore the position array of the body: they are asked for their shape. */
function worldPositions(runner: Runner, index: number, pool: BufferPool): Float32Array<ArrayBuffer> {
  const body = runner.body(index);
  const ignoresArray = runner.source.kind === "recording" || (runner.onDemand && body.touched.length > 0);
  return pool.copyFloats(ignoresArray ? body.present() : body.positions);
}

function touchedVertices(runner: Runner, body: number, pool: BufferPool): BodyFrame["touched"] {
  if (!runner.onDemand) return null;
  const { touched } = runner.body(body);
  return touched.length > 0 ? pool.copyBytes(touched) : null;
}
