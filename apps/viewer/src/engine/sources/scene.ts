// A built-in scene.

import type { Mote, Scene, WorldOptions } from "mote-collision";
import type { BodyInfo, MeshData, SceneChoice } from "../../protocol.js";
import { diagonal, emptyBox, expand, union, type Box } from "../bounds.js";
import type { Transform } from "../transform.js";
import { AnimatedWorld, meshData, type AddOptions, type Source, type SourceWorld } from "./source.js";

/** Frames that are sampled to find the bounds of the scene: fewer for large scenes. */
const MIN_SAMPLES = 5;
const MAX_SAMPLES = 13;
const MAX_SAMPLED_VERTICES = 500_000;

const MAX_OUTLINE_POINTS = 6000;

const SELF_COLLISION = { none: false, source: "scene", all: true } as const;

export class SceneSource implements Source {
  readonly kind = "scene";
  readonly title: string;
  readonly bodies: readonly BodyInfo[];
  readonly meshes: readonly MeshData[];
  readonly clips = [];
  readonly zUp: boolean;
  readonly hasDeformers: boolean;
  readonly bounds: Box;
  readonly outline: Float32Array<ArrayBuffer>;
  readonly frameSizeRatio: number;
  readonly #scene: Scene;

  constructor(mote: Mote, { name, seed, speed, detail }: SceneChoice) {
    this.#scene = mote.openScene(name, { seed, speed, detail });
    this.title = name;
    this.zUp = this.#scene.up === "z";
    try {
      const { bodies, meshes } = listBodies(this.#scene);
      this.bodies = bodies;
      this.meshes = meshes;
      this.hasDeformers = bodies.some((_, i) => this.#scene.hasDeformer(i));
      const { boxes: samples, outline } = sampleFrames(this.#scene, vertexCount(this));
      this.outline = outline;
      this.bounds = samples.reduce(union);
      this.frameSizeRatio = Math.max(...samples.map(diagonal)) / diagonal(this.bounds);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  frameCount(): number {
    return this.#scene.frameCount;
  }

  createWorld(mote: Mote, options: WorldOptions, add: AddOptions): SourceWorld {
    return new AnimatedWorld(
      mote.createWorld(options),
      (world) => this.#scene.addTo(world, { onDemand: add.onDemand, selfCollision: SELF_COLLISION[add.selfCollision] }),
      (index, body, _clip, frame) => this.#scene.showBody(index, frame, body),
    );
  }

  transform(index: number, _clip: number, frame: number): Transform | null {
    return this.#scene.isRigid(index) ? [...this.#scene.transform(index, frame)] : null;
  }

  dispose(): void {
    this.#scene.dispose();
  }
}

/** Bodies of one model share a mesh, recognized by its address. */
function listBodies(scene: Scene): { bodies: BodyInfo[]; meshes: MeshData[] } {
  const bodies: BodyInfo[] = [];
  const meshes: MeshData[] = [];
  const meshOfAddress = new Map<number, number>();
  for (let i = 0; i < scene.bodyCount; i++) {
    const mesh = scene.mesh(i);
    const address = mesh.positions.byteOffset;
    if (!meshOfAddress.has(address)) meshOfAddress.set(address, meshes.push(meshData(mesh)) - 1);
    bodies.push({ name: scene.bodyName(i), mesh: meshOfAddress.get(address)! });
    mesh.dispose();
  }
  return { bodies, meshes };
}

function vertexCount({ bodies, meshes }: Source): number {
  return bodies.reduce((sum, body) => sum + meshes[body.mesh]!.positions.length / 3, 0);
}

/** Boxes around all bodies in a sample of frames, including the first and the last, and points of the bodies. */
function sampleFrames(scene: Scene, vertices: number): { boxes: Box[]; outline: Float32Array<ArrayBuffer> } {
  const length = Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, Math.floor(MAX_SAMPLED_VERTICES / vertices)));
  const stride = Math.max(1, Math.ceil((length * vertices) / MAX_OUTLINE_POINTS));
  const points: number[] = [];
  let next = 0; // vertices until the next point
  const boxes = Array.from({ length }, (_, sample) => {
    const box = emptyBox();
    const frame = Math.floor((sample * (scene.frameCount - 1)) / (length - 1));
    for (let body = 0; body < scene.bodyCount; body++) {
      const positions = scene.positions(body, frame);
      expand(box, positions);
      for (; 3 * next < positions.length; next += stride) points.push(...positions.subarray(3 * next, 3 * next + 3));
      next -= positions.length / 3;
    }
    return box;
  });
  return { boxes, outline: Float32Array.from(points) };
}
