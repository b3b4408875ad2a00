// A camera that looks at a target from a direction and a distance. Angles are in radians; positions are in the world.

import * as THREE from "three";
import type { Vector } from "../protocol.js";

export interface CameraState {
  target: Vector;
  yaw: number;
  pitch: number;
  distance: number;
}

const MAX_PITCH = Math.PI / 2 - 0.01;
/** Tangent of half the field of view along the shorter side of the image. */
const HALF_VIEW = Math.tan((17.5 * Math.PI) / 180);
const FIRST_YAW = 0.6;
const FIRST_PITCH = 0.35;
/** Relative to the size of the scene. */
const MIN_DISTANCE = 1e-3;
const MAX_DISTANCE = 50;
/** Extra space around what is shown. */
const FIT_FACTOR = 1.04;
/** The remaining movement halves in this time. */
const HALF_LIFE_MS = 45;

/** Half the height of the visible area at distance 1. */
function halfHeight(aspect: number): number {
  return HALF_VIEW / Math.min(1, aspect);
}

/** Fractions of the image that tools and text cover. */
export interface Insets {
  top: number;
  bottom: number;
}

const NO_INSETS: Insets = { top: 0, bottom: 0 };

export interface Axes {
  right: THREE.Vector3;
  up: THREE.Vector3;
  /** From the target to the camera. */
  back: THREE.Vector3;
}

/** Moves smoothly from its present state to its goal. */
export class OrbitCamera {
  readonly camera = new THREE.PerspectiveCamera();
  #zUp = false;
  #min: Vector = [-1, -1, -1];
  #max: Vector = [1, 1, 1];
  #origin: Vector = [0, 0, 0];
  /** Points that must be visible, three coordinates each. */
  #outline: Float32Array = new Float32Array(0);
  #insets: Insets = NO_INSETS;
  #goal: CameraState = { target: [0, 0, 0], yaw: FIRST_YAW, pitch: FIRST_PITCH, distance: 4 };
  #now: CameraState = this.#goal;
  #last = 0;
  /** True after `frameAll`, until the camera is moved. */
  #framed = false;

