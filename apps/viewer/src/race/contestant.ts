// One library in its worker: opens a built-in scene, and finds the face pairs of a frame whenever the page asks. Both workers
// take the positions from the scene in the same way; this is not timed.

import type { Mote, Scene } from "mote-collision";
import { load } from "mote-collision/slim";
import { BufferPool, transferablesOf } from "../engine/buffer_pool.js";
import { messageOf } from "../engine/errors.js";
import { HitFaces } from "../engine/hit_faces.js";
import { SceneSource } from "../engine/sources/scene.js";
import type { MeshData } from "../protocol.js";
import type { RaceCommand, RaceEvent, RaceFrame, RaceOpened } from "./protocol.js";

export interface Contestant {
  /** Takes the positions of both bodies and finds all face pairs. Only this is timed. */
  detect(positions: readonly Float32Array<ArrayBuffer>[]): void;
  /** Of the last call, sorted. */
  facePairs(): Uint32Array<ArrayBuffer>;
  dispose(): void;
}

/** `meshes` has one per body. */
export type CreateContestant = (mote: Mote, meshes: readonly MeshData[]) => Contestant;

/** The scope of a worker; TypeScript types `self` as that of a page. */
const scope = self as unknown as {
  postMessage(message: RaceEvent, transfer: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<RaceCommand>) => void) | null;
};

function timed(call: () => void): number {
  const start = performance.now();
  call();
  return performance.now() - start;
}

class Course {
  readonly #scene: Scene;
  readonly #contestant: Contestant;
  readonly #hits: HitFaces;
  readonly #pool = new BufferPool();
  readonly opened: RaceOpened;

  constructor(mote: Mote, name: string, library: string, create: CreateContestant) {
    const source = new SceneSource(mote, { kind: "scene", name, seed: 1, speed: 1, detail: 0 });
    const { meshes, bodies, zUp, bounds, outline } = source;
    source.dispose();
    this.#scene = mote.openScene(name);
    let contestant!: Contestant;
    const setupMs = timed(() => (contestant = create(mote, bodies.map((body) => meshes[body.mesh]!))));
    this.#contestant = contestant;
    this.#hits = new HitFaces(meshes, bodies);
    const { frameCount } = this.#scene;
    this.opened = {
      kind: "opened", scene: name, library, setupMs, frameCount, meshes: [...meshes], bodies: [...bodies], zUp, outline, ...bounds,
    };
  }

  run(frame: number, buffers: readonly ArrayBuffer[]): RaceFrame {
    this.#pool.recycle(buffers);
    const positions = [0, 1].map((body) => this.#pool.copyFloats(this.#scene.positions(body, frame)));
    const ms = timed(() => this.#contestant.detect(positions));
    const facePairs = this.#contestant.facePairs();
    return { kind: "frame", scene: this.opened.scene, frame, ms, facePairs, positions, ...this.#hits.ofTwo(facePairs, this.#pool) };
  }

  dispose(): void {
    this.#contestant.dispose();
    this.#scene.dispose();
  }
}

/** Answers the page, until it closes the worker. */
export async function compete(library: (mote: Mote) => string, create: CreateContestant): Promise<void> {
  const early: RaceCommand[] = [];
  scope.onmessage = (event) => void early.push(event.data);
  let course: Course | null = null;
  const handle = (mote: Mote, command: RaceCommand): RaceEvent | null => {
    if (command.kind === "frame") return course?.run(command.frame, command.buffers) ?? null;
    course?.dispose();
    course = new Course(mote, command.scene, library(mote), create);
    return course.opened;
  };
  try {
    const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
    const answer = (command: RaceCommand) => {
      const event = handle(mote, command);
      if (event) scope.postMessage(event, event.kind === "frame" ? transferablesOf(event) : []);
    };
    scope.onmessage = (event) => answer(event.data);
    early.forEach(answer);
  } catch (error) {
    scope.postMessage({ kind: "failed", message: messageOf(error) }, []);
  }
}
