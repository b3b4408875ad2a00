// Messages between the page and the engine. The engine is a worker that holds the library; the page draws.
//
// The page requests a frame with `tick` and receives exactly one reply, `frame` or `unchanged`. So the engine never
// runs ahead, and the page never waits for it. All other commands take effect in the next frame. The arrays of a frame
// are transferred, not copied, and return with the next tick to be filled again.

import type { Costs } from "./engine/face_costs.js";
import type { MethodInfo, OptionInfo, SceneInfo, Stats, Vector, WorldOptions } from "mote-collision";

export type { MethodInfo, OptionInfo, SceneInfo, Stats, Vector, WorldOptions };

/** Rotation as x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

// ------------------------------------------------------------------------------------------------
// Commands of the page

export interface SceneChoice {
  kind: "scene";
  name: string;
  seed: number;
  /** Multiplies all motion per frame; 1 is the scene's default. */
  speed: number;
  /** Requested triangles per body; 0 is the scene's default. */
  detail: number;
}

export interface DroppedFile {
  name: string;
  bytes: Uint8Array;
}

/** Meshes and animated assets, all in one world; or one recording. */
export interface FilesChoice {
  kind: "files";
  files: DroppedFile[];
  /** How several files are placed; absent: as in the files if they are near each other there, else side by side. */
  placement?: Placement;
}

/** As in the files, or side by side and of one size. */
export type Placement = "files" | "beside";

export type SourceChoice = SceneChoice | FilesChoice;

export type Tool = "look" | "move" | "turn" | "pull";

/** Two bodies can be held at once; 0 where a command does not say which hand. */
export type Hand = 0 | 1;

export interface Ray {
  origin: Vector;
  direction: Vector;
}

/** Results that cost time, computed only if they are shown. */
export interface EngineSettings {
  /** Boxes, particles, forces, hints. */
  drawing: boolean;
  areas: boolean;
  /** The closest points of the closest pair of bodies. */
  distance: boolean;
  /** Bodies with a deformer are evaluated on demand, and report which vertices were evaluated. */
  onDemand: boolean;
  /** Every body is also tested against itself, by methods that can. */
  selfCollision: boolean;
  /** Approximate methods are compared with the exact one. */
  recall: boolean;
  /** What bodies run into on the way to the next frame. */
  impacts: boolean;
  /** How often each face was tested. */
  costs: boolean;
}

export interface BounceSettings {
  on: boolean;
  restitution: number;
  gravity: number;
}

export type Command =
  /** The first one. Without a module, the worker fetches the one without threads. */
  | { kind: "load"; module: WebAssembly.Module | null; threads: number }
  | { kind: "open"; source: SourceChoice; frame: number }
  /** One lane or two, each a method with its options, side by side. */
  | { kind: "lanes"; lanes: WorldOptions[] }
  | { kind: "settings"; settings: EngineSettings }
  | { kind: "play"; playing: boolean; /** Frames per tick. */ rate: number }
  | { kind: "seek"; frame: number }
  /** Relative to the frame that was last sought or played, whether the page has shown it or not. */
  | { kind: "step"; by: number }
  | { kind: "clip"; clip: number }
  /**
   * Answered by `grabbed`. `radius` is that of the patch that `pull` moves, in world units. A body that the other hand
   * holds is not grabbed.
   */
  | { kind: "grab"; tool: Tool; ray: Ray; radius: number; hand?: Hand }
  /** Target of the grabbed point. */
  /** Takes a body by its index, as keys do, at a point that faces `eye`; answered by `grabbed`. */
  | { kind: "take"; tool: Tool; body: number; eye: Vector; radius: number; hand?: Hand }
  | { kind: "drag"; to: Vector; hand?: Hand }
  /** Rotates the grabbed body about its center, relative to its current rotation. */
  | { kind: "rotate"; by: Quaternion; hand?: Hand }
  | { kind: "release"; hand?: Hand }
  /** Whether a held face that comes near another one, and nearly parallel, stays flush against it. */
  | { kind: "flush"; on: boolean }
  | { kind: "bounce"; bounce: BounceSettings }
  /** Returns all bodies to the animation of the source. */
  | { kind: "reset" }
  /** Answered by `recording`. */
  | { kind: "record"; frames: "one" | "all" }
  | { kind: "tick"; buffers: ArrayBuffer[] };

// ------------------------------------------------------------------------------------------------
// Events of the engine

export interface Ready {
  kind: "ready";
  version: string;
  methods: readonly MethodInfo[];
  options: readonly OptionInfo[];
  scenes: readonly SceneInfo[];
}

export interface MeshData {
  /** Three coordinates per vertex, at rest. */
  positions: Float32Array<ArrayBuffer>;
  /** Three vertices per face. */
  triangles: Uint32Array<ArrayBuffer>;
}

export interface BodyInfo {
  name: string;
  /** Index of its mesh; bodies may share one. */
  mesh: number;
  /** The color of its material in a file, linear; absent where there is none. */
  color?: Vector;
}

export interface Clip {
  name: string;
  start: number;
  end: number;
}

