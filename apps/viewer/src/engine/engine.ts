// The heart of the page: holds the library, obeys orders, and makes one frame at a time.

import type { Mote, WorldOptions } from "mote-collision";
import type { Answer, Bouncing, Frame, Grasped, Order, Ray, SourceChoice, Tool, Vector, Wishes } from "../protocol.js";
import { Bounce, type Motion } from "./bounce.js";
import { boxOf, emptyBox, join, sizeOf, type Box } from "./bounds.js";
import { Clock } from "./clock.js";
import { Ensemble } from "./ensemble.js";
import { gatherLane } from "./gather.js";
import { Hand } from "./hand.js";
import { approachSpeed } from "./impact.js";
import { Pool } from "./pool.js";
import { Refusal } from "./refusal.js";
import { scriptedMotion } from "./scripted_motion.js";
import { openSource, RECORDING_EXTENSION } from "./sources/open.js";
import { Telling } from "./telling.js";
import { middle, type Transform } from "./transform.js";

const NOTHING_WISHED: Wishes = {
  drawing: false, areas: false, distance: false, onDemand: false, selfCollision: false, recall: false,
};

/** Orders that need bodies. */
type Direction = Exclude<Order, { kind: "tick" | "open" | "lanes" | "wishes" | "play" }>;

export class Engine {
  readonly #pool = new Pool();
  readonly #clock = new Clock();
  readonly #telling = new Telling();
  #session = 0;
  #options: readonly WorldOptions[] = [{}];
  #wishes = NOTHING_WISHED;
  #ensemble: Ensemble | null = null;
  #clip = 0;
  #hand: Hand | null = null;
  #bouncing: Bouncing = { on: false, restitution: 1, gravity: 0 };
  #flight: Bounce | null = null;
  /** Of the bodies in the last frame. */
  #boxes: readonly Box[] = [];
  #changed = false;

  constructor(
    private readonly mote: Mote,
    private readonly answer: (answer: Answer) => void,
  ) {}

