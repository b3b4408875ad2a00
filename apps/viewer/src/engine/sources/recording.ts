// A recording of `mote record` or of this page, played by each lane's method.

import type { Body, Mote, Player, Report, World, WorldOptions } from "mote-collision";
import type { BodyInfo, MeshData } from "../../protocol.js";
import { emptyBox, grow, type Box } from "../bounds.js";
import { Refusal } from "../refusal.js";
import type { Performance, Source } from "./source.js";

/** Bodies may come and go: `adopt` takes over those that there are now. */
export class RecordingSource implements Source {
  readonly kind = "recording";
  bodies: readonly BodyInfo[] = [];
  meshes: readonly MeshData[] = [];
  readonly clips = [];
  readonly zUp = true;
  readonly canOnDemand = false;
  readonly meetsItself = false;
  readonly part = 1;
  readonly bounds: Box = emptyBox();
  readonly #frameCount: number;

  constructor(
    mote: Mote,
    readonly title: string,
    private readonly bytes: Uint8Array,
  ) {
    const player = mote.play(bytes);
    try {
      if (player.frameCount === 0) throw new Refusal("the recording has no whole frame");
      this.#frameCount = player.frameCount;
      player.step();
      this.adopt(player.bodies);
    } finally {
      player.dispose();
    }
  }

  adopt(bodies: readonly Body[]): boolean {
    const names = bodies.map((body) => `body ${body.index}`);
    const same = (name: string, i: number) =>
      this.bodies[i]?.name === name && this.meshes[i]?.triangles.length === 3 * bodies[i]!.triangleCount;
    if (names.length === this.bodies.length && names.every(same)) return false;
    this.bodies = names.map((name, mesh) => ({ name, mesh }));
    this.meshes = bodies.map((body) => {
      const positions = body.present().slice();
      grow(this.bounds, positions);
      return { positions, triangles: body.triangles.slice() };
    });
    return true;
  }

  frameCount(): number {
    return this.#frameCount;
  }

  transform(): null {
    return null;
  }

  perform(mote: Mote, options: WorldOptions): Performance {
    return new PlayedRecording(() => mote.play(this.bytes, options.method));
  }

  dispose(): void {}
}

class PlayedRecording implements Performance {
  #player: Player;
  /** That the player has taken in; -1 before the first. */
  #frame = -1;

  constructor(private readonly start: () => Player) {
    this.#player = start();
  }

  get world(): World {
    return this.#player.world;
  }

  get bodies(): readonly Body[] {
    return this.#player.bodies;
  }

  /** Players only go forward: for an earlier frame another one starts. */
  show(_clip: number, frame: number): void {
    if (frame < this.#frame) {
      this.#player.dispose();
      this.#player = this.start();
      this.#frame = -1;
    }
    for (; this.#frame < frame; this.#frame++) this.#player.step();
  }

  detect(): Report {
    return this.#player.report();
  }

  dispose(): void {
    this.#player.dispose();
  }
}