/** A source replaces the previous one. Frames of earlier sources may still arrive. */
export interface Opened {
  kind: "opened";
  /** True if bodies of the present source were added or removed. */
  sameSource: boolean;
  /** Incremented with every such event; each frame names its session. */
  session: number;
  source: "scene" | "files" | "recording";
  title: string;
  meshes: MeshData[];
  bodies: BodyInfo[];
  frameCount: number;
  clips: Clip[];
  /** True if z is up, false if y is. */
  zUp: boolean;
  /** Bounds of all bodies over a sample of frames. */
  min: Vector;
  max: Vector;
  /** Points of all bodies over a sample of frames, three coordinates each: what the camera shows. */
  outline: Float32Array<ArrayBuffer>;
  /** Size of all bodies in one frame, relative to these bounds; small if the bodies travel far. */
  frameSizeRatio: number;
  /** Why methods cannot run on these bodies, by the name of the method; known before any of them is tried. */
  refusals: Readonly<Record<string, string>>;
  /** How several files were placed; null if there is no choice. */
  placement: Placement | null;
  /** True if some bodies have deformers, so that `onDemand` makes a difference. */
  hasDeformers: boolean;
}

/** Null fields have not changed since the last frame. */
export interface BodyFrame {
  /** Three columns of a rotation and a translation, applied to the positions. */
  transform: Float32Array<ArrayBuffer> | null;
  positions: Float32Array<ArrayBuffer> | null;
  /** One byte per vertex: 0 never evaluated, 1 in an earlier frame, 2 in this frame. */
  touched: Uint8Array<ArrayBuffer> | null;
}

/** Kinds are indices into DRAW_KINDS of mote-collision. */
export interface DrawingData {
  boxKinds: Uint8Array<ArrayBuffer>;
  /** Two corners per box. */
  boxes: Float32Array<ArrayBuffer>;
  pointKinds: Uint8Array<ArrayBuffer>;
  pointBodies: Uint32Array<ArrayBuffer>;
  /** A particle keeps its id over successive frames. */
  pointIds: Uint32Array<ArrayBuffer>;
  points: Float32Array<ArrayBuffer>;
  vectorKinds: Uint8Array<ArrayBuffer>;
  vectorBodies: Uint32Array<ArrayBuffer>;
  /** Six numbers per vector: start and direction. */
  vectors: Float32Array<ArrayBuffer>;
}

export interface ClosestPoints {
  a: number;
  b: number;
  distance: number;
  onA: Vector;
  onB: Vector;
  /** False if it is an estimate of an approximate method. */
  exact: boolean;
}

/** Counted against the exact method, since the source or the method was chosen. */
export interface Recall {
  collidingFrames: number;
  foundFrames: number;
  /** Pairs of bodies, summed over all frames. */
  pairs: number;
  foundPairs: number;
}

/** The result of one method. */
export interface LaneFrame {
  method: string;
  /** Why the method cannot run on these bodies; all other fields are empty then. */
  error: string | null;
  /** True if the exact method has found a pair of bodies in this frame that this one has not. */
  missed: boolean;
  /** True if a body may touch itself, which this method does not look for. */
  ignoresSelf: boolean;
  hash: string;
  /** Number of pairs of bodies that touch. */
  pairs: number;
  facePairs: number;
  /** Three vertices per touching face; those of body i from hitStarts[i] to hitStarts[i + 1]. */
  hits: Uint32Array<ArrayBuffer>;
  hitStarts: Uint32Array<ArrayBuffer>;
  /** Seven numbers per contact: point, normal, depth. */
  contacts: Float32Array<ArrayBuffer>;
  /** Two points per segment. */
  segments: Float32Array<ArrayBuffer>;
  drawing: DrawingData | null;
  /** For each body the area of each vertex; null if there are none or they have not changed. */
  areas: (Uint32Array<ArrayBuffer> | null)[];
  /** Faces by how often they were tested; null if not asked for, or if the method does not test pairs of faces. */
  costs: Costs | null;
  closest: ClosestPoints | null;
  recall: Recall | null;
  stats: Stats;
}

/** What bodies run into on the way from a frame to the next, on straight lines. */
export interface Impacts {
  /** Four numbers per impact: where it is, and its time, from 0 in this frame to 1 in the next. */
  points: Float32Array<ArrayBuffer>;
  /** Two corners for the box around the way of each body. */
  boxes: Float32Array<ArrayBuffer>;
  /** The first two bodies that meet and do not touch in this frame yet; null if there are none. */
  first: { a: number; b: number; time: number; point: Vector } | null;
}

export interface Frame {
  kind: "frame";
  session: number;
  frame: number;
  /** Number of frames of the source, or of the clip being played. */
  frameCount: number;
  playing: boolean;
  bodies: BodyFrame[];
  lanes: LaneFrame[];
  /** Null if not asked for, in the last frame, and while bodies follow no animation. */
  impacts: Impacts | null;
  /** Center of the box around all bodies. */
  center: Vector;
  /** True if some body no longer follows the animation of the source. */
  hasDetachedBodies: boolean;
  bouncing: boolean;
  /** Speed change of the strongest impact in this frame, in scene sizes per frame; 0 if there is none. */
  impulse: number;
}

export interface Grabbed {
  kind: "grabbed";
  /** Null if the ray hits no body. */
  hit: { body: number; point: Vector } | null;
}

export type EngineEvent =
  | Ready
  /** How many threads detect; sent before `ready`, and again when there are fewer. */
  | { kind: "threads"; count: number }
  | Opened
  | Frame
  | { kind: "unchanged" }
  | Grabbed
  | { kind: "recording"; name: string; bytes: Uint8Array<ArrayBuffer> }
  /**
   * `what` names the file, the scene or the command. `opening` is true if a source could not be opened; the engine then
   * keeps the previous one.
   */
  | { kind: "failed"; what: string; message: string; opening: boolean };
