// mote in the race.

import type { Mote } from "mote-collision";
import type { MeshData } from "../protocol.js";
import { compete, type Contestant } from "./contestant.js";

function createContestant(mote: Mote, meshes: readonly MeshData[]): Contestant {
  const world = mote.createWorld({ contacts: false });
  const bodies = meshes.map(({ positions, triangles }) => world.add(mote.createMesh(positions, triangles)));
  return {
    detect(positions) {
      bodies.forEach((body, i) => body.setPositions(positions[i]!));
      world.detect();
    },
    facePairs: () => world.report().facePairs.slice(),
    dispose: () => world.dispose(),
  };
}

await compete((mote) => `mote ${mote.version}`, createContestant);
