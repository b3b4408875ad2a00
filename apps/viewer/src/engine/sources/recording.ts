// A recording of `mote record` or of this page, replayed by the method of each lane.

import type { Body, Mote, Player, Report, World, WorldOptions } from "mote-collision";
import type { BodyInfo, MeshData } from "../../protocol.js";
import { cornersOf, emptyBox, expand, type Box } from "../bounds.js";
import { UserError } from "../errors.js";
import { namesIn } from "../recording_names.js";
import type { SourceWorld, Source } from "./source.js";

/** Bodies may be added and removed between frames; see `updateBodies`. */
export class RecordingSource implements Source {
  readonly kind = "recording";
  bodies: readonly BodyInfo[] = [];
  meshes: readonly MeshData[] = [];
  readonly clips = [];
  readonly zUp = true;
  readonly hasDeformers = false;
  readonly frameSizeRatio = 1;
  readonly bounds: Box = emptyBox();
  get outline(): Float32Array<ArrayBuffer> {
    return cornersOf([this.bounds]);
  }
  readonly #frameCount: number;
  readonly #names: readonly string[];

  constructor(
    mote: Mote,
    readonly title: string,
    private readonly bytes: Uint8Array,
  ) {
    this.#names = namesIn(bytes);
    const player = mote.play(bytes);
    try {
      if (player.frameCount === 0) throw new UserError("the recording has no complete frame");
      this.#frameCount = player.frameCount;
      player.step();
      this.updateBodies(player.bodies);
    } finally {
      player.dispose();
    }
  }

  updateBodies(bodies: readonly Body[]): boolean {
    const names = bodies.map((body) => this.#names[body.index] ?? `body ${body.index}`);
    const same = (name: string, i: number) =>
      this.bodies[i]?.name === name && this.meshes[i]?.triangles.length === 3 * bodies[i]!.triangleCount;
    if (names.length === this.bodies.length && names.every(same)) return false;
    this.bodies = names.map((name, mesh) => ({ name, mesh }));
    this.meshes = bodies.map((body) => {
      const positions = body.present().slice();
      expand(this.bounds, positions);
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

  createWorld(mote: Mote, options: WorldOptions): SourceWorld {
    return new RecordingWorld(() => mote.play(this.bytes, options.method));
  }

  dispose(): void {}
}

class RecordingWorld implements SourceWorld {
  #player: Player;
  /** The frame that the player is at; -1 before the first. */
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

  /** Players only go forward: an earlier frame needs a new player. */
  showFrame(_clip: number, frame: number): void {
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
