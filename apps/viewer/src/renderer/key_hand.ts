// A hand that keys move: it takes one body after the other, and moves, turns or pulls what it holds.

import * as THREE from "three";
import type { Quaternion, Tool, Vector } from "../protocol.js";
import type { Axes } from "./orbit_camera.js";

export interface KeyHandHandlers {
  take(tool: Tool, body: number, eye: Vector): Promise<{ body: number; point: Vector } | null>;
  /** Target of the point by which the body is held. */
  drag(to: Vector): void;
  /** Relative to the present rotation. */
  rotate(by: Quaternion): void;
  release(): void;
}

export interface KeyView {
  axes(): Axes;
  eye(): Vector;
}

/** Steps to the right, up and towards the viewer. */
export type Steps = readonly [number, number, number];

/** Relative to the size of the scene. */
const STEP = 0.02;
const RADIANS_PER_STEP = 0.12;

export class KeyHand {
  #held: { body: number; point: Vector; tool: Tool } | null = null;
  #bodyCount = 0;
  #next = 0;
  #size = 1;

  constructor(
    private readonly handlers: KeyHandHandlers,
    private readonly view: KeyView,
  ) {}

  open(bodyCount: number, size: number): void {
    this.#held = null;
    this.#bodyCount = bodyCount;
    this.#size = size;
    this.#next = 0;
  }

  get held(): { body: number; point: Vector; tool: Tool } | null {
    return this.#held;
  }

  /** Lets go and takes the next body, or the previous one. Returns its index; null if there is none to take. */
  async choose(tool: Tool, by: 1 | -1): Promise<number | null> {
    this.letGo();
    if (this.#bodyCount === 0) return null;
    const body = (this.#next + (by < 0 ? this.#bodyCount - 2 : 0) + this.#bodyCount) % this.#bodyCount;
    this.#next = body + 1;
    return this.#take(tool, body);
  }

  /** The tool has changed: what is held is held by it. */
  async setTool(tool: Tool): Promise<void> {
    const held = this.#held;
    if (!held || held.tool === tool) return;
    this.letGo();
    if (tool !== "look") await this.#take(tool, held.body);
  }

  async #take(tool: Tool, body: number): Promise<number | null> {
    const hit = await this.handlers.take(tool, body, this.view.eye());
    this.#held = hit && { ...hit, tool };
    return hit && hit.body;
  }

  /** Returns false if nothing is held. */
  move([right, up, back]: Steps): boolean {
    const held = this.#held;
    if (!held) return false;
    const axes = this.view.axes();
    if (held.tool === "turn") this.#turn(axes, right, up, back);
    else {
      const to = new THREE.Vector3(...held.point);
      to.addScaledVector(axes.right, right * STEP * this.#size).addScaledVector(axes.up, up * STEP * this.#size);
      held.point = to.addScaledVector(axes.back, back * STEP * this.#size).toArray();
      this.handlers.drag(held.point);
    }
    return true;
  }

  #turn(axes: Axes, right: number, up: number, back: number): void {
    const about = (axis: THREE.Vector3, steps: number) =>
      new THREE.Quaternion().setFromAxisAngle(axis, steps * RADIANS_PER_STEP);
    const turned = about(axes.up, right).multiply(about(axes.right, -up)).multiply(about(axes.back, back));
    this.handlers.rotate(turned.toArray() as Quaternion);
  }

  /** Returns false if nothing was held. */
  letGo(): boolean {
    if (!this.#held) return false;
    this.#held = null;
    this.handlers.release();
    return true;
  }
}
