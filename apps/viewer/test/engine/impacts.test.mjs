// What the engine finds between frames, compared with the binding and with what is known of the scenes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "mote-collision";
import { compiled } from "../compile.mjs";

const { Engine } = await compiled("engine/engine.ts");
const { moment } = await compiled("moment.ts");
const { BETWEEN_FRAMES, DEFAULT_SETTINGS, Store } = await compiled("settings.ts");
const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));

const SETTINGS = { drawing: false, areas: false, distance: false, onDemand: false, selfCollision: false, recall: true, impacts: true };

function start(name, lanes = [{ method: "hybrid" }], settings = SETTINGS) {
  const events = [];
  const engine = new Engine(mote, (event) => events.push(event));
  engine.execute({ kind: "settings", settings });
  engine.execute({ kind: "lanes", lanes });
  engine.execute({ kind: "open", source: { kind: "scene", name, seed: 1, speed: 1, detail: 0 }, frame: 0 });
  return { engine, opened: () => events.findLast((event) => event.kind === "opened") };
}

function at(engine, frame) {
  engine.execute({ kind: "seek", frame });
  return engine.tick();
}

/** The first time at which the two bodies of a scene meet in a step, by positions that `Scene` gives; null if never. */
function firstTime(name, frame) {
  const scene = mote.openScene(name);
  const world = mote.createWorld({ method: "naive" });
  const bodies = scene.addTo(world);
  const positions = (when) => bodies.map((_, i) => scene.positions(i, when).slice());
  const [starts, ends] = [positions(frame), positions(frame + 1)];
  bodies.forEach((body, i) => body.setMotion({ start: { positions: starts[i] }, end: { positions: ends[i] } }));
  const [first] = world.sweep().pairs().map((pair) => pair.first.low);
  world.dispose();
  scene.dispose();
  return first ?? null;
}

test("the bullet meets the cloth once in five steps, and no frame shows it", () => {
  for (const method of ["hybrid", "smith", "senin"]) {
    const { engine } = start("bullet-cloth", [{ method }]);
    const met = [];
    for (let n = 0; n < 40; n++) {
      const { lanes: [lane], impacts } = at(engine, n);
      assert.equal(lane.pairs, 0, `${method} in frame ${n}`);
      if (!impacts.first) continue;
      met.push(n);
      assert.ok(impacts.points.length >= 4 && impacts.first.time > 0 && impacts.first.time < 1);
    }
    assert.equal(met.length, 8, `${method}: ${met}`);
    met.forEach((n, i) => assert.equal(n, met[0] + 5 * i));
  }
});

test("times and places are those of the library: the first is the naive method's, and points lie in both boxes", () => {
  const { engine } = start("bullet-cloth");
  for (let n = 0; n < 10; n++) {
    const { impacts: { first, points, boxes } } = at(engine, n);
    const expected = firstTime("bullet-cloth", n);
    assert.equal(first === null, expected === null, `frame ${n}`);
    if (!first) continue;
    assert.ok(Math.abs(first.time - expected) < 1e-5, `frame ${n}: ${first.time}, not ${expected}`);
    assert.deepEqual([first.a, first.b], [0, 1]);
    const times = points.filter((_, i) => i % 4 === 3);
    assert.ok(Math.abs(Math.min(...times) - first.time) < 1e-6);
    assert.equal(boxes.length, 12);
    for (let i = 0; i < points.length; i += 4)
      for (let k = 0; k < 3; k++)
        for (const box of [0, 6])
          assert.ok(points[i + k] > boxes[box + k] - 1e-4 && points[i + k] < boxes[box + 3 + k] + 1e-4);
  }
});

test("nothing is computed unless asked for, nor in the last frame, nor for recordings and bodies at rest", () => {
  const off = start("bullet-cloth", undefined, { ...SETTINGS, impacts: false });
  assert.equal(at(off.engine, 2).impacts, null);
  const { engine, opened } = start("bullet-cloth");
  assert.notEqual(at(engine, 2).impacts, null);
  assert.equal(at(engine, opened().frameCount - 1).impacts, null);
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  assert.equal(at(engine, 2).impacts, null);
  engine.execute({ kind: "bounce", bounce: { on: false, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "reset" });
  assert.notEqual(at(engine, 2).impacts, null);
  engine.execute({ kind: "settings", settings: { ...SETTINGS, impacts: false } });
  assert.equal(at(engine, 2).impacts, null);
});

test("a body that was moved away meets nothing", () => {
  const { engine } = start("bullet-cloth");
  const met = [0, 1, 2, 3, 4].find((n) => at(engine, n).impacts.first);
  at(engine, met);
  engine.execute({ kind: "take", tool: "move", body: 1, eye: [0, 0, 100], radius: 1 });
  engine.execute({ kind: "drag", to: [0, 0, 50] });
  const { impacts } = engine.tick();
  assert.equal(impacts.first, null);
  assert.equal(impacts.points.length, 0);
});

test("the sweep changes nothing that lanes find, in every scene of the family", () => {
  for (const name of BETWEEN_FRAMES) {
    const [on, off] = [start(name).engine, start(name, undefined, { ...SETTINGS, impacts: false }).engine];
    for (const n of [0, 1, 2, 3, 30]) assert.equal(at(on, n).lanes[0].hash, at(off, n).lanes[0].hash, `${name} ${n}`);
  }
});

test("the page's list of scenes between frames is the library's group", () => {
  const group = mote.scenes.filter((scene) => scene.group === "between frames").map((scene) => scene.name);
  assert.deepEqual([...BETWEEN_FRAMES].sort(), group.sort());
});

test("the layer follows the scene until it is chosen", () => {
  const store = new Store(DEFAULT_SETTINGS);
  store.update({ scene: "bullet-cloth" });
  assert.ok(store.current.layers.impacts);
  store.update({ scene: "tori" });
  assert.ok(!store.current.layers.impacts);
  store.updateLayers({ impacts: true });
  store.update({ scene: "stack" });
  assert.ok(store.current.layers.impacts);
});

test("moments are rounded down within their step", () => {
  assert.equal(moment(41, 0.3799), "41.37");
  assert.equal(moment(41, 0), "41.00");
  assert.equal(moment(41, 1), "41.99");
});
