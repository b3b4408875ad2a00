// The camera goes along with bodies that travel far.

import type { Vector } from "../protocol.js";
import type { CameraState } from "./renderer.js";

/** Bodies travel far if one frame is smaller than this part of all frames. */
const FOLLOW_BELOW = 0.6;
/** Around what is followed there is more to see. */
const MARGIN = 1.2;

export class CameraFollower {
  #part = 1;
  #nearer = false;
  #last: Vector | null = null;

  constructor(private readonly stage: { camera: CameraState }) {}

  /** `part` is how large one frame is within all; `nearer`: the camera also comes as near as that allows. */
  open(part: number, nearer: boolean): void {
    this.#part = part;
    this.#nearer = nearer;
    this.#last = null;
  }

  /** All bodies are around `middle` now. */
  follow(middle: Vector): void {
    if (this.#part > FOLLOW_BELOW || !middle.every(Number.isFinite)) return;
    const { camera } = this.stage;
    if (this.#last) {
      const last = this.#last;
      const target = camera.target.map((value, i) => value + middle[i]! - last[i]!) as Vector;
      this.stage.camera = { ...camera, target };
    } else if (this.#nearer) {
      this.stage.camera = { ...camera, target: middle, distance: camera.distance * this.#part * MARGIN };
    }
    this.#last = middle;
  }
}
