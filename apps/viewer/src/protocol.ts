// What the page and the engine say to each other. The engine is a worker that holds the library; the page draws.
//
// The page asks for a frame with `tick` and gets exactly one answer, `frame` or `same`: so the engine never runs
// ahead, and the page never waits for it. All other orders are obeyed at the next tick. Arrays of a frame are handed
// over, not copied, and go back with the next tick to be filled again.

import type { MethodInfo, SceneInfo, Stats, Vector, WorldOptions } from "mote-collision";

export type { MethodInfo, SceneInfo, Stats, Vector, WorldOptions };

/** Rotation as x, y, z, w. */
export type Quaternion = readonly [number, number, number, number];

// ------------------------------------------------------------------------------------------------
// Orders of the page

export interface SceneChoice {
  kind: "scene";
  name: string;
  seed: number;
  /** 1 is the scene's own; scales all motion per frame. */
  motion: number;
  /** Triangles wanted of each body; 0 is the scene's own. */
  detail: number;
}

export interface DroppedFile {
  name: string;
  bytes: Uint8Array;
}

/** Meshes, animated assets, or one recording; bodies of all files meet in one place. */
export interface FilesChoice {
  kind: "files";
  files: DroppedFile[];
}

export type SourceChoice = SceneChoice | FilesChoice;

export type Tool = "look" | "move" | "turn" | "pull";

export interface Ray {
  origin: Vector;
  direction: Vector;
}

/** What costs the engine something, and is made only if it is looked at. */
export interface Wishes {
  /** Boxes, particles, forces, hints. */
  drawing: boolean;
  areas: boolean;
  /** Closest points of the pair of bodies below. */
  distance: boolean;
  /** Bodies that have a deformer are evaluated on demand, and tell which vertices were. */
  onDemand: boolean;
  /** Bodies also against themselves, by methods that can. */
  selfCollision: boolean;
  /** Approximate methods are compared with the exact one. */
  recall: boolean;
}

export interface Bouncing {
  on: boolean;
  restitution: number;
  gravity: number;
}

export type Order =
  | { kind: "open"; source: SourceChoice; frame: number }
  /** One lane, or two side by side: a method and its options each. */
  | { kind: "lanes"; lanes: WorldOptions[] }
  | { kind: "wishes"; wishes: Wishes }
  | { kind: "play"; playing: boolean; /** Frames a tick. */ rate: number }
  | { kind: "seek"; frame: number }
  | { kind: "clip"; clip: number }
  /** Answered by `grasped`. `radius` is that of the patch which `pull` moves, in units of the world. */
  | { kind: "grasp"; tool: Tool; ray: Ray; radius: number }
  /** Where the grasped point is to be. */
  | { kind: "drag"; to: Vector }
  /** Turns the grasped body about its middle, beyond how it is turned now. */
  | { kind: "rotate"; by: Quaternion }
  | { kind: "release" }
  | { kind: "bounce"; bouncing: Bouncing }
  /** All bodies are again as the source has them. */
  | { kind: "reset" }
  /** Answered by `recording`. */
  | { kind: "record" }
  | { kind: "tick"; used: ArrayBuffer[] };

// ------------------------------------------------------------------------------------------------
// Answers of the engine

export interface Ready {
  kind: "ready";
  version: string;
  methods: readonly MethodInfo[];
  scenes: readonly SceneInfo[];
}

export interface MeshData {
  /** Three coordinates a vertex, at rest. */
  positions: Float32Array<ArrayBuffer>;
  /** Three vertices a face. */
  triangles: Uint32Array<ArrayBuffer>;
}

export interface BodyInfo {
  name: string;
  /** Number of its mesh; bodies may share one. */
  mesh: number;
}

export interface Clip {
  name: string;
  start: number;
  end: number;
}

