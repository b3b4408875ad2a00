// What the controls keep of a frame. Its arrays return to the engine, so everything is counted on arrival.

import { moment } from "../moment.js";
import type { ClosestPoints, Frame, LaneFrame, Recall, Stats } from "../protocol.js";

export interface LaneSummary {
  method: string;
  error: string | null;
  missed: boolean;
  ignoresSelf: boolean;
  hash: string;
  /** Number of pairs of bodies that touch. */
  pairs: number;
  facePairs: number;
  contacts: number;
  /** The first bodies with touching faces. */
  hitBodies: number[];
  /** True if the frame says how often each face was tested. */
  hasCosts: boolean;
  closest: ClosestPoints | null;
  recall: Recall | null;
  stats: Stats;
}

export interface FrameSummary {
  frame: number;
  frameCount: number;
  playing: boolean;
  hasDetachedBodies: boolean;
  bouncing: boolean;
  /** True if some bodies are evaluated on demand. */
  onDemand: boolean;
  lanes: LaneSummary[];
  /** Null if none were sought; `first` is the moment of the first one between frames, in frames. */
  impacts: { count: number; first: string | null } | null;
  mainThreadMs: number;
}

const NUMBERS_PER_CONTACT = 7;
const NUMBERS_PER_IMPACT = 4;

/** Texts name at most two bodies, so three mean "more". */
const MAX_HIT_BODIES = 3;

function bodiesWithHits(starts: Uint32Array): number[] {
  const bodies: number[] = [];
  for (let i = 0; i + 1 < starts.length && bodies.length < MAX_HIT_BODIES; i++) {
    if (starts[i + 1]! > starts[i]!) bodies.push(i);
  }
  return bodies;
}

function summarizeLane(lane: LaneFrame): LaneSummary {
  const { method, error, missed, ignoresSelf, hash, pairs, facePairs, closest, recall, stats } = lane;
  const contacts = lane.contacts.length / NUMBERS_PER_CONTACT;
  return {
    method,
    error,
    missed,
    ignoresSelf,
    hash,
    pairs,
    facePairs,
    contacts,
    hitBodies: bodiesWithHits(lane.hitStarts),
    hasCosts: lane.costs !== null,
    closest,
    recall,
    stats,
  };
}

function summarizeImpacts({ frame, impacts }: Frame): FrameSummary["impacts"] {
  if (!impacts) return null;
  const { points, first } = impacts;
  return { count: points.length / NUMBERS_PER_IMPACT, first: first && moment(frame, first.time) };
}

export function summarize(frame: Frame, mainThreadMs: number): FrameSummary {
  const { frame: number, frameCount, playing, hasDetachedBodies, bouncing } = frame;
  const lanes = frame.lanes.map(summarizeLane);
  const onDemand = frame.bodies.some((body) => body.touched !== null);
  return { frame: number, frameCount, playing, hasDetachedBodies, bouncing, onDemand, lanes, impacts: summarizeImpacts(frame), mainThreadMs };
}
