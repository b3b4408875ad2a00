// What a lane has found, as arrays for the page.

import type { Drawing, Report } from "mote-collision";
import type { DrawingData, LaneFrame, Stats, Wishes } from "../protocol.js";
import type { Box } from "./bounds.js";
import { closestEstimate, closestOf } from "./closest.js";
import type { Lane } from "./lane.js";
import type { Pool } from "./pool.js";

const CONTACT_NUMBERS = 7;

function gatherContacts(report: Report, pool: Pool): Float32Array<ArrayBuffer> {
  const contacts = report.contacts();
  const room = pool.floatRoom(CONTACT_NUMBERS * contacts.length);
  contacts.forEach(({ point, normal, depth }, i) => room.set([...point, ...normal, depth], CONTACT_NUMBERS * i));
  return room;
}

/** Words `offset` of each thing of `stride` words. */
function column(words: Uint32Array, count: number, stride: number, offset: number, room: Uint8Array | Uint32Array): void {
  for (let i = 0; i < count; i++) room[i] = words[stride * i + offset]!;
}

/** The last `width` numbers of each thing of `stride`. */
function tails(floats: Float32Array, count: number, stride: number, width: number, room: Float32Array): void {
  const first = stride - width;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < width; k++) room[width * i + k] = floats[stride * i + first + k]!;
  }
}

const BOX = { words: 7, numbers: 6 };
const POINT = { words: 6, numbers: 3 };
const VECTOR = { words: 8, numbers: 6 };

function gatherDrawing(drawing: Drawing, pool: Pool): DrawingData {
  const { boxCount, pointCount, vectorCount } = drawing;
  const data: DrawingData = {
    boxKinds: pool.byteRoom(boxCount),
    boxes: pool.floatRoom(BOX.numbers * boxCount),
    pointKinds: pool.byteRoom(pointCount),
    pointBodies: pool.wordRoom(pointCount),
    pointIds: pool.wordRoom(pointCount),
    points: pool.floatRoom(POINT.numbers * pointCount),
    vectorKinds: pool.byteRoom(vectorCount),
    vectorBodies: pool.wordRoom(vectorCount),
    vectors: pool.floatRoom(VECTOR.numbers * vectorCount),
  };
  column(drawing.boxWords, boxCount, BOX.words, 0, data.boxKinds);
  tails(drawing.boxFloats, boxCount, BOX.words, BOX.numbers, data.boxes);
  column(drawing.pointWords, pointCount, POINT.words, 0, data.pointKinds);
  column(drawing.pointWords, pointCount, POINT.words, 1, data.pointBodies);
  column(drawing.pointWords, pointCount, POINT.words, 2, data.pointIds);
  tails(drawing.pointFloats, pointCount, POINT.words, POINT.numbers, data.points);
  column(drawing.vectorWords, vectorCount, VECTOR.words, 0, data.vectorKinds);
  column(drawing.vectorWords, vectorCount, VECTOR.words, 1, data.vectorBodies);
  tails(drawing.vectorFloats, vectorCount, VECTOR.words, VECTOR.numbers, data.vectors);
  return data;
}

function emptyLane(lane: Lane, pool: Pool): LaneFrame {
  return {
    method: lane.method,
    refused: lane.refused,
    hash: "",
    pairs: 0,
    facePairs: 0,
    hits: pool.wordRoom(0),
    hitStarts: new Uint32Array(lane.hits.bodyCount + 1),
    contacts: pool.floatRoom(0),
    segments: pool.floatRoom(0),
    drawing: null,
    areas: [],
    closest: null,
    recall: null,
    stats: {} as Stats,
  };
}

/** `boxes` are those of the bodies, for the closest pair. */
export function gatherLane(lane: Lane, wishes: Wishes, boxes: readonly Box[], pool: Pool): LaneFrame {
  const { report, performance } = lane;
  if (!report || !performance) return emptyLane(lane, pool);
  const { world, bodies } = performance;
  const found: LaneFrame = {
    method: lane.method,
    refused: null,
    hash: report.hash.toString(16).padStart(16, "0"),
    pairs: report.pairs().filter((pair) => pair.state !== "end").length,
    facePairs: report.facePairCount,
    ...lane.hits.take(report, bodies, pool),
    contacts: gatherContacts(report, pool),
    segments: pool.floats(report.segments),
    drawing: null,
    areas: [],
    closest: null,
    recall: lane.recall,
    stats: report.stats(),
  };
  // Queries and drawing come last: they end the life of the report's views.
  if (wishes.distance)
    found.closest = lane.exact ? closestOf(world, bodies, boxes, report) : closestEstimate(bodies, report);
  if (wishes.drawing || wishes.areas) {
    const drawing = world.draw();
    if (wishes.drawing) found.drawing = gatherDrawing(drawing, pool);
    if (wishes.areas)
      found.areas = bodies.map((body) => {
        const areas = body.areas();
        return areas && pool.words(areas);
      });
  }
  return found;
}
