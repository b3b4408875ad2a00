// What the controls keep of a frame. Its arrays go back to the engine, so everything is counted when the frame comes.

import type { ClosestPoints, Frame, LaneFrame, Recall, Stats } from "../protocol.js";

export interface LaneDigest {
  method: string;
  refused: string | null;
  hash: string;
  /** Pairs of bodies that meet. */
  pairs: number;
  facePairs: number;
  contacts: number;
  /** Those with faces that meet others. */
  hitBodies: number[];
  closest: ClosestPoints | null;
  recall: Recall | null;
  stats: Stats;
}

export interface FrameDigest {
  frame: number;
  frameCount: number;
  playing: boolean;
  touchedByHand: boolean;
  bouncing: boolean;
  lanes: LaneDigest[];
  mainThreadMs: number;
}

const NUMBERS_A_CONTACT = 7;

/** No more are named than two. */
const MOST_HIT_BODIES = 3;

function bodiesWithHits(starts: Uint32Array): number[] {
  const bodies: number[] = [];
  for (let i = 0; i + 1 < starts.length && bodies.length < MOST_HIT_BODIES; i++) {
    if (starts[i + 1]! > starts[i]!) bodies.push(i);
  }
  return bodies;
}

function digestLane(lane: LaneFrame): LaneDigest {
  const { method, refused, hash, pairs, facePairs, closest, recall, stats } = lane;
  const contacts = lane.contacts.length / NUMBERS_A_CONTACT;
  return {
    method,
    refused,
    hash,
    pairs,
    facePairs,
    contacts,
    hitBodies: bodiesWithHits(lane.hitStarts),
    closest,
    recall,
    stats,
  };
}

export function digest(frame: Frame, mainThreadMs: number): FrameDigest {
  const { frame: number, frameCount, playing, touchedByHand, bouncing } = frame;
  const lanes = frame.lanes.map(digestLane);
  return { frame: number, frameCount, playing, touchedByHand, bouncing, lanes, mainThreadMs };
}
