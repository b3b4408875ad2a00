// The result of a lane, as arrays for the page.

import type { Drawing, Report } from "mote-collision";
import type { DrawingData, LaneFrame, Stats, EngineSettings } from "../protocol.js";
import type { Box } from "./bounds.js";
import { estimatedClosest, exactClosest } from "./closest.js";
import type { Lane } from "./lane.js";
import type { BufferPool } from "./buffer_pool.js";

const NUMBERS_PER_CONTACT = 7;

function copyContacts(report: Report, pool: BufferPool): Float32Array<ArrayBuffer> {
  const contacts = report.contacts();
  const out = pool.newFloats(NUMBERS_PER_CONTACT * contacts.length);
  contacts.forEach(({ point, normal, depth }, i) => out.set([...point, ...normal, depth], NUMBERS_PER_CONTACT * i));
  return out;
}

/** Copies word `offset` of each item of `stride` words. */
function copyColumn(words: Uint32Array, count: number, stride: number, offset: number, out: Uint8Array | Uint32Array): void {
  for (let i = 0; i < count; i++) out[i] = words[stride * i + offset]!;
}

/** Copies the last `width` numbers of each item of `stride` numbers. */
function copyTails(floats: Float32Array, count: number, stride: number, width: number, out: Float32Array): void {
  const first = stride - width;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < width; k++) out[width * i + k] = floats[stride * i + first + k]!;
  }
}

const BOX = { words: 7, numbers: 6 };
const POINT = { words: 6, numbers: 3 };
const VECTOR = { words: 8, numbers: 6 };

function copyDrawing(drawing: Drawing, pool: BufferPool): DrawingData {
  const { boxCount, pointCount, vectorCount } = drawing;
  const data: DrawingData = {
    boxKinds: pool.newBytes(boxCount),
    boxes: pool.newFloats(BOX.numbers * boxCount),
    pointKinds: pool.newBytes(pointCount),
    pointBodies: pool.newWords(pointCount),
    pointIds: pool.newWords(pointCount),
    points: pool.newFloats(POINT.numbers * pointCount),
    vectorKinds: pool.newBytes(vectorCount),
    vectorBodies: pool.newWords(vectorCount),
    vectors: pool.newFloats(VECTOR.numbers * vectorCount),
  };
  copyColumn(drawing.boxWords, boxCount, BOX.words, 0, data.boxKinds);
  copyTails(drawing.boxFloats, boxCount, BOX.words, BOX.numbers, data.boxes);
  copyColumn(drawing.pointWords, pointCount, POINT.words, 0, data.pointKinds);
  copyColumn(drawing.pointWords, pointCount, POINT.words, 1, data.pointBodies);
  copyColumn(drawing.pointWords, pointCount, POINT.words, 2, data.pointIds);
  copyTails(drawing.pointFloats, pointCount, POINT.words, POINT.numbers, data.points);
  copyColumn(drawing.vectorWords, vectorCount, VECTOR.words, 0, data.vectorKinds);
  copyColumn(drawing.vectorWords, vectorCount, VECTOR.words, 1, data.vectorBodies);
  copyTails(drawing.vectorFloats, vectorCount, VECTOR.words, VECTOR.numbers, data.vectors);
  return data;
}

function emptySnapshot(lane: Lane, pool: BufferPool): LaneFrame {
  return {
    method: lane.method,
    error: lane.error,
    missed: false,
    ignoresSelf: false,
    hash: "",
    pairs: 0,
    facePairs: 0,
    hits: pool.newWords(0),
    hitStarts: new Uint32Array(lane.hits.bodyCount + 1),
    contacts: pool.newFloats(0),
    segments: pool.newFloats(0),
    drawing: null,
    areas: [],
    costs: null,
    closest: null,
    recall: null,
    stats: {} as Stats,
  };
}

/** `boxes` are those of the bodies, to find the closest pair. */
export function laneSnapshot(lane: Lane, settings: EngineSettings, boxes: readonly Box[], pool: BufferPool): LaneFrame {
  const { report, sourceWorld } = lane;
  if (!report || !sourceWorld) return emptySnapshot(lane, pool);
  const { world, bodies } = sourceWorld;
  const snapshot: LaneFrame = {
    method: lane.method,
    error: null,
    missed: lane.missed,
    ignoresSelf: lane.ignoresSelf,
    hash: report.hash.toString(16).padStart(16, "0"),
    pairs: report.pairs().filter((pair) => pair.state !== "end").length,
    facePairs: report.facePairCount,
    ...lane.hits.collect(report, bodies, pool),
    contacts: copyContacts(report, pool),
    segments: pool.copyFloats(report.segments),
    drawing: null,
    areas: [],
    costs: null,
    closest: null,
    recall: lane.recall,
    stats: report.stats(),
  };
  // Queries and drawing come last: they invalidate the views of the report.
  if (settings.distance)
    snapshot.closest = lane.exact ? exactClosest(world, bodies, boxes, report) : estimatedClosest(bodies, report);
  if (settings.costs && !settings.onDemand) snapshot.costs = lane.collectCosts(boxes, pool);
  if (settings.drawing || settings.areas) {
    const drawing = world.draw();
    if (settings.drawing) snapshot.drawing = copyDrawing(drawing, pool);
    if (settings.areas)
      snapshot.areas = bodies.map((body) => {
        const areas = body.areas();
        return areas && pool.copyWords(areas);
      });
  }
  return snapshot;
}
