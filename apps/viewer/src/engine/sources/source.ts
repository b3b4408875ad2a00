// Where bodies come from: a built-in scene, files, or a recording.

import type { Body, Mesh, Mote, Report, World, WorldOptions } from "mote-collision";
import type { BodyInfo, Clip, MeshData, Opened } from "../../protocol.js";
import type { Box } from "../bounds.js";
import type { Transform } from "../transform.js";

/** How bodies are added to a world. */
export interface AddOptions {
  onDemand: boolean;
  selfCollision: boolean;
}

/** The bodies of a source in one world, which one method looks at. */
export interface Performance {
  readonly world: World;
  /** In the order of the source. */
  readonly bodies: readonly Body[];
  /** Moves all bodies but those in `held` to where they are in a frame. */
  show(clip: number, frame: number, held: ReadonlySet<number>): void;
  detect(): Report;
  dispose(): void;
}

/** Bodies whose place and form are known in every frame. */
export interface Source {
  readonly kind: Opened["source"];
  readonly title: string;
  readonly bodies: readonly BodyInfo[];
  readonly meshes: readonly MeshData[];
  readonly clips: readonly Clip[];
  readonly zUp: boolean;
  readonly canOnDemand: boolean;
  /** It is about bodies that meet themselves. */
  readonly meetsItself: boolean;
  /** Of all bodies over some frames. */
  readonly bounds: Box;
  /** The size of all bodies in one frame, as a part of the size of that. */
  readonly part: number;
  frameCount(clip: number): number;
  /** Of a body that never changes its form: where it is. Null of others, whose positions are those of the world. */
  transform(index: number, clip: number, frame: number): Transform | null;
  /** Bodies of a source that comes and goes may be others now: true if they are, and then all of the above has changed. */
  adopt?(bodies: readonly Body[]): boolean;
  perform(mote: Mote, world: WorldOptions, options: AddOptions): Performance;
  dispose(): void;
}

/** Copies, to be handed over to the page. */
export function meshData(mesh: Mesh): MeshData {
  return { positions: mesh.positions.slice(), triangles: mesh.triangles.slice() };
}
