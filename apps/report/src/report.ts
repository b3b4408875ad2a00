// The report of mote check, as described in docs/check.md, and what the page derives from it.

import { measure } from "../../shared/format";

export type Severity = "near" | "touch" | "penetrate";

/** The result for a pair of parts, in a frame or in the worst frame of an episode. */
interface Outcome {
  a: number;
  b: number;
  severity: Severity;
  relation: string;
  face_pairs: number;
  depth: number | null;
}

export interface Pair extends Outcome {
  cut_short: boolean;
  /** Of parts that met before the frame, unseen in it and in the one before: when, in frames. */
  at?: number;
}

/** Two parts that meet between the frame before and the one that has this. */
export interface Crossing {
  a: number;
  b: number;
  severity: Severity;
  /** In frames: 41.37 is between frames 41 and 42. */
  at: number;
  face_pairs: number;
  /** Neither of the two frames shows it. */
  hidden: boolean;
}

/** What all inputs do together. Frames are numbered from 0 in each clip. */
export interface Clip {
  name: string | null;
  start: number;
  end: number;
  frames: number;
  first_frame: number;
  last_frame: number;
}

export interface Frame {
  clip: number;
  frame: number;
  time: number;
  cut_short: boolean;
  invalid: number[];
  pairs: Pair[];
  between: Crossing[];
}

export interface Episode extends Outcome {
  clip: number;
  /** Its name: that of the bones around it, or of the parts. */
  region: string;
  /** One of a and one of b; null without bones. */
  bones: [string, string] | null;
  /** How far the crossing reaches along the surface. */
  reach: number | null;
  first: number;
  last: number;
  worst_frame: number;
  /** In frames; before `first` if it began between two frames. */
  began: number;
  hidden: boolean;
}

export interface ViewPart {
  part: number;
  positions: (number | null)[];
  triangles: number[];
  marked: number[];
}

export interface View {
  clip: number;
  frame: number;
  time: number;
  a: number;
  b: number;
  whole: boolean;
  parts: ViewPart[];
}

/** Something to know beside the findings. */
export interface Remark {
  kind: string;
  /** Some of the input was not checked. */
  incomplete: boolean;
  count: number;
  text: string;
}

export interface Report {
  mote: string;
  inputs: string[];
  settings: Record<string, string | number | boolean | null | string[]>;
  fps: number;
  /** Of lengths; null if the inputs do not say. */
  unit: string | null;
  clips: Clip[];
  parts: { name: string; vertices: number; triangles: number; closed: boolean }[];
  frames: Frame[];
  episodes: Episode[];
  views: View[];
  remarks: Remark[];
  summary: {
    verdict: "clean" | "passed" | "findings" | "incomplete";
    complete: boolean;
    frames_wanted: number;
    frames_checked: number;
    frames_near: number;
    frames_touch: number;
    frames_penetrate: number;
    findings: number;
    face_pairs: number;
    baseline_face_pairs: number;
    invalid_frames: number;
    unknown_depths: number;
    unfiltered_files: number;
    crossings: number;
    hidden_crossings: number;
    leaps: number;
    deepest: number;
    cut_short: boolean;
    failed: boolean;
    error: string | null;
  };
}

/** A view from the direction that shows most of the touching faces. */
export interface Picture {
  middle: [number, number, number];
  /** The direction towards the camera. */
  from: [number, number, number];
  reach: number;
  /** What is farther than this from the middle towards the camera is cut away; null if nothing is. */
  cut: number | null;
  /** A PNG file in base64. */
  png: string;
}

/** Data for drawing: the up axis, the colors of the parts, and a picture of each view. */
export interface Drawing {
  up: "y" | "z";
  colors: string[];
  pictures: (Picture | null)[];
  /** How many are left out, so that the page stays small. */
  omitted: Record<"pairs" | "frames" | "episodes" | "views", number>;
}

/** One pair of parts over all frames of a clip. */
export interface Track {
  a: number;
  b: number;
  worst: Episode;
  /** By ascending frame. */
  findings: { frame: number; pair: Pair }[];
}

/** A row of the table. */
export interface Finding extends Outcome {
  clip: number;
  /** The worst frame, or the selected one. */
  frame: number;
  first: number;
  last: number;
  began: number;
  /** The names of the regions, where bones are known; else empty. */
  region: string;
  reach: number | null;
  /** The number of the episode; null for a pair of a frame. */
  episode: number | null;
}

const severities: Severity[] = ["near", "touch", "penetrate"];

export function rank(severity: Severity): number {
  return severities.indexOf(severity);
}

export function pairKey(pair: { a: number; b: number }): string {
  return `${pair.a}:${pair.b}`;
}

/** The frames of a clip in which something was found. */
export function framesOf(report: Report, clip: number): Frame[] {
  return report.frames.filter((frame) => frame.clip === clip);
}

