// Moves the camera along with bodies that travel far.

import type { Vector } from "../protocol.js";
import type { CameraState } from "./renderer.js";

/** Bodies travel far if the size of one frame, relative to all frames, is below this. */
const FOLLOW_BELOW = 0.6;
/** Extra space around the bodies. */
const MARGIN = 1.2;

export class CameraFollower {
  #ratio = 1;
  #zoomsIn = false;
  #last: Vector | null = null;

  constructor(private readonly renderer: { camera: CameraState }) {}

  /** `ratio` is the size of one frame relative to all frames. If `zoomsIn`, the camera also moves close to the bodies. */
  open(ratio: number, zoomsIn: boolean): void {
    this.#ratio = ratio;
    this.#zoomsIn = zoomsIn;
    this.#last = null;
  }

  /** `center` is that of all bodies in this frame. */
  follow(center: Vector): void {
    if (this.#ratio > FOLLOW_BELOW || !center.every(Number.isFinite)) return;
    const { camera } = this.renderer;
    if (this.#last) {
      const last = this.#last;
      const target = camera.target.map((value, i) => value + center[i]! - last[i]!) as Vector;
      this.renderer.camera = { ...camera, target };
    } else if (this.#zoomsIn) {
      this.renderer.camera = { ...camera, target: center, distance: camera.distance * this.#ratio * MARGIN };
    }
    this.#last = center;
  }
}
