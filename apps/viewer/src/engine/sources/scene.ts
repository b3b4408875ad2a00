// A built-in scene.

import type { Mote, Scene, WorldOptions } from "mote-collision";
import type { BodyInfo, MeshData, SceneChoice } from "../../protocol.js";
import { emptyBox, grow, join, sizeOf, type Box } from "../bounds.js";
import type { Transform } from "../transform.js";
import { MovedBodies } from "./moved_bodies.js";
import { meshData, type AddOptions, type Performance, type Source } from "./source.js";

/** Frames that are looked at to know how much room the scene takes: fewer of large scenes, which take their time. */
const LEAST_LOOKS = 5;
const MOST_LOOKS = 13;
const VERTICES_LOOKED_AT = 500_000;

/** Scenes whose bodies stand in the plane of x and y, as written; in all others z is up. */
const LETTERS = /^(letters|senin)-/;

export class SceneSource implements Source {
  readonly kind = "scene";
  readonly title: string;
  readonly bodies: readonly BodyInfo[];
  readonly meshes: readonly MeshData[];
  readonly clips = [];
  readonly zUp: boolean;
  readonly canOnDemand: boolean;
  readonly meetsItself: boolean;
  readonly bounds: Box;
  readonly part: number;
  readonly #scene: Scene;

  constructor(mote: Mote, choice: SceneChoice) {
    const { name, seed, motion, detail } = choice;
    this.#scene = mote.openScene(name, { seed, speed: motion, detail });
    this.title = name;
    this.zUp = !LETTERS.test(name);
    this.meetsItself = name === "self-fold";
    try {
      const { bodies, meshes } = listBodies(this.#scene);
      this.bodies = bodies;
      this.meshes = meshes;
      this.canOnDemand = bodies.some((_, i) => this.#scene.hasDeformer(i));
      const looks = looksAt(this.#scene, vertexCount(this));
      this.bounds = looks.reduce(join);
      this.part = Math.max(...looks.map(sizeOf)) / sizeOf(this.bounds);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  frameCount(): number {
    return this.#scene.frameCount;
  }

  perform(mote: Mote, options: WorldOptions, add: AddOptions): Performance {
    return new MovedBodies(
      mote.createWorld(options),
      (world) => this.#scene.addTo(world, add),
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

/** Bodies of one model share a mesh, told by where it is in memory. */
function listBodies(scene: Scene): { bodies: BodyInfo[]; meshes: MeshData[] } {
  const bodies: BodyInfo[] = [];
  const meshes: MeshData[] = [];
  const numbers = new Map<number, number>();
  for (let i = 0; i < scene.bodyCount; i++) {
    const mesh = scene.mesh(i);
    const address = mesh.positions.byteOffset;
    if (!numbers.has(address)) numbers.set(address, meshes.push(meshData(mesh)) - 1);
    bodies.push({ name: scene.bodyName(i), mesh: numbers.get(address)! });
    mesh.dispose();
  }
  return { bodies, meshes };
}

function vertexCount({ bodies, meshes }: Source): number {
  return bodies.reduce((sum, body) => sum + meshes[body.mesh]!.positions.length / 3, 0);
}

/** Boxes around all bodies in some frames, the first and the last among them. */
function looksAt(scene: Scene, vertices: number): Box[] {
  const length = Math.max(LEAST_LOOKS, Math.min(MOST_LOOKS, Math.floor(VERTICES_LOOKED_AT / vertices)));
  return Array.from({ length }, (_, look) => {
    const box = emptyBox();
    const frame = Math.floor((look * (scene.frameCount - 1)) / (length - 1));
    for (let body = 0; body < scene.bodyCount; body++) grow(box, scene.positions(body, frame));
    return box;
  });
}
