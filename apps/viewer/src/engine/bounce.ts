// Simulates bodies that fly, collide and bounce within walls around the scene.

import { MoteError, type Body, type Dynamics, type Rotation } from "mote-collision";
import type { BounceSettings, Vector } from "../protocol.js";
import { scaleBox, type Box } from "./bounds.js";
import type { Lane } from "./lane.js";
import type { DetachedBodies } from "./detached_bodies.js";
import { multiply, quaternionOf, rotationAbout, translation, type Transform } from "./transform.js";

/** Size of the walls, relative to the bounds of the scene. */
const WALL_SCALE = 1.3;
/** Fraction of the penetration depth that is removed per step. */
const PUSH_APART = 0.2;

/** The lower wall is the floor that is drawn, so that bodies come to rest on it. */
function wallsAround(bounds: Box, up: Vector): Box {
  const walls = scaleBox(bounds, WALL_SCALE);
  return { ...walls, min: walls.min.map((value, i) => (up[i] ? bounds.min[i]! : value)) as Vector };
}

export interface Motion {
  velocity: Vector;
  angularVelocity: Vector;
}

export class Bounce {
  readonly #dynamics: Dynamics;
  #meanMass = 1;

  /** All bodies must be detached. They start with the given motions. The unit of time is one frame. */
  constructor(
    settings: BounceSettings,
    bounds: Box,
    up: Vector,
    private readonly lane: Lane,
    detached: DetachedBodies,
    motions: readonly Motion[],
  ) {
    const { world, bodies } = lane.sourceWorld!;
    const size = Math.hypot(...bounds.max.map((value, i) => value - bounds.min[i]!));
    const gravity = up.map((part) => -part * settings.gravity * size * 1e-4) as Vector;
    this.#dynamics = world.createDynamics({
      restitution: settings.restitution,
      wallRestitution: settings.restitution,
      gravity,
      walls: wallsAround(bounds, up),
      pushApart: PUSH_APART,
    });
    try {
      bodies.forEach((body, i) => {
        const transform = detached.transform(i);
        const position = transform.slice(9) as Vector;
        this.#dynamics.add(body, { position, rotation: [...quaternionOf(transform)], ...motions[i]! });
      });
      const masses = bodies.map((body) => this.#dynamics.state(body).mass);
      this.#meanMass = masses.reduce((sum, mass) => sum + mass, 0) / masses.length;
    } catch (error) {
      this.#dynamics.dispose();
      throw error;
    }
  }

  /** False once the lane has failed: its bodies no longer exist. */
  get isAlive(): boolean {
    return this.lane.sourceWorld !== null;
  }

  get #bodies() {
    return this.lane.sourceWorld!.bodies;
  }

  motions(): Motion[] {
    return this.#bodies.map((body) => {
      const { velocity, angularVelocity } = this.#dynamics.state(body);
      return { velocity, angularVelocity };
    });
  }

  hold(body: number): void {
    this.#dynamics.hold(this.#bodies[body]!);
  }

  /** Sets where a held body will be at the end of the next step. */
  moveHeld(body: number, to: Transform): void {
    this.#dynamics.moveHeld(this.#bodies[body]!, to.slice(9) as Vector, [...quaternionOf(to)]);
  }

  /** Puts a held body somewhere at once, at rest. */
  placeHeld(body: number, to: Transform): void {
    const held = this.#bodies[body]!;
    const [position, rotation] = [to.slice(9) as Vector, [...quaternionOf(to)] as Rotation];
    this.#dynamics.set(held, { position, rotation, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
    this.#dynamics.moveHeld(held, position, rotation); // replaces an earlier target
  }

  /** Updates the inertia to the present shape of the body. A body that was pulled inside out keeps its inertia. */
  updateShape(body: number): void {
    try {
      this.#dynamics.setShape(this.#bodies[body]!);
    } catch (error) {
      if (!(error instanceof MoteError)) throw error;
    }
  }

  release(body: number): void {
    this.#dynamics.release(this.#bodies[body]!);
  }

  /** Moves all bodies by a number of frames, in all lanes. Detection must follow, and then `react`. */
  advance(frames: number, detached: DetachedBodies, lanes: readonly Lane[]): void {
    this.#dynamics.advance(frames);
    this.#bodies.forEach((body, i) => detached.place(i, this.#transform(body), lanes));
  }

  #transform(body: Body): Transform {
    const { position, rotation } = this.#dynamics.state(body);
    return multiply(translation(position), rotationAbout([0, 0, 0], rotation));
  }

  /** Responds to the contacts of the last detection. Returns the speed change of the strongest impact, for a mean mass. */
  react(frames: number): number {
    this.#dynamics.react(frames);
    return this.#dynamics.report().largestImpulse / this.#meanMass;
  }

  dispose(): void {
    this.#dynamics.dispose();
  }
}

