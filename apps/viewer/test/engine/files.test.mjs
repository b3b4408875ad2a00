// Files of the visitor: where they are placed, what color they have; and bodies that keys take.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "mote-collision";
import { compiled } from "../compile.mjs";

const { Engine } = await compiled("engine/engine.ts");
const { materialColors } = await compiled("engine/sources/material_colors.ts");
const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));

/** A tetrahedron of some size at some place. */
function obj(name, size, [x, y, z]) {
  const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map((c) => [x + size * c[0], y + size * c[1], z + size * c[2]]);
  const lines = [...corners.map((c) => `v ${c.join(" ")}`), "f 1 3 2", "f 1 2 4", "f 1 4 3", "f 2 3 4"];
  return { name, bytes: new TextEncoder().encode(lines.join("\n")) };
}

function open(files, placement) {
  const events = [];
  const engine = new Engine(mote, (event) => events.push(event));
  engine.execute({ kind: "lanes", lanes: [{ method: "hybrid" }] });
  engine.execute({ kind: "open", source: { kind: "files", files, ...(placement && { placement }) }, frame: 0 });
  return { engine, events, opened: events.find((event) => event.kind === "opened") };
}

function boxOf(positions) {
  const axis = (k) => positions.filter((_, i) => i % 3 === k);
  return { min: [0, 1, 2].map((k) => Math.min(...axis(k))), max: [0, 1, 2].map((k) => Math.max(...axis(k))) };
}

test("files that belong together stay as they are, and can be put side by side", () => {
  const files = [obj("a.obj", 1, [0, 0, 0]), obj("b.obj", 1, [0.2, 0.1, 0])];
  const { opened, engine } = open(files);
  assert.equal(opened.placement, "files");
  assert.ok(engine.tick().lanes[0].facePairs > 0);
  const beside = open(files, "beside");
  assert.equal(beside.opened.placement, "beside");
  assert.equal(beside.engine.tick().lanes[0].facePairs, 0);
});

test("files far apart, or of other units, are placed side by side and of one size", () => {
  const far = [obj("a.obj", 1, [0, 0, 0]), obj("b.obj", 1000, [5e4, 0, 0]), obj("c.obj", 0.01, [0, 0, 0])];
  const { opened } = open(far);
  assert.equal(opened.placement, "beside");
  const boxes = opened.meshes.map((mesh) => boxOf(mesh.positions));
  for (const { min, max } of boxes) {
    assert.ok(Math.abs(max[0] - min[0] - 1) < 1e-3, "of one size");
    assert.ok(Math.abs(min[1]) < 1e-6, "on one floor");
  }
  assert.ok(boxes[0].max[0] < boxes[1].min[0] && boxes[1].max[0] < boxes[2].min[0], "in a row");
  const kept = open(far, "files").opened;
  assert.deepEqual(boxOf(kept.meshes[1].positions).min, [5e4, 0, 0]);
});

test("what methods cannot do is known before they are tried", () => {
  for (const name of ["letters-tt", "letters-mv", "spheres-6", "smith-convex-4", "stack", "self-fold", "teapot-sphere"]) {
    const events = [];
    const engine = new Engine(mote, (event) => events.push(event));
    engine.execute({ kind: "open", source: { kind: "scene", name, seed: 1, speed: 1, detail: 0 }, frame: 0 });
    const { refusals } = events.find((event) => event.kind === "opened");
    for (const { name: method } of mote.methods) {
      engine.execute({ kind: "lanes", lanes: [{ method }] });
      engine.execute({ kind: "seek", frame: 1 });
      const [{ error }] = engine.tick().lanes;
      assert.equal(method in refusals, error !== null, `${name} by ${method}: ${error}`);
    }
  }
});

test("one file has no placement", () => {
  assert.equal(open([obj("a.obj", 1, [0, 0, 0])]).opened.placement, null);
});

test("the color of a node is that of the material of most of its faces", () => {
  const gltf = {
    nodes: [{ name: "shirt", mesh: 0 }, { name: "plain", mesh: 1 }],
    meshes: [
      { primitives: [{ material: 0, indices: 0, attributes: {} }, { material: 1, indices: 1, attributes: {} }] },
      { primitives: [{ attributes: { POSITION: 0 } }] },
    ],
    materials: [
      { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } },
      { pbrMetallicRoughness: { baseColorFactor: [0, 0.5, 1, 1] } },
    ],
    accessors: [{ count: 30 }, { count: 60 }],
  };
  const colors = materialColors(new TextEncoder().encode(JSON.stringify(gltf)));
  assert.deepEqual([...colors], [["shirt", [0, 0.5, 1]]]);
  for (const odd of ["", "{", "null", '{"nodes": 3}', '{"nodes": [{"mesh": 9, "name": "x"}]}', '{"nodes":[{"mesh":0,"name":"x"}],"meshes":[{"primitives":[{"material":0}]}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":["a",1]}}]}'])
    assert.equal(materialColors(new TextEncoder().encode(odd)).size, 0, odd);
});

test("keys take a body by its number, at the point that faces the eye", () => {
  const { engine, events } = open([obj("a.obj", 1, [0, 0, 0]), obj("b.obj", 1, [1.1, 0, 0])], "files");
  engine.tick();
  const grabbed = () => events.findLast((event) => event.kind === "grabbed").hit;
  engine.execute({ kind: "take", tool: "move", body: 1, eye: [1, 9, 0], radius: 1, hand: 1 });
  assert.deepEqual(grabbed().point.map((value) => Number(value.toFixed(3))), [1.1, 1, 0]);
  engine.execute({ kind: "drag", to: [grabbed().point[0] - 0.9, 1, 0], hand: 1 });
  assert.ok(engine.tick().lanes[0].facePairs > 0);
  engine.execute({ kind: "release", hand: 1 });
  engine.execute({ kind: "take", tool: "move", body: 7, eye: [0, 0, 0], radius: 1, hand: 1 });
  assert.equal(grabbed(), null);
});
