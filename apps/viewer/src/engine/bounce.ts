// Bodies that fly, meet and bounce within walls around the scene.

import { MoteError, type Body, type Dynamics } from "mote-collision";
import type { Bouncing, Vector } from "../protocol.js";
import { enlarged, type Box } from "./bounds.js";
import type { Lane } from "./lane.js";
import type { OwnBodies } from "./own_bodies.js";
import { product, quaternionOf, rotationAbout, translation, type Transform } from "./transform.js";

/** The walls are this much wider than what the scene needs. */
const ROOM = 1.3;
/** Share of the depth by which bodies that are inside each other part in a step. */
const PUSH_APART = 0.2;

export interface Motion {
  velocity: Vector;
  angularVelocity: Vector;
}

export class Bounce {
  readonly #dynamics: Dynamics;
  #meanMass = 1;

  /** All bodies must be own ones, and start with the given motions. Time is counted in frames. */
  constructor(
    bouncing: Bouncing,
    bounds: Box,
    up: Vector,
    private readonly leader: Lane,
    own: OwnBodies,
    motions: readonly Motion[],
  ) {
    const { world, bodies } = leader.performance!;
    const size = Math.hypot(...bounds.max.map((value, i) => value - bounds.min[i]!));
    const gravity = up.map((part) => -part * bouncing.gravity * size * 1e-4) as Vector;
    this.#dynamics = world.createDynamics({
      restitution: bouncing.restitution,
      wallRestitution: bouncing.restitution,
      gravity,
      walls: enlarged(bounds, ROOM),
      pushApart: PUSH_APART,
    });
    try {
      bodies.forEach((body, i) => {
        const transform = own.transform(i);
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

  /** False once the leader has refused its bodies: then they are gone. */
  get isAlive(): boolean {
    return this.leader.performance !== null;
  }

  get #bodies() {
    return this.leader.performance!.bodies;
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

  /** Where a held body is to be at the end of the next step. */
  carry(body: number, to: Transform): void {
    this.#dynamics.moveHeld(this.#bodies[body]!, to.slice(9) as Vector, [...quaternionOf(to)]);
  }

  /** The body has the shape that the world now knows of; pulled inside out, it keeps the inertia that it had. */
  reshape(body: number): void {
    try {
      this.#dynamics.setShape(this.#bodies[body]!);
    } catch (error) {
      if (!(error instanceof MoteError)) throw error;
    }
  }

  release(body: number): void {
    this.#dynamics.release(this.#bodies[body]!);
  }

  /** Moves all bodies by a number of frames, in all lanes; the world of the leader is then to be asked what touches. */
  advance(frames: number, own: OwnBodies, lanes: readonly Lane[]): void {
    this.#dynamics.advance(frames);
    this.#bodies.forEach((body, i) => own.place(i, this.#transform(body), lanes));
  }

  #transform(body: Body): Transform {
    const { position, rotation } = this.#dynamics.state(body);
    return product(translation(position), rotationAbout([0, 0, 0], rotation));
  }

  /** Answers what the leader has found; the velocity that the strongest impact gave a body of mean mass. */
  react(frames: number): number {
    this.#dynamics.react(frames);
    return this.#dynamics.report().largestImpulse / this.#meanMass;
  }

  dispose(): void {
    this.#dynamics.dispose();
  }
}