/** What no frame shows becomes a pair of the frame after it, with its time. */
export function addHidden(report: Report): Report {
  for (const frame of report.frames)
    for (const { a, b, severity, at, face_pairs, hidden } of frame.between)
      if (hidden) frame.pairs.push({ a, b, severity, relation: "meet", face_pairs, depth: null, cut_short: false, at });
  return report;
}

/** "between 41 and 42, at 41.37". */
export function momentName(at: number): string {
  return `between ${Math.ceil(at) - 1} and ${Math.ceil(at)}, at ${at.toFixed(2)}`;
}

/** Worst first, like the episodes of the report. */
export function tracksOf(report: Report, clip: number): Track[] {
  const tracks = new Map<string, Track>();
  for (const episode of report.episodes) {
    const key = pairKey(episode);
    if (episode.clip === clip && !tracks.has(key)) tracks.set(key, { a: episode.a, b: episode.b, worst: episode, findings: [] });
  }
  for (const frame of framesOf(report, clip))
    for (const pair of frame.pairs) tracks.get(pairKey(pair))?.findings.push({ frame: frame.frame, pair });
  return [...tracks.values()];
}

/** Negative if the first is worse: by severity, then depth, then face pairs, as in the report. */
function compareBadness(a: Outcome, b: Outcome): number {
  return rank(b.severity) - rank(a.severity) || (b.depth ?? 0) - (a.depth ?? 0) || b.face_pairs - a.face_pairs;
}

function findFrame(report: Report, clip: number, frame: number): Frame | undefined {
  return report.frames.find((f) => f.clip === clip && f.frame === frame);
}

/** Worst first: the episodes of all clips, or the pairs of a frame. */
export function findingsOf(report: Report, clip: number, frame: number | null): Finding[] {
  if (frame === null)
    return report.episodes.map((e, i) => ({ ...e, frame: e.worst_frame, region: regionName(e) ?? "", episode: i }));
  const pairs = findFrame(report, clip, frame)?.pairs ?? [];
  return pairs.toSorted(compareBadness).map((pair) => {
    const around = report.episodes.filter(
      (e) => e.clip === clip && e.a === pair.a && e.b === pair.b && e.first <= frame && frame <= e.last,
    );
    const [within] = around;
    const regions = around.map(regionName).filter((name) => name !== null);
    return { ...pair, clip, frame, first: within?.first ?? frame, last: within?.last ?? frame, began: within?.began ?? frame,
      region: [...new Set(regions)].join(", "), reach: null, episode: null };
  });
}

/** Time of a frame in seconds; the last frame is at the end of the clip. */
export function timeOf(report: Report, clip: number, frame: number): number {
  const { start, end } = clipOf(report, clip);
  return findFrame(report, clip, frame)?.time ?? Math.min(start + frame / report.fps, end);
}

export function clipOf(report: Report, clip: number): Clip {
  const found = report.clips[clip];
  if (!found) throw new Error(`the report has no clip ${clip}`);
  return found;
}

export function clipName(report: Report, clip: number): string {
  return report.clips[clip]?.name || `clip ${clip}`;
}

/** "walk, frame 3", or "frame 3" where there is one clip only. */
export function frameName(report: Report, at: { clip: number; frame: number }): string {
  return report.clips.length > 1 ? `${clipName(report, at.clip)}, frame ${at.frame}` : `frame ${at.frame}`;
}

/** Frames of a clip that were asked for, and how many of them were checked: clips are checked one after the other. */
export function countFrames(report: Report, clip: number): { wanted: number; checked: number } {
  let left = report.summary.frames_checked;
  for (const [i, { first_frame, last_frame }] of report.clips.entries()) {
    const wanted = last_frame - first_frame + 1;
    if (i === clip) return { wanted, checked: Math.max(0, Math.min(left, wanted)) };
    left -= wanted;
  }
  return { wanted: 0, checked: 0 };
}

export function partName(report: Report, part: number): string {
  return report.parts[part]?.name || `part ${part}`;
}

export function pairName(report: Report, pair: { a: number; b: number }): string {
  const a = partName(report, pair.a);
  return pair.a === pair.b ? `${a} with itself` : `${a} × ${partName(report, pair.b)}`;
}

/** "LeftUpperArm × Spine2", or one bone if both are the same; null without bones. */
export function regionName(episode: Episode): string | null {
  return episode.bones?.every((bone) => bone !== null) ? [...new Set(episode.bones)].join(" × ") : null;
}

/** A depth, or how far a crossing of unknown depth reaches along the surface. */
export function depthName(outcome: Outcome & { reach?: number | null }): string {
  if (outcome.depth !== null || outcome.severity !== "penetrate") return measure(outcome.depth);
  return outcome.reach ? `along ${measure(outcome.reach)}` : "unknown";
}

/** Reads data that mote check has written into the page. */
export function readData<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
}
