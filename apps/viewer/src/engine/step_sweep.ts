// What bodies run into on the way from one frame to the next, in a world of its own: the lanes, which see instants, do
// not know of it.

import type { Body, Mote, SweepReport } from "mote-collision";
import type { Impacts } from "../protocol.js";
import type { BufferPool } from "./buffer_pool.js";
import type { Runner } from "./runner.js";
import type { SourceWorld } from "./sources/source.js";
import { IDENTITY } from "./transform.js";

const NUMBERS_PER_IMPACT = 4;
const NUMBERS_PER_BOX = 6;
const WORDS_PER_BOX = 7;

export class StepSweep {
  readonly #sourceWorld: SourceWorld;

  /** The world ends with `dispose`. */
  constructor(
    mote: Mote,
    private readonly runner: Runner,
    selfCollision: "source" | "all",
  ) {
    this.#sourceWorld = runner.source.createWorld(mote, { method: "hybrid", contacts: false }, { onDemand: false, selfCollision });
  }

  /** Sweeps from a frame to the next. Bodies that have left the animation rest where they are. */
  take(clip: number, frame: number, pool: BufferPool): Impacts {
    this.#setMotions(clip, frame);
    const { world, bodies } = this.#sourceWorld;
    return impactsOf(world.sweep({ contacts: true }), bodies, world.drawSweep(), pool);
  }

  /** Bodies of assets share a pose, which is that of the frame again at the end. */
  #setMotions(clip: number, frame: number): void {
    const { bodies } = this.#sourceWorld;
    const { detached } = this.runner;
    const ends = this.#placesIn(clip, frame + 1);
    const starts = this.#placesIn(clip, frame);
    bodies.forEach((body, i) => {
      const resting = detached.has(i) ? this.runner.body(i).present().slice() : null;
      body.setMotion({
        start: { positions: resting ?? starts[i]!, transform: IDENTITY },
        end: { positions: resting ?? ends[i]!, transform: IDENTITY },
      });
    });
  }

  /** Copies, because each view ends when the next body is asked. */
  #placesIn(clip: number, frame: number): Float32Array[] {
    const { detached } = this.runner;
    this.#sourceWorld.showFrame(clip, frame, detached.indices);
    return this.#sourceWorld.bodies.map((body, i) => (detached.has(i) ? new Float32Array(0) : body.present().slice()));
  }

  dispose(): void {
    this.#sourceWorld.dispose();
  }
}

function impactsOf(
  report: SweepReport, bodies: readonly Body[], drawing: { boxCount: number; boxFloats: Float32Array }, pool: BufferPool,
): Impacts {
  const { boxCount, boxFloats } = drawing;
  const boxes = pool.newFloats(NUMBERS_PER_BOX * boxCount);
  for (let i = 0; i < boxCount; i++) boxes.set(boxFloats.subarray(WORDS_PER_BOX * i + 1, WORDS_PER_BOX * (i + 1)), NUMBERS_PER_BOX * i);
  const contacts = report.contacts();
  const points = pool.newFloats(NUMBERS_PER_IMPACT * contacts.length);
  contacts.forEach(({ point, time }, i) => points.set([...point, time], NUMBERS_PER_IMPACT * i));
  return { points, boxes, first: firstMeeting(report, bodies) };
}

function firstMeeting(report: SweepReport, bodies: readonly Body[]): Impacts["first"] {
  const meetings = report.pairs().filter((pair) => !pair.meetsAtStart && pair.impactCount > 0);
  if (meetings.length === 0) return null;
  const { a, b, first, firstImpact } = meetings.reduce((p, q) => (q.first.low < p.first.low ? q : p));
  const ordinal = (index: number) => bodies.findIndex((body) => body.index === index);
  return { a: ordinal(a), b: ordinal(b), time: first.low, point: report.contacts()[firstImpact]!.point };
}
