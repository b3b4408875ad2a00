// The layer of costs: how often each face is tested, against the counters of the library and against a slow count.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "mote-collision";
import { compiled } from "../compile.mjs";

const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
const { FaceCosts, METHODS_WITH_COSTS, COST_LEVELS } = await compiled("engine/face_costs.ts");
const { BufferPool } = await compiled("engine/buffer_pool.ts");
const { boxOf } = await compiled("engine/bounds.ts");

/** A scene in a world of its own, with what the layer needs of it. */
function open(name, method, options = {}) {
  const scene = mote.openScene(name, { detail: 600 });
  const world = mote.createWorld({ method, contacts: false, ...options });
  const bodies = scene.addTo(world);
  const meshes = bodies.map((_, i) => ({ triangles: scene.mesh(i).triangles.slice() }));
  return { scene, world, bodies, meshes, costs: new FaceCosts(meshes, meshes.map((_, mesh) => ({ mesh }))) };
}

function collect({ bodies, costs }, tolerance = 0) {
  const positions = bodies.map((body) => body.present().slice());
  return costs.collect((body) => positions[body], positions.map((all) => boxOf(all)), tolerance, new BufferPool());
}

for (const method of METHODS_WITH_COSTS)
  test(`the tests of all faces are twice the candidates of ${method}`, () => {
    let tested = 0;
    for (const name of ["blobs", "teapot-sphere", "letters-mv", "tori", "deforming-spheres-4", "hand-chair", "far-away"]) {
      const opened = open(name, method);
      for (const part of [0, 0.2, 0.4, 0.6]) {
        opened.scene.show(Math.floor(part * opened.scene.frameCount), opened.bodies);
        const { candidates } = opened.world.detect().stats();
        collect(opened);
        assert.equal(opened.costs.total, 2 * candidates, `${name}, frame ${part}`);
        tested += candidates;
      }
      opened.world.dispose();
    }
    assert.ok(tested > 1000, `${tested} candidates`);
  });

test("faces are in the level of their number of tests", () => {
  const opened = open("blobs", "hybrid");
  opened.scene.show(90, opened.bodies);
  opened.world.detect();
  const { faces, starts } = collect(opened);
  assert.equal(starts.length, 2 * COST_LEVELS + 1);
  assert.equal(starts.at(-1), faces.length);
  const boxes = opened.bodies.map((body, i) => {
    const positions = body.present();
    return Array.from({ length: opened.meshes[i].triangles.length / 3 }, (_, face) => {
      const corners = [0, 1, 2].map((k) => positions.subarray(3 * opened.meshes[i].triangles[3 * face + k]).slice(0, 3));
      return [0, 1, 2].map((k) => [Math.min(...corners.map((c) => c[k])), Math.max(...corners.map((c) => c[k]))]);
    });
  });
  const meet = (a, b) => a.every(([low, high], k) => low <= b[k][1] && b[k][0] <= high);
  const level = (count) => Math.min(COST_LEVELS - 1, Math.floor(Math.log2(count)));
  for (const body of [0, 1]) {
    const slow = Array.from({ length: COST_LEVELS }, () => 0);
    for (const box of boxes[body]) {
      const count = boxes[1 - body].filter((other) => meet(box, other)).length;
      if (count > 0) slow[level(count)]++;
    }
    const fast = slow.map((_, k) => (starts[body * COST_LEVELS + k + 1] - starts[body * COST_LEVELS + k]) / 3);
    assert.deepEqual(fast, slow);
    assert.ok(slow.filter((count) => count > 0).length > 2, `${slow}`);
  }
});
