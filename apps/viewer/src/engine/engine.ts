// Holds the library, executes commands of the page, and computes one frame at a time. Needs no browser.

import type { Mote, World, WorldOptions } from "mote-collision";
import type {
  BounceSettings, Command, EngineEvent, EngineSettings, Frame, Grabbed, Hand, Impacts, Quaternion, Ray, SourceChoice,
  Tool, Vector,
} from "../protocol.js";
import { BodySnapshots } from "./body_snapshot.js";
import { Bounce, type Motion } from "./bounce.js";
import { boxOf, diagonal, emptyBox, nearestPoint, union, type Box } from "./bounds.js";
import { BufferPool } from "./buffer_pool.js";
import { Drag } from "./drag.js";
import { UserError } from "./errors.js";
import { FlushFaces } from "./flush_faces.js";
import { approachSpeed } from "./impact.js";
import { laneSnapshot } from "./lane_snapshot.js";
import { Playback } from "./playback.js";
import { withNames } from "./recording_names.js";
import { refusalsOf } from "./refusals.js";
import { Runner } from "./runner.js";
import { sourceMotions } from "./source_motion.js";
import { StepSweep } from "./step_sweep.js";
import { openSource, RECORDING_EXTENSION } from "./sources/open_source.js";
import { midpoint, type Transform } from "./transform.js";

const ALL_OFF: EngineSettings = {
  drawing: false, areas: false, distance: false, onDemand: false, selfCollision: false, recall: false,
  impacts: false, costs: false,
};

/** Commands that need an open source. */
type SourceCommand = Exclude<Command, { kind: "tick" | "open" | "lanes" | "settings" | "play" | "flush" }>;

export class Engine {
  readonly #pool = new BufferPool();
  readonly #playback = new Playback();
  readonly #bodySnapshots = new BodySnapshots();
  #session = 0;
  #options: readonly WorldOptions[] = [{}];
  #settings = ALL_OFF;
  #runner: Runner | null = null;
  #clip = 0;
  readonly #drags = new Map<Hand, Drag>();
  readonly #flush = new FlushFaces();
  #bounceSettings: BounceSettings = { on: false, restitution: 1, gravity: 0 };
  #bounce: Bounce | null = null;
  /** Null until impacts are asked for. */
  #sweep: StepSweep | null = null;
  /** Boxes of the bodies in the last frame. */
  #boxes: readonly Box[] = [];
  /** True if a command may have changed the frame. */
  #changed = false;

