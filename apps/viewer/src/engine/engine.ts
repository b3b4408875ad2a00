// The heart of the page: holds the library, obeys orders, and makes one frame at a time.

import type { Body, Mote, Report, WorldOptions } from "mote-collision";
import type {
  Answer,
  BodyFrame,
  Bouncing,
  Frame,
  Opened,
  Order,
  Ray,
  SourceChoice,
  Tool,
  Vector,
  Wishes,
} from "../protocol.js";
import { Bounce, type Motion } from "./bounce.js";
import { boxOf, movedBox, sizeOf, type Box } from "./bounds.js";
import { Clock } from "./clock.js";
import { gatherLane } from "./gather.js";
import { Hand } from "./hand.js";
import { approachSpeed } from "./impact.js";
import { Lane } from "./lane.js";
import { OwnBodies } from "./own_bodies.js";
import { Pool } from "./pool.js";
import { RecallCount } from "./recall.js";
import { Refusal } from "./refusal.js";
import { scriptedMotion } from "./scripted_motion.js";
import { openSource, RECORDING_EXTENSION } from "./sources/open.js";
import type { Source } from "./sources/source.js";
import { IDENTITY, middle, type Transform } from "./transform.js";

const ORACLE = "hybrid";
const NOTHING_WISHED: Wishes = {
  drawing: false, areas: false, distance: false, onDemand: false, selfCollision: false, recall: false,
};

export class Engine {
  readonly #pool = new Pool();
  #session = 0;
  #source: Source | null = null;
  #options: WorldOptions[] = [{ method: ORACLE }];
  #wishes = NOTHING_WISHED;
  #lanes: Lane[] = [];
  /** The exact method, out of sight: for recall, and to place bodies where no lane takes all. */
  #oracle: Lane | null = null;
  #recalls: RecallCount[] = [];
  readonly #clock = new Clock();
  #clip = 0;
  readonly #own = new OwnBodies();
  #hand: Hand | null = null;
  #bouncing: Bouncing = { on: false, restitution: 1, gravity: 0 };
  #bounce: Bounce | null = null;
  /** Bodies have left the script: they keep their shapes, and none is evaluated on demand. */
  #inHand = false;
  /** The lanes were made so. Then without contacts, whose depth would look at every vertex. */
  #onDemand = false;
  #restBoxes: Box[] = [];
  #boxes: Box[] = [];
  /** Where each body was said to be last; null: to be said again. */
  #told: (string | null)[] = [];
  /** Bodies whose positions are to be said again. */
  readonly #reformed = new Set<number>();
  #changed = false;

  constructor(
    private readonly mote: Mote,
    private readonly answer: (answer: Answer) => void,
  ) {}

  obey(order: Exclude<Order, { kind: "tick" }>): void {
    this.#changed = true;
    switch (order.kind) {
      case "open":
        return this.#open(order.source, order.frame);
      case "lanes":
        this.#options = order.lanes;
        return this.#makeLanes();
      case "wishes":
        return this.#wish(order.wishes);
      case "play":
        return this.#clock.play(order.playing, order.rate);
      case "seek":
        return this.#clock.seek(order.frame);
      case "clip":
        this.#clip = order.clip;
        return this.#clock.restart(this.#source?.frameCount(this.#clip) ?? 1, 0);
      case "grasp":
        return this.#grasp(order.tool, order.ray, order.radius);
      case "drag":
        return this.#hand?.drag(order.to);
      case "rotate":
        if (this.#hand) this.#carry(this.#hand.body, this.#hand.rotated(order.by));
        return;
      case "release":
        return this.#release();
      case "bounce":
        return this.#setBouncing(order.bouncing);
      case "reset":
        return this.#reset();
      case "record":
        return this.#record();
    }
  }

  giveBack(buffers: readonly ArrayBuffer[]): void {
    this.#pool.giveBack(buffers);
  }

  // ----------------------------------------------------------------------------------------------
  // Sources and lanes

  /** What was there before goes on if the new one cannot be opened. */
  #open(choice: SourceChoice, frame: number): void {
    const source = openSource(this.mote, choice);
    this.#release();
    this.#dropLanes();
    this.#source?.dispose();
    this.#pool.clear();
    this.#source = source;
    this.#own.clear();
    this.#inHand = false;
    this.#clip = 0;
    this.#clock.restart(source.frameCount(0), frame);
    this.#makeLanes();
    this.#announce(source);
  }

