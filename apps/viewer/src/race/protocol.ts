// Messages between the page of the race and its two workers, one for each library. The page asks for one frame at a time.

import type { BodyInfo, MeshData, Vector } from "../protocol.js";
import type { Hits } from "../engine/hit_faces.js";

export type RaceCommand =
  | { kind: "open"; scene: string }
  /** `buffers` are those of earlier frames, to be filled again. */
  | { kind: "frame"; frame: number; buffers: ArrayBuffer[] };

export interface RaceOpened {
  kind: "opened";
  scene: string;
  library: string;
  /** What the library takes to be ready for the first frame: trees, clusters. */
  setupMs: number;
  frameCount: number;
  meshes: MeshData[];
  bodies: BodyInfo[];
  zUp: boolean;
  min: Vector;
  max: Vector;
  outline: Float32Array<ArrayBuffer>;
}

export interface RaceFrame extends Hits {
  kind: "frame";
  scene: string;
  frame: number;
  ms: number;
  /** Two faces per pair, sorted by the first and then by the second. */
  facePairs: Uint32Array<ArrayBuffer>;
  positions: Float32Array<ArrayBuffer>[];
}

export type RaceEvent = RaceOpened | RaceFrame | { kind: "failed"; message: string };
