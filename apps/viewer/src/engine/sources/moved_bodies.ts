// The bodies of a scene or of files in one world: any frame can be shown at any time.

import type { Body, Report, World } from "mote-collision";
import type { Performance } from "./source.js";

type Show = (index: number, body: Body, clip: number, frame: number) => void;

export class MovedBodies implements Performance {
  readonly bodies: readonly Body[];

  /** Takes the world over, also if bodies are refused. */
  constructor(
    readonly world: World,
    add: (world: World) => Body[],
    private readonly showBody: Show,
  ) {
    try {
      this.bodies = add(world);
    } catch (error) {
      world.dispose();
      throw error;
    }
  }

  show(clip: number, frame: number, held: ReadonlySet<number>): void {
    this.bodies.forEach((body, i) => {
      if (!held.has(i)) this.showBody(i, body, clip, frame);
    });
  }

  detect(): Report {
    return this.world.detect();
  }

  dispose(): void {
    this.world.dispose();
  }
}
