// three-mesh-bvh in the race.

import type { Mote } from "mote-collision";
import { BufferAttribute, BufferGeometry, Matrix4 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { ByBvh } from "../../../../bindings/js/bench/by_bvh.mjs";
import { dependencies } from "../../package.json";
import type { MeshData } from "../protocol.js";
import { compete, type Contestant } from "./contestant.js";

/** What `key` of ByBvh multiplies the first face by. */
const FIRST = 2 ** 26;

function createContestant(_mote: Mote, meshes: readonly MeshData[]): Contestant {
  const modules = { BufferAttribute, BufferGeometry, Matrix4, MeshBVH };
  const bodies = new ByBvh(modules, meshes.map((mesh) => mesh.positions), meshes.map((mesh) => mesh.triangles));
  return {
    detect: (positions) => bodies.detect(positions),
    facePairs: () => Uint32Array.from(bodies.pairs().flatMap((pair) => [Math.floor(pair / FIRST), pair % FIRST])),
    dispose() {},
  };
}

await compete(() => `three-mesh-bvh ${dependencies["three-mesh-bvh"]}`, createContestant);