  constructor(
    private readonly mote: Mote,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  /** Number of `opened` events so far. */
  get session(): number {
    return this.#session;
  }

  /** Computes the next frame; null if nothing has changed. `buffers` are those of earlier frames, to be reused. */
  tick(buffers: readonly ArrayBuffer[] = []): Frame | null {
    this.#pool.recycle(buffers);
    const runner = this.#runner;
    const steps = this.#playback.advance();
    if (!runner || (steps === 0 && !this.#changed)) return null;
    this.#changed = false;
    this.#applyDrags(runner);
    runner.showFrame(this.#clip, this.#playback.frame);
    if (runner.updateBodies()) this.#emitOpened(runner, true);
    if (steps > 0) this.#liveBounce()?.advance(steps, runner.detached, runner.allLanes);
    runner.detect();
    return this.#snapshot(runner, steps);
  }

  /** Everything that the page needs. Collision response comes last, because it may move bodies. */
  #snapshot(runner: Runner, steps: number): Frame {
    const { frame, playing } = this.#playback;
    const { bodies, boxes } = this.#bodySnapshots.take(runner, this.#clip, frame, this.#pool);
    const lanes = runner.lanes.map((lane) => laneSnapshot(lane, this.#settings, boxes, this.#pool));
    const impacts = this.#impacts(runner);
    const impulse = this.#respond(runner, steps, boxes);
    const { min, max } = boxes.reduce(union, emptyBox());
    this.#boxes = boxes;
    return {
      kind: "frame",
      session: this.#session,
      frame,
      frameCount: runner.source.frameCount(this.#clip),
      playing,
      bodies,
      lanes,
      impacts,
      center: midpoint(min, max),
      hasDetachedBodies: runner.detached.indices.size > 0,
      bouncing: this.#liveBounce() !== null,
      impulse: impulse / diagonal(runner.source.bounds),
    };
  }

  /** The step from the present frame to the next. Recordings can be shown only in their order. */
  #impacts(runner: Runner): Impacts | null {
    const { source, detached } = runner;
    const { frame } = this.#playback;
    const isLast = frame + 1 >= source.frameCount(this.#clip);
    const rests = detached.indices.size === source.bodies.length;
    if (!this.#settings.impacts || source.kind === "recording" || isLast || rests) return null;
    this.#sweep ??= new StepSweep(this.mote, runner, this.#settings.selfCollision ? "all" : "source");
    return this.#sweep.take(this.#clip, frame, this.#pool);
  }

  #endSweep(): void {
    this.#sweep?.dispose();
    this.#sweep = null;
  }

  /** Lets bouncing bodies respond to their contacts. Returns the speed of the strongest impact; 0 if there is none. */
  #respond({ primary }: Runner, steps: number, boxes: readonly Box[]): number {
    if (steps === 0) return 0;
    const bounce = this.#liveBounce();
    if (bounce) return bounce.react(steps);
    return primary.report ? approachSpeed(primary.report, primary.sourceWorld!.bodies, this.#boxes, boxes) : 0;
  }

  // ----------------------------------------------------------------------------------------------
  // Commands

  execute(command: Exclude<Command, { kind: "tick" }>): void {
    this.#changed = true;
    if (command.kind === "open") return this.#open(command.source, command.frame);
    if (command.kind === "lanes") return this.#setLanes(command.lanes);
    if (command.kind === "settings") return this.#setSettings(command.settings);
    if (command.kind === "play") return this.#playback.play(command.playing, command.rate);
    if (command.kind === "flush") return this.#flush.setOn(command.on);
    if (this.#runner) this.#executeOnSource(this.#runner, command);
    else if (command.kind === "grab" || command.kind === "take") this.emit({ kind: "grabbed", hit: null });
  }

  #executeOnSource(runner: Runner, command: SourceCommand): void {
    switch (command.kind) {
      case "seek":
        return this.#playback.seek(command.frame);
      case "step":
        return this.#playback.step(command.by);
      case "clip":
        this.#clip = command.clip;
        return this.#playback.restart(runner.source.frameCount(command.clip), 0);
      case "grab":
        return this.#grab(runner, command.hand ?? 0, command.tool, command.ray, command.radius);
      case "take":
        return this.#take(runner, command.hand ?? 0, command.tool, command.body, command.eye, command.radius);
      case "drag":
        return this.#drags.get(command.hand ?? 0)?.setTarget(command.to);
      case "rotate":
        return this.#rotate(runner, command.hand ?? 0, command.by);
      case "release":
        return this.#endDrag(runner, command.hand ?? 0);
      case "bounce":
        return this.#setBounce(runner, command.bounce);
      case "reset":
        return this.#reset(runner);
      case "record":
        return this.#record(runner, command.frames);
    }
  }

  // ----------------------------------------------------------------------------------------------
  // Sources and lanes

  /** If the source cannot be opened, the previous one stays. */
  #open(choice: SourceChoice, frame: number): void {
    const runner = new Runner(this.mote, openSource(this.mote, choice));
    this.#releaseAll();
    this.#stopBounce();
    this.#endSweep();
    this.#runner?.dispose();
    this.#pool.clear();
    this.#runner = runner;
    this.#clip = 0;
    this.#playback.restart(runner.source.frameCount(0), frame);
    this.#createLanes(runner);
    this.#emitOpened(runner, false);
    if (this.#bounceSettings.on) this.#startBounce(runner, null);
  }

  #emitOpened(runner: Runner, sameSource: boolean): void {
    const { kind, title, meshes, bodies, clips, zUp, bounds, outline, frameSizeRatio, placement, hasDeformers } = runner.source;
    this.#bodySnapshots.reset(runner);
    this.emit({
      kind: "opened",
      sameSource,
      session: ++this.#session,
      source: kind,
      title,
      meshes: [...meshes],
      bodies: [...bodies],
      frameCount: runner.source.frameCount(this.#clip),
      clips: [...clips],
      zUp,
      outline,
      frameSizeRatio,
      placement: placement ?? null,
      refusals: refusalsOf(this.mote, runner.source),
      hasDeformers,
      ...bounds,
    });
  }

  #setLanes(options: readonly WorldOptions[]): void {
    this.#options = options;
    if (this.#runner) this.#createLanes(this.#runner);
  }

  #setSettings(settings: EngineSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (!settings.impacts || settings.selfCollision !== before.selfCollision) this.#endSweep();
    const needLanes = ["onDemand", "selfCollision", "recall"] as const;
    if (this.#runner && needLanes.some((name) => settings[name] !== before[name])) this.#createLanes(this.#runner);
  }

  #createLanes(runner: Runner): void {
    const motions = this.#liveBounce()?.motions() ?? null;
    this.#stopBounce();
    for (const drag of this.#drags.values()) drag.releasePulls();
    runner.createLanes(this.#options, this.#settings);
    this.#bodySnapshots.reset(runner);
    if (motions) this.#startBounce(runner, motions);
  }

  // ----------------------------------------------------------------------------------------------
  // Dragging bodies

  /** Always answered, because the page matches answers to requests by their order. */
  #grab(runner: Runner, hand: Hand, tool: Tool, ray: Ray, radius: number): void {
    let hit: Grabbed["hit"] = null;
    try {
      this.#release(hand);
      if (runner.source.kind === "recording") return;
      hit = runner.castRay(ray);
      if (hit && !this.#isHeld(hit.body)) this.#startDrag(runner, hand, tool, hit, radius);
    } finally {
      this.emit({ kind: "grabbed", hit: this.#drags.has(hand) ? hit : null });
    }
  }

  /** Takes a body at its vertex that is nearest to the eye. */
  #take(runner: Runner, hand: Hand, tool: Tool, body: number, eye: Vector, radius: number): void {
    let hit: Grabbed["hit"] = null;
    try {
      this.#release(hand);
      if (runner.source.kind === "recording" || !runner.source.bodies[body] || this.#isHeld(body)) return;
      hit = { body, point: nearestPoint(runner.body(body).present(), eye) };
      this.#startDrag(runner, hand, tool, hit, radius);
    } finally {
      this.emit({ kind: "grabbed", hit: this.#drags.has(hand) ? hit : null });
    }
  }

  #isHeld(body: number): boolean {
    return [...this.#drags.values()].some((drag) => drag.body === body);
  }

  #startDrag(
    runner: Runner, hand: Hand, tool: Tool, { body, point }: NonNullable<Grabbed["hit"]>, radius: number,
  ): void {
    this.#leaveAnimation(runner);
    runner.detach(body, this.#clip, this.#playback.frame);
    const box = boxOf(runner.body(body).positions);
    this.#drags.set(hand, new Drag(tool, body, point, midpoint(box.min, box.max), radius, runner.detached));
    this.#liveBounce()?.hold(body);
  }

  #leaveAnimation(runner: Runner): void {
    if (!runner.leaveAnimation()) return;
    this.#createLanes(runner);
    runner.showFrame(this.#clip, this.#playback.frame);
  }

  /** While time stands still, a held body gets no speed from the way it is moved. */
  #moveBody(runner: Runner, body: number, to: Transform): void {
    if (this.#playback.playing) this.#liveBounce()?.moveHeld(body, to);
    else this.#liveBounce()?.placeHeld(body, to);
    runner.place(body, to);
  }

  #rotate(runner: Runner, hand: Hand, by: Quaternion): void {
    const drag = this.#drags.get(hand);
    if (!drag || !by.every(Number.isFinite)) return;
    drag.rotate(by);
    this.#placeHeld(runner, drag);
  }

  /** Puts a held body where the hand has it, or flush against another. */
  #placeHeld(runner: Runner, drag: Drag): void {
    this.#moveBody(runner, drag.body, this.#flush.constrain(runner, drag.body, drag.free, this.#boxes));
  }

  /** Applies the drag commands since the last frame. What one body is flush against may have moved too. */
  #applyDrags(runner: Runner): void {
    for (const drag of this.#drags.values()) this.#applyDrag(runner, drag);
    for (const drag of this.#drags.values()) if (this.#flush.isFlush(drag.body)) this.#placeHeld(runner, drag);
  }

  #applyDrag(runner: Runner, drag: Drag): void {
    if (drag.move()) this.#placeHeld(runner, drag);
    if (!drag.pull(runner.allLanes)) return;
    runner.detached.keepShape(drag.body, runner.body(drag.body));
    this.#bodySnapshots.markShapeChanged(drag.body);
    this.#liveBounce()?.updateShape(drag.body);
  }

  #endDrag(runner: Runner, hand: Hand): void {
    const drag = this.#drags.get(hand);
    try {
      if (drag) this.#applyDrag(runner, drag);
    } finally {
      this.#release(hand);
    }
  }

  #release(hand: Hand): void {
    const drag = this.#drags.get(hand);
    if (!drag) return;
    this.#drags.delete(hand);
    this.#flush.release(drag.body);
    this.#liveBounce()?.release(drag.body);
    drag.releasePulls();
  }

  #releaseAll(): void {
    for (const hand of [...this.#drags.keys()]) this.#release(hand);
  }

  // ----------------------------------------------------------------------------------------------
  // Bouncing

  #setBounce(runner: Runner, settings: BounceSettings): void {
    this.#bounceSettings = settings;
    const motions = this.#liveBounce()?.motions() ?? null;
    this.#stopBounce();
    if (settings.on) this.#startBounce(runner, motions);
  }

  /** If `motions` is null, bodies continue at the speeds that the source gives them. */
  #startBounce(runner: Runner, motions: readonly Motion[] | null): void {
    const { source, detached } = runner;
    if (source.kind === "recording") return;
    this.#leaveAnimation(runner);
    const { frame } = this.#playback;
    const initial = motions ?? sourceMotions(source, runner.primaryWorld, this.#clip, frame, detached.indices);
    source.bodies.forEach((_, body) => runner.detach(body, this.#clip, frame));
    const up: Vector = source.zUp ? [0, 0, 1] : [0, 1, 0];
    this.#bounce = new Bounce(this.#bounceSettings, source.bounds, up, runner.primary, detached, initial);
    for (const { body } of this.#drags.values()) this.#bounce.hold(body);
  }

  /** The simulation. Stops it first if its lane has failed and given up its bodies. */
  #liveBounce(): Bounce | null {
    if (this.#bounce && !this.#bounce.isAlive) this.#stopBounce();
    return this.#bounce;
  }

  #stopBounce(): void {
    this.#bounce?.dispose();
    this.#bounce = null;
  }

  #reset(runner: Runner): void {
    this.#releaseAll();
    this.#stopBounce();
    runner.returnToAnimation();
    this.#createLanes(runner);
    if (this.#bounceSettings.on) this.#startBounce(runner, null);
  }

  // ----------------------------------------------------------------------------------------------
  // Recording

  /** The present frame, or all frames of the source or clip with bodies that were moved where they are. */
  #record(runner: Runner, frames: "one" | "all"): void {
    const { source, lanes } = runner;
    const world = lanes.find((lane) => lane.sourceWorld)?.sourceWorld?.world;
    if (!world) throw new UserError("there is nothing to record: the method cannot run on these bodies");
    if (source.kind === "recording") throw new UserError("this is already a recording");
    world.record();
    if (frames === "one") world.detect();
    else this.#detectAll(runner, world);
    const bytes = withNames(world.stopRecording(), source.bodies.map((body) => body.name));
    const title = source.title.replace(/[^A-Za-z0-9-]+/g, "-");
    const what = frames === "one" ? this.#playback.frame : "all";
    this.emit({ kind: "recording", name: `${title}-${what}.${RECORDING_EXTENSION}`, bytes });
  }

  #detectAll(runner: Runner, world: World): void {
    const count = runner.source.frameCount(this.#clip);
    for (let frame = 0; frame < count; frame++) {
      runner.showFrame(this.#clip, frame);
      world.detect();
    }
    runner.showFrame(this.#clip, this.#playback.frame);
  }
}
