// The bodies of a source in every lane: the methods that were chosen, and one out of sight.

import type { Body, Mote, WorldOptions } from "mote-collision";
import type { Ray, Vector, Wishes } from "../protocol.js";
import { Lane } from "./lane.js";
import { OwnBodies } from "./own_bodies.js";
import { Refusal } from "./refusal.js";
import type { Performance, Source } from "./sources/source.js";
import type { Transform } from "./transform.js";

const ORACLE = "hybrid";

export class Ensemble {
  readonly own = new OwnBodies();
  #lanes: Lane[] = [];
  /** The exact method, out of sight: for recall, and to place bodies where no lane takes all. */
  #oracle: Lane | null = null;
  /** Bodies are evaluated where they are looked at. Then without contacts, whose depth would look at every vertex. */
  #onDemand = false;
  /** Bodies have left the script of the source: they keep their shapes, and none is on demand. */
  #inHand = false;

  constructor(
    private readonly mote: Mote,
    readonly source: Source,
  ) {}

  /** All lanes anew. Bodies of their own stay where they are. */
  make(options: readonly WorldOptions[], wishes: Wishes): void {
    this.drop();
    const { mote, source } = this;
    const selfCollision = wishes.selfCollision || source.meetsItself;
    const onDemand = wishes.onDemand && source.canOnDemand && !this.#inHand;
    const lane = (chosen: WorldOptions) =>
      new Lane(mote, source, onDemand ? { ...chosen, contacts: false } : chosen, { onDemand, selfCollision });
    this.#onDemand = onDemand;
    this.#lanes = options.map(lane);
    const approximate = this.#lanes.some((one) => one.performance && !one.exact);
    if ((approximate && wishes.recall) || !this.#findLeader())
      this.#oracle = lane({ method: ORACLE, tolerance: options[0]?.tolerance ?? 0 });
    if (!this.#findLeader()) this.#oracle = lane({ method: ORACLE }); // the tolerance was refused, too
    this.own.enter(this.all);
  }

  drop(): void {
    for (const lane of this.all) lane.dispose();
    this.#lanes = [];
    this.#oracle = null;
  }

  get lanes(): readonly Lane[] {
    return this.#lanes;
  }

  /** Those that are not seen too. */
  get all(): readonly Lane[] {
    return this.#oracle ? [...this.#lanes, this.#oracle] : this.#lanes;
  }

  get onDemand(): boolean {
    return this.#onDemand;
  }

  #findLeader(): Lane | null {
    return this.all.find((lane) => lane.performance && lane.deforming) ?? null;
  }

  /** Whose bodies are looked at and grasped: a method that takes whatever shape they are given. */
  get leader(): Lane {
    const leader = this.#findLeader();
    if (!leader) throw new Refusal(this.all.map((lane) => lane.refused).find((why) => why) ?? "no method takes these bodies");
    return leader;
  }

  get performance(): Performance {
    return this.leader.performance!;
  }

  body(index: number): Body {
    return this.performance.bodies[index]!;
  }

  /** Moves all bodies that follow the script. */
  show(clip: number, frame: number): void {
    for (const lane of this.all) lane.show(clip, frame, this.own.indices);
  }

  /** Bodies of a recording may come and go from one frame to the next; true if there are others now. */
  meetNewBodies(): boolean {
    const { source } = this;
    if (!source.adopt?.(this.performance.bodies)) return false;
    for (const lane of this.all) lane.meet(source);
    return true;
  }

  detect(): void {
    const truth = this.#oracle?.detect() ?? null;
    for (const lane of this.#lanes) {
      lane.detect();
      lane.compare(truth);
    }
  }

  /** The first body that a ray meets, and where. */
  hit({ origin, direction }: Ray): { body: number; point: Vector } | null {
    const { world, bodies } = this.performance;
    const hit = world.ray(origin, direction);
    return hit && { body: bodies.findIndex((body) => body.index === hit.body), point: hit.point };
  }

  /** To be asked before bodies are taken out of the script: true if lanes must be made anew for that. */
  leaveScript(): boolean {
    this.#inHand = true;
    return this.#onDemand;
  }

  /** The body stays as it is in a frame, until it is placed elsewhere. */
  take(body: number, clip: number, frame: number): void {
    this.own.take(body, this.source.transform(body, clip, frame), this.body(body), this.all);
  }

  place(body: number, transform: Transform): void {
    this.own.place(body, transform, this.all);
  }

  /** All bodies follow the script again, once lanes are made anew. */
  returnToScript(): void {
    this.own.clear();
    this.#inHand = false;
  }

  dispose(): void {
    this.drop();
    this.source.dispose();
  }
}