  obey(order: Exclude<Order, { kind: "tick" }>): void {
    this.#changed = true;
    if (order.kind === "open") return this.#open(order.source, order.frame);
    if (order.kind === "lanes") return this.#choose(order.lanes);
    if (order.kind === "wishes") return this.#wish(order.wishes);
    if (order.kind === "play") return this.#clock.play(order.playing, order.rate);
    if (this.#ensemble) this.#direct(this.#ensemble, order);
    else if (order.kind === "grasp") this.answer({ kind: "grasped", hit: null });
  }

  #direct(ensemble: Ensemble, order: Direction): void {
    switch (order.kind) {
      case "seek":
        return this.#clock.seek(order.frame);
      case "clip":
        this.#clip = order.clip;
        return this.#clock.restart(ensemble.source.frameCount(order.clip), 0);
      case "grasp":
        return this.#grasp(ensemble, order.tool, order.ray, order.radius);
      case "drag":
        return this.#hand?.drag(order.to);
      case "rotate":
        if (this.#hand && order.by.every(Number.isFinite)) this.#carry(ensemble, this.#hand.body, this.#hand.rotated(order.by));
        return;
      case "release":
        return this.#letGo(ensemble);
      case "bounce":
        return this.#setBouncing(ensemble, order.bouncing);
      case "reset":
        return this.#reset(ensemble);
      case "record":
        return this.#record(ensemble);
    }
  }

  /** Counts sources that were opened. */
  get session(): number {
    return this.#session;
  }

  giveBack(buffers: readonly ArrayBuffer[]): void {
    this.#pool.giveBack(buffers);
  }

  // ----------------------------------------------------------------------------------------------
  // Sources and lanes

  /** What was there before goes on if the new one cannot be opened. */
  #open(choice: SourceChoice, frame: number): void {
    const ensemble = new Ensemble(this.mote, openSource(this.mote, choice));
    this.#release();
    this.#stopBouncing();
    this.#ensemble?.dispose();
    this.#pool.clear();
    this.#ensemble = ensemble;
    this.#clip = 0;
    this.#clock.restart(ensemble.source.frameCount(0), frame);
    this.#makeLanes(ensemble);
    this.#announce(ensemble, false);
    if (this.#bouncing.on) this.#startBounce(ensemble, null);
  }

  #announce(ensemble: Ensemble, again: boolean): void {
    const { kind, title, meshes, bodies, clips, zUp, bounds, part, canOnDemand } = ensemble.source;
    this.#telling.begin(ensemble);
    this.answer({
      kind: "opened",
      again,
      session: ++this.#session,
      source: kind,
      title,
      meshes: [...meshes],
      bodies: [...bodies],
      frameCount: ensemble.source.frameCount(this.#clip),
      clips: [...clips],
      zUp,
      part,
      canOnDemand,
      ...bounds,
    });
  }

  #choose(options: readonly WorldOptions[]): void {
    this.#options = options;
    if (this.#ensemble) this.#makeLanes(this.#ensemble);
  }

  #wish(wishes: Wishes): void {
    const before = this.#wishes;
    this.#wishes = wishes;
    const ofLanes = ["onDemand", "selfCollision", "recall"] as const;
    if (this.#ensemble && ofLanes.some((wish) => wishes[wish] !== before[wish])) this.#makeLanes(this.#ensemble);
  }

  #makeLanes(ensemble: Ensemble): void {
    const motions = this.#bounce?.motions() ?? null;
    this.#stopBouncing();
    this.#hand?.letGo();
    ensemble.make(this.#options, this.#wishes);
    this.#telling.begin(ensemble);
    if (motions) this.#startBounce(ensemble, motions);
  }

  // ----------------------------------------------------------------------------------------------
  // Hands

  /** Answered whatever happens, for the page counts on answers in the order of its questions. */
  #grasp(ensemble: Ensemble, tool: Tool, ray: Ray, radius: number): void {
    let hit: Grasped["hit"] = null;
    try {
      this.#release();
      if (ensemble.source.kind === "recording") return;
      hit = ensemble.hit(ray);
      if (hit) this.#hold(ensemble, tool, hit, radius);
    } finally {
      this.answer({ kind: "grasped", hit: this.#hand ? hit : null });
    }
  }

  #hold(ensemble: Ensemble, tool: Tool, { body, point }: NonNullable<Grasped["hit"]>, radius: number): void {
    this.#leaveScript(ensemble);
    this.#take(ensemble, body);
    const box = boxOf(ensemble.body(body).positions);
    this.#hand = new Hand(tool, body, point, middle(box.min, box.max), radius, ensemble.own);
    this.#bounce?.hold(body);
  }

  #leaveScript(ensemble: Ensemble): void {
    if (!ensemble.leaveScript()) return;
    this.#makeLanes(ensemble);
    ensemble.show(this.#clip, this.#clock.frame);
  }

  #take(ensemble: Ensemble, body: number): void {
    ensemble.take(body, this.#clip, this.#clock.frame);
  }

  #carry(ensemble: Ensemble, body: number, to: Transform): void {
    this.#bounce?.carry(body, to);
    ensemble.place(body, to);
  }

