// Two hands at once, and faces that are kept flush, on cubes whose places can be calculated.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "mote-collision";
import { compiled } from "../compile.mjs";

const { Engine } = await compiled("engine/engine.ts");
const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));

const SETTINGS = { drawing: false, areas: false, distance: false, onDemand: false, selfCollision: false, recall: false, impacts: false };
const TILT = 0.15;

/** A unit cube around x, turned about the z axis. */
function cube(name, x, tilt) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [(i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5]);
  const turned = corners.map(([u, v, w]) => [
    x + u * Math.cos(tilt) - v * Math.sin(tilt), u * Math.sin(tilt) + v * Math.cos(tilt), w,
  ]);
  const quads = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];
  const lines = [...turned.map((p) => `v ${p.join(" ")}`), ...quads.map((q) => `f ${q.join(" ")}`)];
  return { name: `${name}.obj`, bytes: new TextEncoder().encode(lines.join("\n")) };
}

/** Two cubes, three apart, the second one tilted. */
function start(flush) {
  const events = [];
  const engine = new Engine(mote, (event) => events.push(event));
  const files = [cube("left", 0, 0), cube("right", 3, TILT)];
  engine.execute({ kind: "settings", settings: SETTINGS });
  engine.execute({ kind: "lanes", lanes: [{ method: "hybrid" }] });
  engine.execute({ kind: "flush", on: flush });
  engine.execute({ kind: "open", source: { kind: "files", files, placement: "files" }, frame: 0 });
  const places = [];
  const tick = () => {
    engine.tick()?.bodies.forEach((body, i) => {
      places[i] ??= {};
      if (body.transform) places[i].transform = body.transform;
      if (body.positions) places[i].positions = body.positions;
    });
    return places;
  };
  const grab = (hand, x, tool = "move") => {
    engine.execute({ kind: "grab", tool, ray: { origin: [x, 0, 9], direction: [0, 0, -1] }, radius: 1, hand });
    return events.findLast((event) => event.kind === "grabbed").hit;
  };
  const drag = (hand, to) => (engine.execute({ kind: "drag", hand, to }), tick());
  tick();
  return { engine, grab, drag, tick, places };
}

function vertices({ positions, transform: t }) {
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x, y, z] = positions.slice(3 * i, 3 * i + 3);
    return [0, 1, 2].map((k) => t[k] * x + t[3 + k] * y + t[6 + k] * z + t[9 + k]);
  });
}

const middle = (place) => [0, 1, 2].map((k) => vertices(place).reduce((sum, p) => sum + p[k], 0) / 8);
const near = (a, b, by = 1e-4) => a.every((value, i) => Math.abs(value - b[i]) < by);

test("each hand moves its own body, and lets go of it alone", () => {
  const { engine, grab, drag, places } = start(false);
  assert.equal(grab(0, 0).body, 0);
  assert.equal(grab(1, 3).body, 1);
  drag(0, [0, 1, 0.5]);
  drag(1, [3, -2, 0.5]);
  assert.ok(near(middle(places[0]), [0, 1, 0]) && near(middle(places[1]), [3, -2, 0]));
  engine.execute({ kind: "release", hand: 0 });
  drag(0, [0, 7, 0.5]);
  drag(1, [3, -1, 0.5]);
  assert.ok(near(middle(places[0]), [0, 1, 0]) && near(middle(places[1]), [3, -1, 0]));
});

test("a body that one hand holds is not taken by the other", () => {
  const { grab, drag, places } = start(false);
  assert.equal(grab(0, 0).body, 0);
  assert.equal(grab(1, 0.1), null);
  drag(1, [5, 5, 5]);
  drag(0, [1, 0, 0.5]);
  assert.ok(near(middle(places[0]), [1, 0, 0]));
});

/** The tilted cube, brought to where its nearest edge is `gap` away from the other cube. */
function bring(flush, gap) {
  const s = start(flush);
  const edge = Math.min(...vertices(s.places[1]).map(([x]) => x));
  const hit = s.grab(0, 3);
  assert.equal(hit.body, 1);
  const from = hit.point;
  const to = (dx, dy = 0) => [from[0] - (edge - 0.5) + gap + dx, from[1] + dy, from[2]];
  s.drag(0, to(0));
  return { ...s, to };
}

const left = (place) => vertices(place).sort((p, q) => p[0] - q[0]).slice(0, 4).map(([x]) => x);

test("a held face that comes near another is laid flush against it, slides along it, and lets go when pulled away", () => {
  const { drag, to, places } = bring(true, 0.05);
  const flush = () => left(places[1]).every((x) => x > 0.5 && x < 0.502);
  assert.ok(flush(), `${left(places[1])}`);
  drag(0, to(0, 0.3));
  assert.ok(flush(), "slides");
  assert.ok(Math.abs(middle(places[1])[1] - 0.3) < 0.1);
  drag(0, to(-0.2, 0.3));
  assert.ok(flush(), "is not pushed into the other");
  drag(0, to(0.4, 0.3));
  const [a, b] = [Math.min(...left(places[1])), Math.max(...left(places[1]))];
  assert.ok(Math.abs(b - a - Math.sin(TILT)) < 1e-3, "is tilted as before");
  assert.ok(a > 0.9);
});

test("faces are left alone without the aid, when they are far apart, and when they are not nearly parallel", () => {
  for (const { drag, places } of [bring(false, 0.05), bring(true, 0.5)]) {
    const [a, b] = [Math.min(...left(places[1])), Math.max(...left(places[1]))];
    assert.ok(Math.abs(b - a - Math.sin(TILT)) < 1e-3);
    drag(0, [9, 0, 0]);
  }
  const s = start(true);
  s.grab(0, 3, "turn");
  const half = (Math.PI / 4 - TILT) / 2;
  s.engine.execute({ kind: "rotate", hand: 0, by: [0, 0, Math.sin(half), Math.cos(half)] });
  s.engine.execute({ kind: "release", hand: 0 });
  s.tick();
  const edge = Math.min(...vertices(s.places[1]).map(([x]) => x));
  const { point } = s.grab(0, 3);
  s.drag(0, [point[0] - (edge - 0.5) + 0.05, point[1], point[2]]);
  const xs = left(s.places[1]);
  assert.ok(Math.abs(Math.min(...xs) - 0.55) < 1e-3 && Math.max(...xs) > 1, `${xs}`);
});

test("what is flush against a body goes along when the other hand moves that body", () => {
  const { grab, drag, places } = bring(true, 0.05);
  const { point } = grab(1, 0);
  drag(1, [point[0] - 0.02, point[1], point[2]]);
  assert.ok(left(places[1]).every((x) => x > 0.48 && x < 0.482), `${left(places[1])}`);
});

test("a held body stays in the air while the other hand lets its body fall", () => {
  const { engine, grab, tick, places } = start(false);
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 1 } });
  tick();
  assert.ok(grab(0, 0) && grab(1, 3));
  tick();
  engine.execute({ kind: "release", hand: 1 });
  const before = places.map(middle);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  for (let i = 0; i < 20; i++) tick();
  assert.ok(near(middle(places[0]), before[0]), `${middle(places[0])}`);
  assert.ok(!near(middle(places[1]), before[1], 0.01));
});