  #announce(source: Source): void {
    this.#restBoxes = source.meshes.map((mesh) => boxOf(mesh.positions));
    this.#session++;
    this.#tellAll();
    this.answer(this.#opened(source));
  }

  /** Bodies of a recording may come and go from one frame to the next. */
  #meetNewBodies(source: Source): void {
    const bodies = this.#leader?.performance?.bodies;
    if (!bodies || !source.adopt?.(bodies)) return;
    for (const lane of this.#allLanes) lane.meet(source);
    this.#announce(source);
  }

  #opened(source: Source): Opened {
    const { kind, title, meshes, bodies, clips, zUp, bounds, canOnDemand } = source;
    const frameCount = source.frameCount(this.#clip);
    return {
      kind: "opened",
      session: this.#session,
      source: kind,
      title,
      meshes: [...meshes],
      bodies: [...bodies],
      frameCount,
      clips: [...clips],
      zUp,
      canOnDemand,
      ...bounds,
    };
  }

  #makeLanes(): void {
    const source = this.#source;
    if (!source) return;
    const motions = this.#bounce?.motions() ?? null;
    this.#hand?.letGo();
    this.#dropLanes();
    const selfCollision = this.#wishes.selfCollision || source.meetsItself;
    const onDemand = this.#wishes.onDemand && source.canOnDemand && !this.#inHand;
    this.#onDemand = onDemand;
    const make = (options: WorldOptions) =>
      new Lane(this.mote, source, onDemand ? { ...options, contacts: false } : options, { onDemand, selfCollision });
    this.#lanes = this.#options.map(make);
    const approximate = this.#lanes.some((lane) => lane.performance && !lane.exact);
    if ((approximate && this.#wishes.recall) || !this.#leader)
      this.#oracle = make({ method: ORACLE, tolerance: this.#options[0]?.tolerance ?? 0 });
    this.#recalls = this.#lanes.map(() => new RecallCount());
    this.#own.enter(this.#allLanes);
    this.#tellAll();
    if (motions) this.#startBounce(motions);
  }

  #dropLanes(): void {
    this.#bounce?.dispose();
    this.#bounce = null;
    for (const lane of this.#allLanes) lane.dispose();
    this.#lanes = [];
    this.#oracle = null;
  }

  #tellAll(): void {
    const bodies = this.#source?.bodies ?? [];
    this.#told = bodies.map(() => null);
    bodies.forEach((_, i) => this.#reformed.add(i));
  }

  get #allLanes(): Lane[] {
    return this.#oracle ? [...this.#lanes, this.#oracle] : this.#lanes;
  }