  /** Starts a new scene; `origin` is the origin of view coordinates. */
  open(min: Vector, max: Vector, zUp: boolean, origin: Vector, outline: Float32Array): void {
    [this.#min, this.#max, this.#zUp, this.#origin, this.#outline] = [min, max, zUp, origin, outline];
    this.#goal = { ...this.#goal, yaw: FIRST_YAW, pitch: FIRST_PITCH };
  }

  get state(): CameraState {
    return { ...this.#goal, target: [...this.#goal.target] };
  }

  /** Moves without animation. */
  set state(state: CameraState) {
    this.#framed = false;
    this.#goal = this.#clamped(state);
    this.#now = this.#goal;
  }

  get size(): number {
    return Math.hypot(...this.#max.map((value, i) => value - this.#min[i]!)) || 1;
  }

  /**
   * Shows everything as large as possible, from the present direction. A point at (x, y, z) along the axes of the camera is
   * within the right edge if x <= cx + (d - z) t, with the target at cx, the distance d and the tangent t of half the view;
   * so the extremes of x + z t and of z t - x give the least distance and the target, and likewise for top and bottom.
   */
  frameAll(aspect: number, atOnce: boolean): void {
    const middle = this.#max.map((value, i) => (value + this.#min[i]!) / 2) as Vector;
    const { right, up, back } = this.axes(this.#goal);
    const tall = halfHeight(aspect);
    const side = tall * aspect;
    const [top, bottom] = [tall * (1 - 2 * this.#insets.top), tall * (1 - 2 * this.#insets.bottom)];
    const reach = { right: -Infinity, left: -Infinity, top: -Infinity, bottom: -Infinity };
    const point = new THREE.Vector3();
    for (let i = 0; i < this.#outline.length; i += 3) {
      point.set(this.#outline[i]! - middle[0], this.#outline[i + 1]! - middle[1], this.#outline[i + 2]! - middle[2]);
      const [x, y, z] = [point.dot(right), point.dot(up), point.dot(back)];
      reach.right = Math.max(reach.right, x + z * side);
      reach.left = Math.max(reach.left, z * side - x);
      reach.top = Math.max(reach.top, y + z * top);
      reach.bottom = Math.max(reach.bottom, z * bottom - y);
    }
    if (!Number.isFinite(reach.right + reach.left + reach.top + reach.bottom)) return;
    const across = (reach.right + reach.left) / (2 * side);
    const along = (reach.top + reach.bottom) / (top + bottom);
    const distance = FIT_FACTOR * Math.max(across, along);
    const cx = (reach.right - reach.left) / 2;
    const cy = (reach.top - distance * top + distance * bottom - reach.bottom) / 2;
    const target = point.set(...middle).addScaledVector(right, cx).addScaledVector(up, cy).toArray();
    this.#goal = this.#clamped({ ...this.#goal, target, distance });
    if (atOnce) this.#now = this.#goal;
    this.#framed = true;
  }

  /** What tools and text cover has changed: a camera that showed everything still does. */
  setInsets(insets: Insets, aspect: number): void {
    this.#insets = insets;
    this.setAspect(aspect);
  }

  /** The aspect ratio has changed: a camera that showed everything still does. */
  setAspect(aspect: number): void {
    if (this.#framed) this.frameAll(aspect, true);
  }

  /** Rotates by angles. */
  rotate(yaw: number, pitch: number): void {
    this.#goal = this.#clamped({ ...this.#goal, yaw: this.#goal.yaw + yaw, pitch: this.#goal.pitch + pitch });
  }

  /** Moves the target in world units, to the right and up in the image. */
  pan(right: number, up: number): void {
    this.#framed = false;
    const axes = this.axes(this.#goal);
    const target = new THREE.Vector3(...this.#goal.target);
    target.addScaledVector(axes.right, right).addScaledVector(axes.up, up);
    this.#goal = this.#clamped({ ...this.#goal, target: target.toArray() });
  }

  /** Multiplies the distance. The point at `right`, `up` from the center, in world units, stays in place. */
  zoom(factor: number, right: number, up: number): void {
    const before = this.#goal.distance;
    this.#goal = this.#clamped({ ...this.#goal, distance: before * factor });
    const rest = 1 - this.#goal.distance / before;
    this.pan(right * rest, up * rest);
  }

  /** World units per pixel at the target. */
  unitsPerPixel(width: number, height: number): number {
    return (2 * this.#goal.distance * HALF_VIEW) / Math.min(width, height);
  }

  axes(state: CameraState = this.#now): Axes {
    const [cy, sy] = [Math.cos(state.yaw), Math.sin(state.yaw)];
    const [cp, sp] = [Math.cos(state.pitch), Math.sin(state.pitch)];
    const axes = {
      right: new THREE.Vector3(cy, 0, -sy),
      up: new THREE.Vector3(-sp * sy, cp, -sp * cy),
      back: new THREE.Vector3(cp * sy, sp, cp * cy),
    };
    if (this.#zUp) for (const axis of Object.values(axes)) axis.set(axis.x, -axis.z, axis.y);
    return axes;
  }

  /** Moves towards the goal. Returns false if it was there already. */
  advance(now: number): boolean {
    const elapsed = Math.min(100, now - this.#last);
    this.#last = now;
    if (this.#now === this.#goal) return false;
    const rest = 0.5 ** (elapsed / HALF_LIFE_MS);
    const [from, to] = [this.#now, this.#goal];
    const mix = (a: number, b: number): number => b + (a - b) * rest;
    const next: CameraState = {
      target: from.target.map((value, i) => mix(value, to.target[i]!)) as Vector,
      yaw: mix(from.yaw, to.yaw),
      pitch: mix(from.pitch, to.pitch),
      distance: mix(from.distance, to.distance),
    };
    const left =
      Math.abs(next.yaw - to.yaw) +
      Math.abs(next.pitch - to.pitch) +
      Math.abs(next.distance / to.distance - 1) +
      Math.hypot(...next.target.map((value, i) => value - to.target[i]!)) / to.distance;
    this.#now = left < 1e-4 ? to : next;
    return true;
  }

  /** Updates the camera of three.js. */
  updateCamera(aspect: number): void {
    const { camera } = this;
    const axes = this.axes();
    const { target, distance } = this.#now;
    camera.position.fromArray(target.map((value, i) => value - this.#origin[i]!)).addScaledVector(axes.back, distance);
    camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(axes.right, axes.up, axes.back));
    const middle = this.#max.map((value, i) => (value + this.#min[i]!) / 2 - this.#origin[i]!);
    const away = camera.position.distanceTo(new THREE.Vector3().fromArray(middle));
    const size = this.size;
    // Bodies may be moved out of the scene: the range is two scene sizes in front of it and ten behind.
    camera.near = Math.max(away - 2 * size, Math.min(0.05 * distance, 0.01 * size));
    camera.far = away + 10 * size;
    camera.aspect = aspect;
    camera.fov = (360 / Math.PI) * Math.atan(halfHeight(aspect));
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  #clamped(state: CameraState): CameraState {
    const size = this.size;
    const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
    return {
      target: state.target,
      yaw: state.yaw,
      pitch: limited(state.pitch, -MAX_PITCH, MAX_PITCH),
      distance: limited(state.distance, MIN_DISTANCE * size, MAX_DISTANCE * size),
    };
  }
}