  /** Does what the visitor has dragged since the last frame. */
  #act(ensemble: Ensemble): void {
    const hand = this.#hand;
    if (!hand) return;
    const to = hand.carried();
    if (to) this.#carry(ensemble, hand.body, to);
    if (!hand.pull(ensemble.all)) return;
    ensemble.own.keepShape(hand.body, ensemble.body(hand.body));
    this.#telling.reform(hand.body);
    this.#bounce?.reshape(hand.body);
  }

  /** The last drag may have come since the last frame. */
  #letGo(ensemble: Ensemble): void {
    try {
      this.#act(ensemble);
    } finally {
      this.#release();
    }
  }

  #release(): void {
    if (this.#hand) this.#bounce?.release(this.#hand.body);
    this.#hand?.letGo();
    this.#hand = null;
  }

  // ----------------------------------------------------------------------------------------------
  // Bouncing

  #setBouncing(ensemble: Ensemble, bouncing: Bouncing): void {
    this.#bouncing = bouncing;
    const motions = this.#bounce?.motions() ?? null;
    this.#stopBouncing();
    if (bouncing.on) this.#startBounce(ensemble, motions);
  }

  /** Without motions, bodies go on as the source moves them now. */
  #startBounce(ensemble: Ensemble, motions: readonly Motion[] | null): void {
    const { source, own } = ensemble;
    if (source.kind === "recording") return;
    this.#leaveScript(ensemble);
    const { frame } = this.#clock;
    const starts = motions ?? scriptedMotion(source, ensemble.performance, this.#clip, frame, own.indices);
    source.bodies.forEach((_, body) => this.#take(ensemble, body));
    const up: Vector = source.zUp ? [0, 0, 1] : [0, 1, 0];
    this.#flight = new Bounce(this.#bouncing, source.bounds, up, ensemble.leader, own, starts);
    if (this.#hand) this.#flight.hold(this.#hand.body);
  }

  get #bounce(): Bounce | null {
    if (this.#flight && !this.#flight.isAlive) this.#stopBouncing();
    return this.#flight;
  }

  #stopBouncing(): void {
    this.#flight?.dispose();
    this.#flight = null;
  }

  #reset(ensemble: Ensemble): void {
    this.#release();
    this.#stopBouncing();
    ensemble.returnToScript();
    this.#makeLanes(ensemble);
    if (this.#bouncing.on) this.#startBounce(ensemble, null);
  }

  // ----------------------------------------------------------------------------------------------
  // Frames

  #record({ source, lanes }: Ensemble): void {
    const world = lanes.find((lane) => lane.performance)?.performance?.world;
    if (!world) throw new Refusal("there is nothing to be recorded");
    if (source.kind === "recording") throw new Refusal("this is a recording already");
    world.record();
    world.detect();
    const bytes = Uint8Array.from(world.stopRecording());
    const title = source.title.replace(/[^A-Za-z0-9-]+/g, "-");
    this.answer({ kind: "recording", name: `${title}-${this.#clock.frame}.${RECORDING_EXTENSION}`, bytes });
  }

  /** The next frame; null where nothing has changed. */
  tick(): Frame | null {
    const ensemble = this.#ensemble;
    const steps = this.#clock.tick();
    if (!ensemble || (steps === 0 && !this.#changed)) return null;
    this.#changed = false;
    this.#move(ensemble, steps);
    ensemble.detect();
    return this.#frame(ensemble, steps);
  }

  #move(ensemble: Ensemble, steps: number): void {
    this.#act(ensemble);
    ensemble.show(this.#clip, this.#clock.frame);
    if (ensemble.meetNewBodies()) this.#announce(ensemble, true);
    if (steps > 0) this.#bounce?.advance(steps, ensemble.own, ensemble.all);
  }

  /** All that is said of it; only then bodies answer what they have met, for that may move them. */
  #frame(ensemble: Ensemble, steps: number): Frame {
    const { frame, playing } = this.#clock;
    const { bodies, boxes } = this.#telling.tell(ensemble, this.#clip, frame, this.#pool);
    const lanes = ensemble.lanes.map((lane) => gatherLane(lane, this.#wishes, boxes, this.#pool));
    const impulse = this.#impulse(ensemble, steps, boxes);
    const { min, max } = boxes.reduce(join, emptyBox());
    this.#boxes = boxes;
    return {
      kind: "frame",
      session: this.#session,
      frame,
      frameCount: ensemble.source.frameCount(this.#clip),
      playing,
      bodies,
      lanes,
      middle: middle(min, max),
      touchedByHand: ensemble.own.indices.size > 0,
      bouncing: this.#bounce !== null,
      impulse: impulse / sizeOf(ensemble.source.bounds),
    };
  }

  #impulse({ leader }: Ensemble, steps: number, boxes: readonly Box[]): number {
    if (steps === 0) return 0;
    if (this.#bounce) return this.#bounce.react(steps);
    return leader.report ? approachSpeed(leader.report, leader.performance!.bodies, this.#boxes, boxes) : 0;
  }
}