  /** Whose bodies are looked at and grasped. */
  get #leader(): Lane | null {
    return this.#allLanes.find((lane) => lane.performance && lane.deforming) ?? null;
  }

  #wish(wishes: Wishes): void {
    const before = this.#wishes;
    this.#wishes = wishes;
    const needsLanes = (["onDemand", "selfCollision", "recall"] as const).some((wish) => wishes[wish] !== before[wish]);
    if (needsLanes) this.#makeLanes();
  }

  // ----------------------------------------------------------------------------------------------
  // Hands and bouncing

  #grasp(tool: Tool, ray: Ray, radius: number): void {
    this.#release();
    const hit = this.#hitBy(ray);
    if (hit && this.#source!.kind !== "recording") {
      this.#leaveScript();
      this.#takeBody(hit.body);
      const box = boxOf(this.#leaderBody(hit.body).positions);
      this.#hand = new Hand(tool, hit.body, hit.point, middle(box.min, box.max), radius, this.#own);
      this.#bounce?.hold(hit.body);
    }
    this.answer({ kind: "grasped", hit: this.#hand ? hit : null });
  }

  #hitBy({ origin, direction }: Ray): { body: number; point: Vector } | null {
    const performance = this.#leader?.performance;
    const hit = performance?.world.ray(origin, direction);
    if (!hit || !performance) return null;
    return { body: performance.bodies.findIndex((body) => body.index === hit.body), point: hit.point };
  }

  #leaderBody(body: number): Body {
    return this.#leader!.performance!.bodies[body]!;
  }

  /** Before bodies are taken. */
  #leaveScript(): void {
    this.#inHand = true;
    if (!this.#onDemand) return;
    this.#makeLanes();
    for (const lane of this.#allLanes) lane.show(this.#clip, this.#clock.frame, this.#own.indices);
  }

  #takeBody(body: number): void {
    const place = this.#source!.transform(body, this.#clip, this.#clock.frame);
    this.#own.take(body, place, this.#leaderBody(body), this.#allLanes);
  }

  #carry(body: number, to: Transform): void {
    if (this.#bounce) this.#bounce.carry(body, to);
    this.#own.place(body, to, this.#allLanes);
  }

  #release(): void {
    if (this.#hand) this.#bounce?.release(this.#hand.body);
    this.#hand?.letGo();
    this.#hand = null;
  }

  #actHand(): void {
    const hand = this.#hand;
    if (!hand) return;
    const to = hand.carried();
    if (to) this.#carry(hand.body, to);
    if (!hand.pull(this.#allLanes)) return;
    this.#own.keepShape(hand.body, this.#leaderBody(hand.body));
    this.#reformed.add(hand.body);
    this.#bounce?.reshape(hand.body);
  }

  #setBouncing(bouncing: Bouncing): void {
    this.#bouncing = bouncing;
    const motions = this.#bounce?.motions() ?? null;
    this.#bounce?.dispose();
    this.#bounce = null;
    if (bouncing.on) this.#startBounce(motions);
  }

  /** Without motions, bodies go on as the source moves them now. */
  #startBounce(motions: Motion[] | null): void {
    const source = this.#source;
    if (!source || source.kind === "recording") return;
    this.#leaveScript();
    const leader = this.#leader;
    if (!leader) return;
    const performance = leader.performance!;
    const starts = motions ?? scriptedMotion(source, performance, this.#clip, this.#clock.frame, this.#own.indices);
    performance.bodies.forEach((_, body) => this.#takeBody(body));
    const up: Vector = source.zUp ? [0, 0, 1] : [0, 1, 0];
    this.#bounce = new Bounce(this.#bouncing, source.bounds, up, leader, this.#own, starts);
    if (this.#hand) this.#bounce.hold(this.#hand.body);
  }

  #reset(): void {
    this.#release();
    this.#own.clear();
    this.#inHand = false;
    this.#bounce?.dispose();
    this.#bounce = null;
    this.#makeLanes();
    if (this.#bouncing.on) this.#startBounce(null);
  }

  #record(): void {
    const performance = this.#lanes.find((lane) => lane.performance)?.performance;
    if (!performance || !this.#source) throw new Refusal("there is nothing to be recorded");
    if (this.#source.kind === "recording") throw new Refusal("this is a recording already");
    performance.world.record();
    performance.world.detect();
    const bytes = Uint8Array.from(performance.world.stopRecording());
    const title = this.#source.title.replace(/[^A-Za-z0-9-]+/g, "-");
    this.answer({ kind: "recording", name: `${title}-${this.#clock.frame}.${RECORDING_EXTENSION}`, bytes });
  }

  // ----------------------------------------------------------------------------------------------
  // Frames

  /** The next frame; null where nothing has changed. */
  tick(): Frame | null {
    if (!this.#source || this.#lanes.length === 0) return null;
    const steps = this.#clock.tick();
    if (steps === 0 && !this.#changed) return null;
    this.#changed = false;
    const source = this.#source;
    const { frame } = this.#clock;
    this.#actHand();
    for (const lane of this.#allLanes) lane.show(this.#clip, frame, this.#own.indices);
    this.#meetNewBodies(source);
    const stepping = this.#bounce !== null && steps > 0;
    if (stepping) this.#bounce!.advance(steps, this.#own, this.#allLanes);
    const bodies = source.bodies.map((_, body) => this.#bodyFrame(source, body, frame));
    for (const lane of this.#lanes) lane.detect();
    const truth = this.#oracle?.detect() ?? null;
    const boxesBefore = this.#boxes;
    this.#boxes = source.bodies.map((_, body) => this.#boxOf(source, body, frame, bodies[body]!));
    const lanes = this.#lanes.map((lane, i) =>
      gatherLane(lane, this.#wishes, this.#boxes, this.#recall(lane, i, truth), this.#pool),
    );
    const report = this.#leader?.report ?? null;
    const impulse = stepping ? this.#bounce!.react(steps) : this.#scriptedImpact(report, boxesBefore);
    return {
      kind: "frame",
      session: this.#session,
      frame,
      playing: this.#clock.playing,
      bodies,
      lanes,
      touchedByHand: this.#own.indices.size > 0,
      bouncing: this.#bounce !== null,
      impulse: impulse / sizeOf(source.bounds),
    };
  }

  #recall(lane: Lane, index: number, truth: Report | null) {
    const count = this.#recalls[index]!;
    if (lane.exact || !truth || !lane.report) return null;
    count.add(truth, lane.report);
    return count.now;
  }

  #scriptedImpact(report: Report | null, before: readonly Box[]): number {
    return report && this.#clock.playing ? approachSpeed(report, before, this.#boxes) : 0;
  }

  #transformOf(source: Source, body: number, frame: number): Transform | null {
    return this.#own.has(body) ? this.#own.transform(body) : source.transform(body, this.#clip, frame);
  }

  /** Bodies without a transform are given by positions in the world; others by positions of their own, once. */
  #bodyFrame(source: Source, body: number, frame: number): BodyFrame {
    const transform = this.#transformOf(source, body, frame);
    const told = (transform ?? IDENTITY).join(" ");
    const moved = this.#told[body] !== told;
    this.#told[body] = told;
    const one = this.#leaderBody(body);
    let positions: BodyFrame["positions"] = null;
    if (!transform) positions = this.#pool.floats(this.#isFormedElsewhere(source, one) ? one.present() : one.positions);
    else if (this.#reformed.has(body)) positions = this.#pool.floats(this.#own.shape(body) ?? source.meshes[source.bodies[body]!.mesh]!.positions);
    this.#reformed.delete(body);
    const touched = this.#onDemand ? one.touched : null;
    return {
      transform: moved ? Float32Array.from(transform ?? IDENTITY) : null,
      positions,
      touched: touched && touched.length > 0 ? this.#pool.bytes(touched) : null,
    };
  }

  /** By a deformer or a player: the array that the body is given is not what it looks like. */
  #isFormedElsewhere(source: Source, body: Body): boolean {
    return source.kind === "recording" || (this.#onDemand && body.touched.length > 0);
  }

  #boxOf(source: Source, body: number, frame: number, said: BodyFrame): Box {
    const transform = this.#transformOf(source, body, frame);
    if (!transform) return boxOf(said.positions!);
    const shape = this.#own.shape(body);
    return movedBox(transform, shape ? boxOf(shape) : this.#restBoxes[source.bodies[body]!.mesh]!);
  }
}

