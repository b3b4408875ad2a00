// Uses a tool: a press asks the engine which body is there. A grabbed body follows the pointer; a press beside all bodies
// orbits the camera instead.

import * as THREE from "three";
import type { Quaternion, Ray, Tool, Vector } from "../protocol.js";
import type { Axes } from "./orbit_camera.js";
import type { Point } from "./viewports.js";

/** Calls to the engine. */
export interface GrabHandlers {
  grab(tool: Tool, ray: Ray): Promise<{ body: number; point: Vector } | null>;
  /** Target of the grabbed point. */
  drag(to: Vector): void;
  /** Relative to the present rotation. */
  rotate(by: Quaternion): void;
  release(): void;
}

/** The present view of the scene. */
export interface View {
  /** The ray through a pixel of the pressed lane. */
  ray(at: Point): Ray;
  axes(): Axes;
  orbit(by: Point): void;
}

interface Press {
  tool: Tool;
  start: Point;
  at: Point;
  state: "waiting" | "held" | "missed";
  ended: boolean;
  body: number;
  point: Vector;
  /** Distance of the grabbed point along the view direction. */
  depth: number;
  /** From the pointer, at that depth, to the grabbed point. */
  offset: Vector;
}

const RADIANS_PER_PIXEL = 0.01;
const RADIANS_PER_WHEEL_STEP = 0.15;
const DEPTH_FACTOR_PER_WHEEL_STEP = 1.05;

function rotation(axis: THREE.Vector3, angle: number): THREE.Quaternion {
  return new THREE.Quaternion().setFromAxisAngle(axis, angle);
}

export class Grab {
  readonly #handlers: GrabHandlers;
  readonly #view: View;
  #press: Press | null = null;

  constructor(handlers: GrabHandlers, view: View) {
    this.#handlers = handlers;
    this.#view = view;
  }

  /** The held body, and the target of the grabbed point. */
  get held(): { body: number; point: Vector; tool: Tool } | null {
    return this.#press?.state === "held" ? this.#press : null;
  }

  /** True if a body is held, or the engine has not answered yet. */
  get mayHold(): boolean {
    return this.#press !== null && this.#press.state !== "missed";
  }

  start(tool: Tool, at: Point): void {
    const press: Press = {
      tool, start: at, at, state: "waiting", ended: false, body: -1, point: [0, 0, 0], depth: 0, offset: [0, 0, 0],
    };
    this.#press = press;
    void this.#handlers.grab(tool, this.#view.ray(at)).then((hit) => this.#onHit(press, hit));
  }

  move(at: Point, by: Point): void {
    const press = this.#press;
    if (!press) return;
    press.at = at;
    if (press.state === "missed") this.#view.orbit(by);
    else if (press.state === "held") this.#follow(press, by);
  }

  wheel(steps: number): void {
    const press = this.#press;
    if (press?.state !== "held") return;
    if (press.tool === "turn") {
      this.#handlers.rotate(rotation(this.#view.axes().back, steps * RADIANS_PER_WHEEL_STEP).toArray() as Quaternion);
    } else {
      press.depth *= DEPTH_FACTOR_PER_WHEEL_STEP ** steps;
      this.#drag(press);
    }
  }

  /** Ends the press unless a body is held. Returns true if it did. */
  cancelUnlessHeld(): boolean {
    if (this.#press?.state === "held") return false;
    this.end();
    return true;
  }

  end(): void {
    const press = this.#press;
    if (!press) return;
    press.ended = true;
    this.#press = null;
    if (press.state === "held") this.#handlers.release();
  }

  #onHit(press: Press, hit: { body: number; point: Vector } | null): void {
    const moved = { x: press.at.x - press.start.x, y: press.at.y - press.start.y };
    if (!hit) {
      press.state = "missed";
      if (!press.ended) this.#view.orbit(moved);
      return;
    }
    if (press.ended && this.#press) return; // a new press has begun
    press.state = "held";
    press.body = hit.body;
    press.point = hit.point;
    const { origin } = this.#view.ray(press.start);
    const { back } = this.#view.axes();
    press.depth = -back.dot(new THREE.Vector3(...hit.point.map((value, i) => value - origin[i]!)));
    const under = this.#at(press.start, press.depth);
    press.offset = hit.point.map((value, i) => value - under[i]!) as Vector;
    if (moved.x !== 0 || moved.y !== 0) this.#follow(press, moved);
    if (press.ended) this.#handlers.release();
  }

  #follow(press: Press, by: Point): void {
    if (press.tool !== "turn") {
      this.#drag(press);
      return;
    }
    const { up, right } = this.#view.axes();
    const turned = rotation(up, by.x * RADIANS_PER_PIXEL).multiply(rotation(right, by.y * RADIANS_PER_PIXEL));
    this.#handlers.rotate(turned.toArray() as Quaternion);
  }

  /** Drags in the plane through the grabbed point that is parallel to the image. */
  #drag(press: Press): void {
    press.point = this.#at(press.at, press.depth).map((value, i) => value + press.offset[i]!) as Vector;
    this.#handlers.drag(press.point);
  }

  #at(pixel: Point, depth: number): Vector {
    const { origin, direction } = this.#view.ray(pixel);
    const { back } = this.#view.axes();
    const length = depth / -back.dot(new THREE.Vector3(...direction));
    return origin.map((value, i) => value + direction[i]! * length) as Vector;
  }
}
