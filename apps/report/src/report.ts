// The report of mote check, as described in docs/check.md, and what the page derives from it.

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
}

export interface Frame {
  frame: number;
  time: number;
  cut_short: boolean;
  invalid: number[];
  pairs: Pair[];
}

export interface Episode extends Outcome {
  first: number;
  last: number;
  worst_frame: number;
}

export interface ViewPart {
  part: number;
  positions: (number | null)[];
  triangles: number[];
  marked: number[];
}

export interface View {
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
  settings: Record<string, string | number | boolean | null>;
  clip: string | null;
  start: number;
  end: number;
  fps: number;
  first_frame: number;
  last_frame: number;
  parts: { name: string; vertices: number; triangles: number; closed: boolean }[];
  frames: Frame[];
  episodes: Episode[];
  views: View[];
  remarks: Remark[];
  summary: {
    verdict: "clean" | "passed" | "findings" | "incomplete";
    complete: boolean;
    frames_checked: number;
    frames_near: number;
    frames_touch: number;
    frames_penetrate: number;
    findings: number;
    face_pairs: number;
    baseline_face_pairs: number;
    invalid_frames: number;
    unknown_depths: number;
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
  /** A PNG file in base64. */
  png: string;
}

/** Data for drawing: the up axis, the colors of the parts, and a picture of each view. */
export interface Drawing {
  up: "y" | "z";
  colors: string[];
  pictures: (Picture | null)[];
}

/** One pair of parts over all frames. */
export interface Track {
  a: number;
  b: number;
  worst: Episode;
  /** By ascending frame. */
  findings: { frame: number; pair: Pair }[];
}

/** A row of the table. */
export interface Finding extends Outcome {
  /** The worst frame, or the selected one. */
  frame: number;
  first: number;
  last: number;
}

const severities: Severity[] = ["near", "touch", "penetrate"];

export function rank(severity: Severity): number {
  return severities.indexOf(severity);
}

export function pairKey(pair: { a: number; b: number }): string {
  return `${pair.a}:${pair.b}`;
}

/** Worst first, like the episodes of the report. */
export function tracksOf(report: Report): Track[] {
  const tracks = new Map<string, Track>();
  for (const episode of report.episodes) {
    const key = pairKey(episode);
    if (!tracks.has(key)) tracks.set(key, { a: episode.a, b: episode.b, worst: episode, findings: [] });
  }
  for (const frame of report.frames)
    for (const pair of frame.pairs) tracks.get(pairKey(pair))?.findings.push({ frame: frame.frame, pair });
  return [...tracks.values()];
}

/** Negative if the first is worse: by severity, then depth, then face pairs, as in the report. */
function compareBadness(a: Outcome, b: Outcome): number {
  return rank(b.severity) - rank(a.severity) || (b.depth ?? 0) - (a.depth ?? 0) || b.face_pairs - a.face_pairs;
}

/** Worst first: the episodes, or the pairs of a frame. */
export function findingsOf(report: Report, frame: number | null): Finding[] {
  if (frame === null) return report.episodes.map((episode) => ({ ...episode, frame: episode.worst_frame }));
  const pairs = report.frames.find((f) => f.frame === frame)?.pairs ?? [];
  return pairs.toSorted(compareBadness).map((pair) => {
    const within = report.episodes.find(
      (e) => e.a === pair.a && e.b === pair.b && e.first <= frame && frame <= e.last,
    );
    return { ...pair, frame, first: within?.first ?? frame, last: within?.last ?? frame };
  });
}

/** Time of a frame in seconds; the last frame is at the end of the animation. */
export function timeOf(report: Report, frame: number): number {
  return report.frames.find((f) => f.frame === frame)?.time ?? Math.min(report.start + frame / report.fps, report.end);
}

export function partName(report: Report, part: number): string {
  return report.parts[part]?.name || `part ${part}`;
}

export function pairName(report: Report, pair: { a: number; b: number }): string {
  const a = partName(report, pair.a);
  return pair.a === pair.b ? `${a} with itself` : `${a} × ${partName(report, pair.b)}`;
}

/** Reads data that mote check has written into the page. */
export function readData<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
}