/** A source is there, in place of the last one. Frames of earlier sources may still be on their way. */
export interface Opened {
  kind: "opened";
  /** The same source: some of its bodies have come or gone. */
  again: boolean;
  /** Counts sources; each frame names its own. */
  session: number;
  source: "scene" | "files" | "recording";
  title: string;
  meshes: MeshData[];
  bodies: BodyInfo[];
  frameCount: number;
  clips: Clip[];
  /** Else y is. */
  zUp: boolean;
  /** Of all bodies over the frames that were looked at. */
  min: Vector;
  max: Vector;
  /** How large all bodies in one frame are, as a part of that; small where they travel far. */
  part: number;
  /** Some bodies have deformers, so that `onDemand` makes a difference. */
  canOnDemand: boolean;
}

/** Null where nothing has changed since the last frame. */
export interface BodyFrame {
  /** Columns of a rotation and a translation, applied after positions. */
  transform: Float32Array<ArrayBuffer> | null;
  positions: Float32Array<ArrayBuffer> | null;
  /** One byte a vertex: 0 never evaluated, 1 earlier, 2 in this frame. */
  touched: Uint8Array<ArrayBuffer> | null;
}

/** Kinds are indices into DRAW_KINDS of mote-collision. */
export interface DrawingData {
  boxKinds: Uint8Array<ArrayBuffer>;
  /** Two corners a box. */
  boxes: Float32Array<ArrayBuffer>;
  pointKinds: Uint8Array<ArrayBuffer>;
  pointBodies: Uint32Array<ArrayBuffer>;
  /** The same number in successive frames: the same particle. */
  pointIds: Uint32Array<ArrayBuffer>;
  points: Float32Array<ArrayBuffer>;
  vectorKinds: Uint8Array<ArrayBuffer>;
  vectorBodies: Uint32Array<ArrayBuffer>;
  /** Six numbers: where, and which way. */
  vectors: Float32Array<ArrayBuffer>;
}

export interface ClosestPoints {
  a: number;
  b: number;
  distance: number;
  onA: Vector;
  onB: Vector;
  /** True of the exact methods; of others it is their estimate. */
  exact: boolean;
}

/** Against the exact method, since the source or the method was chosen. */
export interface Recall {
  collidingFrames: number;
  foundFrames: number;
  /** Of bodies, over all frames. */
  pairs: number;
  foundPairs: number;
}

/** What one method found. */
export interface LaneFrame {
  method: string;
  /** Why the method does nothing here; all else is empty then. */
  refused: string | null;
  hash: string;
  /** Pairs of bodies that meet. */
  pairs: number;
  facePairs: number;
  /** Three vertices for each face that meets another; those of body i from hitStarts[i] to hitStarts[i + 1]. */
  hits: Uint32Array<ArrayBuffer>;
  hitStarts: Uint32Array<ArrayBuffer>;
  /** Seven numbers a contact: point, normal, depth. */
  contacts: Float32Array<ArrayBuffer>;
  /** Two points a segment. */
  segments: Float32Array<ArrayBuffer>;
  drawing: DrawingData | null;
  /** Of each body: the area of each vertex; null where there are none or they are as before. */
  areas: (Uint32Array<ArrayBuffer> | null)[];
  closest: ClosestPoints | null;
  recall: Recall | null;
  stats: Stats;
}

export interface Frame {
  kind: "frame";
  session: number;
  frame: number;
  /** Of the source, or of the clip that is played. */
  frameCount: number;
  playing: boolean;
  bodies: BodyFrame[];
  lanes: LaneFrame[];
  /** Of the box around all bodies. */
  middle: Vector;
  /** Some body is no longer where the source has it. */
  touchedByHand: boolean;
  bouncing: boolean;
  /** Of the strongest impact in this frame; 0 without. In units of mass times length a frame, over the mass of a body. */
  impulse: number;
}

export interface Grasped {
  kind: "grasped";
  /** Null: the ray meets nothing. */
  hit: { body: number; point: Vector } | null;
}

export type Answer =
  | Ready
  | Opened
  | Frame
  | { kind: "same" }
  | Grasped
  | { kind: "recording"; name: string; bytes: Uint8Array<ArrayBuffer> }
  /** `what` names the file, the scene or the order, `opening` if that is what failed; what was there before goes on. */
  | { kind: "failed"; what: string; message: string; opening: boolean };
