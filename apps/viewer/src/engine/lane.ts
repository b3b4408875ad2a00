// One method running on the bodies of the source.

import type { Body, Mote, Report, WorldOptions } from "mote-collision";
import type { Recall } from "../protocol.js";
import { isExpected, messageOf } from "./errors.js";
import { FaceCosts, METHODS_WITH_COSTS, type Costs } from "./face_costs.js";
import type { Box } from "./bounds.js";
import type { BufferPool } from "./buffer_pool.js";
import { HitFaces } from "./hit_faces.js";
import type { AddOptions, Source, SourceWorld } from "./sources/source.js";

export class Lane {
  readonly method: string;
  readonly exact: boolean;
  /** The method accepts any shape of a body, so its world can represent the bodies of all lanes. */
  readonly deforms: boolean;
  readonly #findsSelf: boolean;
  readonly #bodyCount: number;
  #sawSelf = false;
  #sourceWorld: SourceWorld | null = null;
  #error: string | null = null;
  #hits: HitFaces;
  readonly #tolerance: number;
  #createCosts: () => FaceCosts;
  /** Null until costs are asked for. */
  #costs: FaceCosts | null = null;
  #report: Report | null = null;
  #recall: Recall | null = null;
  #missed = false;

  constructor(mote: Mote, source: Source, options: WorldOptions, add: AddOptions) {
    this.method = options.method ?? "hybrid";
    const abilities = mote.methods.find((info) => info.name === this.method)?.abilities ?? [];
    this.exact = abilities.includes("exact");
    this.deforms = abilities.includes("deforming");
    this.#findsSelf = abilities.includes("self");
    this.#bodyCount = source.bodies.length;
    this.#hits = new HitFaces(source.meshes, source.bodies);
    this.#createCosts = () => new FaceCosts(source.meshes, source.bodies);
    this.#tolerance = options.tolerance ?? 0;
    const selfCollision = this.#findsSelf ? add.selfCollision : "none";
    this.#try(() => (this.#sourceWorld = source.createWorld(mote, options, { ...add, selfCollision })));
  }

  /** The result of the last detection; null if it failed. */
  get report(): Report | null {
    return this.#report;
  }

  /** Null once the method has failed. */
  get sourceWorld(): SourceWorld | null {
    return this.#sourceWorld;
  }

  /** Why the method cannot run on these bodies. */
  get error(): string | null {
    return this.#error;
  }

  get hits(): HitFaces {
    return this.#hits;
  }

  /** Null if nothing was compared. */
  get recall(): Recall | null {
    return this.#recall;
  }

  /** Runs an action on the world. If the method rejects it, the lane gives up its world and keeps the error. */
  run(action: (world: SourceWorld) => void): void {
    const world = this.#sourceWorld;
    if (!world || this.#try(() => action(world))) return;
    this.#sourceWorld = null;
    this.#report = null;
    world.dispose();
  }

  runOnBody(index: number, action: (body: Body) => void): void {
    this.run(({ bodies }) => {
      const body = bodies[index];
      if (body) action(body);
    });
  }

  /** The library rejects bodies, the JavaScript package rejects malformed options, which a link may contain. */
  #try(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.#error = messageOf(error);
      return false;
    }
  }

  /** How often each face was tested in the last detection; null if the method has no such tests. */
  collectCosts(boxes: readonly Box[], pool: BufferPool): Costs | null {
    const { bodies } = this.#sourceWorld ?? {};
    if (!bodies || !METHODS_WITH_COSTS.includes(this.method)) return null;
    this.#costs ??= this.#createCosts();
    return this.#costs.collect((body) => bodies[body]!.present(), boxes, this.#tolerance, pool);
  }

  detect(): Report | null {
    this.#report = null;
    this.run((world) => (this.#report = world.detect()));
    return this.#report;
  }

  /** A body touches itself, or is alone, and the method does not look for that. */
  get ignoresSelf(): boolean {
    return !this.#findsSelf && (this.#bodyCount === 1 || this.#sawSelf);
  }

  /** The last comparison has found a pair that this method has not. */
  get missed(): boolean {
    return this.#missed;
  }

  /** Counts how much of the reference result the last detection of an approximate method has found. */
  compareWith(reference: Report | null): void {
    if (this.exact || !reference || !this.#report) return;
    const touching = touchingPairs(reference);
    const isSelf = (pair: string) => pair.split(" ")[0] === pair.split(" ")[1];
    this.#sawSelf ||= !this.#findsSelf && [...touching].some(isSelf);
    const expected = new Set(this.#findsSelf ? touching : [...touching].filter((pair) => !isSelf(pair)));
    const found = touchingPairs(this.#report);
    const common = [...expected].filter((pair) => found.has(pair)).length;
    this.#missed = common < expected.size;
    const { collidingFrames, foundFrames, pairs, foundPairs } = this.#recall ?? NO_RECALL;
    this.#recall = {
      collidingFrames: collidingFrames + Number(expected.size > 0),
      foundFrames: foundFrames + Number(common > 0),
      pairs: pairs + expected.size,
      foundPairs: foundPairs + common,
    };
  }

  /** The bodies of the source have changed. */
  updateBodies(source: Source): void {
    this.#hits = new HitFaces(source.meshes, source.bodies);
    this.#createCosts = () => new FaceCosts(source.meshes, source.bodies);
    this.#costs = null;
  }

  dispose(): void {
    this.#sourceWorld?.dispose();
    this.#sourceWorld = null;
  }
}

const NO_RECALL: Recall = { collidingFrames: 0, foundFrames: 0, pairs: 0, foundPairs: 0 };

function touchingPairs(report: Report): Set<string> {
  const touching = report.pairs().filter((pair) => pair.relation === "touch");
  return new Set(touching.map((pair) => `${pair.a} ${pair.b}`));
}
