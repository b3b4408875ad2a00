// Where bodies come from: a built-in scene, files, or a recording.

import type { Body, Mesh, Mote, Report, World, WorldOptions } from "mote-collision";
import type { BodyInfo, Clip, MeshData, Opened, Placement } from "../../protocol.js";
import type { Box } from "../bounds.js";
import type { Transform } from "../transform.js";

/** How bodies are added to a world. */
export interface AddOptions {
  onDemand: boolean;
  /** Which bodies are also tested against themselves; "source": those that the source is about. */
  selfCollision: "none" | "source" | "all";
}

/** The bodies of a source in a world of their own, which one method detects in. */
export interface SourceWorld {
  readonly world: World;
  /** In the order of the source. */
  readonly bodies: readonly Body[];
  /** Moves all bodies to a frame, except those in `detached`. */
  showFrame(clip: number, frame: number, detached: ReadonlySet<number>): void;
  detect(): Report;
  dispose(): void;
}

/** Bodies whose place and shape are known in every frame. */
export interface Source {
  readonly kind: Opened["source"];
  readonly title: string;
  readonly bodies: readonly BodyInfo[];
  readonly meshes: readonly MeshData[];
  readonly clips: readonly Clip[];
  readonly zUp: boolean;
  readonly hasDeformers: boolean;
  /** Bounds of all bodies over a sample of frames. */
  readonly bounds: Box;
  /** Points of all bodies over a sample of frames, three coordinates each. */
  readonly outline: Float32Array<ArrayBuffer>;
  /** Size of all bodies in one frame, relative to `bounds`. */
  readonly frameSizeRatio: number;
  /** How several files are placed; absent if there is no choice. */
  readonly placement?: Placement;
  frameCount(clip: number): number;
  /** The place of a rigid body. Null for a body that deforms, whose positions are in the world. */
  transform(index: number, clip: number, frame: number): Transform | null;
  /**
   * Only for sources that add and remove bodies. Compares with the bodies that exist now. Returns true if they differ;
   * then all properties above have changed.
   */
  updateBodies?(bodies: readonly Body[]): boolean;
  createWorld(mote: Mote, world: WorldOptions, options: AddOptions): SourceWorld;
  dispose(): void;
}

/** Moves a body to where it is in a frame. */
type ShowBody = (index: number, body: Body, clip: number, frame: number) => void;

/** A world in which any frame can be shown at any time. */
export class AnimatedWorld implements SourceWorld {
  readonly bodies: readonly Body[];

  /** Takes ownership of the world, even if adding bodies fails. */
  constructor(
    readonly world: World,
    add: (world: World) => Body[],
    private readonly showBody: ShowBody,
  ) {
    try {
      this.bodies = add(world);
    } catch (error) {
      world.dispose();
      throw error;
    }
  }

  showFrame(clip: number, frame: number, detached: ReadonlySet<number>): void {
    this.bodies.forEach((body, i) => {
      if (!detached.has(i)) this.showBody(i, body, clip, frame);
    });
  }

  detect(): Report {
    return this.world.detect();
  }

  dispose(): void {
    this.world.dispose();
  }
}

/** Copies the arrays of a mesh for the page. */
export function meshData(mesh: Mesh): MeshData {
  return { positions: mesh.positions.slice(), triangles: mesh.triangles.slice() };
}
