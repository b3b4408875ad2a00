// The engine without a browser, compared with the library itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DRAW_KINDS, load, MoteError } from "mote-collision";
import { compiled } from "../compile.mjs";

const { Engine } = await compiled("engine/engine.ts");
const { namesIn, withNames } = await compiled("engine/recording_names.ts");
const { messageOf } = await compiled("engine/errors.ts");
const { laneOptions } = await compiled("commands.ts");
const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));

const SETTINGS = { drawing: true, areas: true, distance: true, onDemand: false, selfCollision: false, recall: true, impacts: false };
const scene = (name, detail = 0) => ({ kind: "scene", name, seed: 1, speed: 1, detail });

/** An engine with a scene, stopped at a frame, and all that it has answered. */
function start(source, lanes = [{ method: "hybrid" }], frame = 0) {
  const events = [];
  const engine = new Engine(mote, (event) => events.push(event));
  engine.execute({ kind: "settings", settings: SETTINGS });
  engine.execute({ kind: "lanes", lanes });
  engine.execute({ kind: "open", source, frame });
  return { engine, events, last: (kind) => events.findLast((event) => event.kind === kind) };
}

function at(engine, frame) {
  engine.execute({ kind: "seek", frame });
  return engine.tick();
}

/** What a world of the binding finds in a frame of a scene, cold. */
function truth(name, method, frame) {
  const opened = mote.openScene(name);
  const world = mote.createWorld({ method });
  const bodies = opened.addTo(world);
  opened.show(frame, bodies);
  const report = world.detect();
  const found = { hash: report.hash.toString(16).padStart(16, "0"), facePairs: report.facePairCount };
  world.dispose();
  opened.dispose();
  return found;
}

/** Where bodies are, as the page puts them together from successive frames. */
function keep(places, frame) {
  frame.bodies.forEach((body, i) => {
    places[i] ??= {};
    if (body.transform) places[i].transform = body.transform;
    if (body.positions) places[i].positions = body.positions;
  });
  return places;
}

function middleOf({ positions, transform: t }) {
  const sum = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3] += positions[i];
  const [x, y, z] = sum.map((value) => (value * 3) / positions.length);
  return [0, 1, 2].map((k) => t[k] * x + t[3 + k] * y + t[6 + k] * z + t[9 + k]);
}

function towards(point) {
  return { origin: [point[0], point[1], point[2] + 100], direction: [0, 0, -1] };
}

test("every scene by every method: opens, goes on, and each lane events or says why not", () => {
  for (const { name } of mote.scenes) {
    const plain = name.replace(/-N$/, "");
    const { engine, last } = start(scene(plain, 200));
    for (const { name: method } of mote.methods) {
      engine.execute({ kind: "lanes", lanes: [{ method }] });
      const frame = at(engine, 1);
      assert.equal(frame.lanes.length, 1, `${plain} by ${method}`);
      const [lane] = frame.lanes;
      assert.equal(lane.hash === "", lane.error !== null);
      assert.equal(lane.hitStarts.at(-1), lane.hits.length);
      assert.equal(frame.bodies.length, last("opened").bodies.length);
    }
    engine.execute({ kind: "open", source: scene("twins", 80), frame: 0 });
  }
});

test("what is shown is what the library finds, in any frame", () => {
  for (const frame of [0, 60, 120, 45]) {
    const shown = start(scene("teapot-sphere"), [{ method: "hybrid" }], frame).engine.tick();
    assert.deepEqual(
      { hash: shown.lanes[0].hash, facePairs: shown.lanes[0].facePairs },
      truth("teapot-sphere", "hybrid", frame),
    );
  }
});

test("two exact methods side by side agree, and time goes on by itself", () => {
  const { engine } = start(scene("letters-ww"), [{ method: "hybrid" }, { method: "smith" }]);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  let colliding = 0;
  for (let i = 1; i <= 60; i++) {
    const { frame, lanes } = engine.tick();
    assert.equal(frame, i);
    assert.equal(lanes[0].hash, lanes[1].hash);
    colliding += Number(lanes[0].facePairs > 0);
  }
  engine.execute({ kind: "play", playing: false, rate: 1 });
  engine.tick();
  assert.equal(engine.tick(), null, "nothing changes, nothing is sent");
  assert.ok(colliding > 0);
});

test("a strip that rolls up collides with itself, because the scene says so", () => {
  const { engine } = start(scene("self-fold"), [{ method: "hybrid" }, { method: "smith" }], 100);
  const { lanes } = engine.tick();
  assert.ok(lanes[0].facePairs > 0 && lanes[0].hits.length > 0);
});

test("the up axis is that of the scene", () => {
  for (const [name, zUp] of [["letters-tt", false], ["senin-t", false], ["teapot-sphere", true]])
    assert.equal(start(scene(name)).last("opened").zUp, zUp, name);
});

test("messages for the visitor do not name functions of the library", () => {
  const { engine } = start(scene("spheres-6", 120), [{ method: "smith", tolerance: -1 }]);
  assert.doesNotMatch(engine.tick().lanes[0].error, /mote_/);
  assert.equal(messageOf(new MoteError("argument", "mote_mesh_create: index 17 is 9")), "index 17 is 9");
  assert.equal(messageOf(new Error("broken.obj: line 5")), "broken.obj: line 5");
});

test("approximate methods are compared with the exact one", () => {
  const { engine } = start(scene("letters-mv"), [{ method: "senin" }]);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  let frame;
  for (let i = 0; i < 120; i++) frame = engine.tick();
  const { recall, drawing } = frame.lanes[0];
  assert.ok(recall.collidingFrames > 0);
  assert.ok(recall.foundFrames <= recall.collidingFrames);
  assert.ok(recall.foundFrames > 0.8 * recall.collidingFrames);
  assert.ok(drawing.points.length > 0, "particles are drawn");
  assert.equal(drawing.points.length, 3 * drawing.pointIds.length);
});

test("the page gives senin twice as many particles as bodies have convex parts", () => {
  const particlesOf = (name, options) => {
    const { engine } = start(scene(name), laneOptions({ methods: ["senin"], options }), 60);
    const { error, drawing } = engine.tick().lanes[0];
    assert.equal(error, null);
    return drawing.pointIds.filter((_, i) => DRAW_KINDS[drawing.pointKinds[i]] === "particle").length;
  };
  assert.equal(particlesOf("letters-tt", {}), 2 * 4); // a T has two convex parts
  assert.equal(particlesOf("letters-tt", { literal: true }), 2 * 4);
  assert.equal(particlesOf("letters-ww", {}), 2 * 8); // a W has four
  assert.equal(particlesOf("letters-tt", { senin: { particles: 3 } }), 2 * 3);
});

test("a grabbed body is moved into another: faces meet, and as many as the library says", () => {
  const { engine, last } = start(scene("letters-tt"));
  const places = keep([], at(engine, 0));
  assert.equal(engine.tick(), null);
  const [from, to] = places.map(middleOf);
  // A letter has no middle to grab: search for a point of it from in front.
  const { hit } = grabSomewhere(engine, last, places[0]);
  assert.equal(hit.body, 0);
  const target = hit.point.map((value, i) => value + to[i] - from[i]);
  engine.execute({ kind: "drag", to: target });
  const frame = engine.tick();
  assert.ok(frame.hasDetachedBodies);
  keep(places, frame);
  assert.ok(frame.lanes[0].facePairs > 0);
  const world = mote.createWorld();
  last("opened").bodies.forEach((_, i) => {
    const opened = mote.openScene("letters-tt");
    world.add(opened.mesh(i)).setTransform(places[i].transform);
    opened.dispose();
  });
  assert.equal(world.detect().facePairCount, frame.lanes[0].facePairs);
  world.dispose();
  engine.execute({ kind: "release" });
  engine.execute({ kind: "reset" });
  assert.equal(engine.tick().lanes[0].facePairs, truth("letters-tt", "hybrid", 0).facePairs);
});

function grabSomewhere(engine, last, { positions, transform: t }, tool = "move", radius = 1) {
  for (let i = 0; i < positions.length; i += 3) {
    const p = [positions[i], positions[i + 1], positions[i + 2]];
    const point = [0, 1, 2].map((k) => t[k] * p[0] + t[3 + k] * p[1] + t[6 + k] * p[2] + t[9 + k]);
    engine.execute({ kind: "grab", tool, ray: towards(point), radius });
    if (last("grabbed").hit?.body === 0) return last("grabbed");
  }
  throw new Error("nothing to grab");
}

test("steps that follow each other faster than frames add up", () => {
  const { engine } = start(scene("letters-tt"), [{ method: "hybrid" }], 40);
  for (const by of [1, 1, -1]) engine.execute({ kind: "step", by });
  assert.equal(engine.tick().frame, 41);
});

test("a held body that is moved while time stands still has no speed when time goes on", () => {
  const { engine, last } = start(scene("letters-tt"));
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "play", playing: true, rate: 1 });
  const places = keep([], engine.tick());
  engine.execute({ kind: "play", playing: false, rate: 1 });
  const { hit } = grabSomewhere(engine, last, places[0]);
  const far = [hit.point[0], hit.point[1] + 0.3, hit.point[2]];
  engine.execute({ kind: "drag", to: far });
  keep(places, engine.tick());
  const put = middleOf(places[0]);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  keep(places, engine.tick());
  engine.execute({ kind: "release" });
  for (let i = 0; i < 5; i++) keep(places, engine.tick());
  const drift = Math.hypot(...middleOf(places[0]).map((value, i) => value - put[i]));
  assert.ok(drift < 1e-3, `it flies ${drift} in five frames`);
});

test("particle methods are not blamed for what a body does with itself", () => {
  const { engine } = start(scene("self-fold"), [{ method: "lbg" }], 150);
  const [lane] = engine.tick().lanes;
  assert.equal(lane.ignoresSelf, true);
  assert.equal(lane.recall.collidingFrames, 0);
  const [exact] = start(scene("self-fold"), [{ method: "hybrid" }], 150).engine.tick().lanes;
  assert.equal(exact.ignoresSelf, false);
});

test("recordings keep the names of bodies, and are still what the library writes", () => {
  const { engine, last } = start(scene("teapot-sphere"), [{ method: "hybrid" }], 30);
  engine.tick();
  engine.execute({ kind: "record", frames: "one" });
  const { name, bytes } = last("recording");
  assert.deepEqual(namesIn(bytes), ["teapot", "sphere"]);
  const player = mote.play(bytes);
  assert.equal(player.frameCount, 1);
  assert.ok(player.step().equal);
  player.dispose();
  engine.execute({ kind: "open", source: { kind: "files", files: [{ name, bytes }] }, frame: 0 });
  assert.deepEqual(last("opened").bodies.map((body) => body.name), ["teapot", "sphere"]);
  for (const odd of [bytes.subarray(0, 40), new Uint8Array(3), withNames(bytes, [])]) assert.ok(Array.isArray(namesIn(odd)));
});

test("a recording of all frames has all of them, each with the hash that the library finds", () => {
  const { engine, last } = start(scene("letters-tt"), [{ method: "hybrid" }], 30);
  engine.tick();
  engine.execute({ kind: "record", frames: "all" });
  const player = mote.play(last("recording").bytes);
  assert.equal(player.frameCount, last("opened").frameCount);
  for (let i = 0; i < player.frameCount; i++) assert.ok(player.step().equal, `frame ${i}`);
  player.dispose();
  assert.equal(at(engine, 30).frame, 30);
});

test("a body is turned on the spot", () => {
  const { engine, last } = start(scene("letters-tt"));
  const places = keep([], at(engine, 0));
  const before = middleOf(places[0]);
  grabSomewhere(engine, last, places[0], "turn");
  engine.execute({ kind: "rotate", by: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
  const frame = engine.tick();
  keep(places, frame);
  const after = middleOf(places[0]);
  const size = Math.hypot(...last("opened").max.map((value, i) => value - last("opened").min[i]));
  assert.ok(Math.hypot(...after.map((value, i) => value - before[i])) < 0.1 * size);
  assert.ok(frame.bodies[0].transform && !frame.bodies[0].positions);
});

test("a patch is pulled: near vertices move, far ones keep their bits, and reset undoes it", () => {
  const { engine, last } = start(scene("teapot-sphere"));
  const places = keep([], at(engine, 0));
  const rest = places[0].positions.slice();
  const { hit } = grabSomewhere(engine, last, places[0], "pull", 0.5);
  engine.execute({ kind: "drag", to: hit.point.map((value, i) => value + (i === 2 ? 0.3 : 0)) });
  const pulled = engine.tick().bodies[0].positions;
  const moved = pulled.filter((value, i) => value !== rest[i]).length;
  assert.ok(moved > 0 && moved < rest.length / 2, `${moved} of ${rest.length} coordinates`);
  engine.execute({ kind: "release" });
  engine.execute({ kind: "seek", frame: 40 });
  assert.equal(engine.tick().bodies[0].positions, null, "a held body has left the script");
  engine.execute({ kind: "lanes", lanes: [{ method: "smith" }] });
  assert.deepEqual(engine.tick().bodies[0].positions, pulled, "and keeps its shape whatever the method");
  engine.execute({ kind: "reset" });
  assert.deepEqual(at(engine, 0).bodies[0].positions, rest);
});

test("what was dragged since the last frame is done before the hand opens", () => {
  const { engine, last } = start(scene("letters-tt"));
  const places = keep([], at(engine, 0));
  const x = places[0].transform[9];
  const { hit } = grabSomewhere(engine, last, places[0]);
  engine.execute({ kind: "drag", to: [hit.point[0] + 0.5, hit.point[1], hit.point[2]] });
  engine.execute({ kind: "release" });
  keep(places, engine.tick());
  assert.ok(Math.abs(places[0].transform[9] - x - 0.5) < 1e-6);
});

test("a pull goes on from where it is when the method changes meanwhile", () => {
  const { engine, last } = start(scene("teapot-sphere"));
  const { hit } = grabSomewhere(engine, last, keep([], at(engine, 0))[0], "pull", 0.5);
  const to = hit.point.map((value, i) => value + (i === 2 ? 0.2 : 0));
  engine.execute({ kind: "drag", to });
  const pulled = engine.tick().bodies[0].positions;
  engine.execute({ kind: "lanes", lanes: [{ method: "smith" }] });
  engine.execute({ kind: "drag", to });
  const still = engine.tick().bodies[0].positions;
  assert.ok(still.every((value, i) => Math.abs(value - pulled[i]) < 1e-6));
});

test("hands that go nowhere or turn a body inside out do no harm", () => {
  const { engine, last } = start(scene("spheres-6", 200));
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "play", playing: true, rate: 1 });
  for (const tool of ["move", "pull"]) {
    const { hit } = grabSomewhere(engine, last, keep([], at(engine, 0))[0], tool, 0.5);
    for (const to of [[NaN, 0, 0], [1e39, 0, 0], [1e37, 0, 0], hit.point]) {
      engine.execute({ kind: "drag", to });
      engine.execute({ kind: "rotate", by: [NaN, 0, 0, 1] });
      assert.ok(engine.tick().lanes.every((lane) => lane.error === null), `${tool} to ${to}`);
    }
    engine.execute({ kind: "reset" });
  }
  assert.ok(engine.tick().bouncing);
});

test("each grab is answered, also one that fails", () => {
  const { engine, events } = start(scene("letters-tt"));
  engine.tick();
  const ray = { origin: [0, 0, 0], direction: [NaN, 0, 0] };
  assert.throws(() => engine.execute({ kind: "grab", tool: "move", ray, radius: 1 }), MoteError);
  assert.deepEqual(events.at(-1), { kind: "grabbed", hit: null });
});

test("options that are none: the method says so, and bodies go on", () => {
  for (const options of [{ tolerance: -1 }, { tolerance: "wide" }, { smith: { level: "x" } }, { smith: null }]) {
    const { engine } = start(scene("spheres-6", 120), [{ method: "smith", ...options }], 1);
    const frame = engine.tick();
    assert.ok(frame.lanes[0].error, JSON.stringify(options));
    assert.ok(frame.bodies.every((body) => body.transform));
    engine.execute({ kind: "lanes", lanes: [{ method: "smith" }] });
    assert.equal(engine.tick().lanes[0].error, null);
  }
});

test("bodies that bounce stay near, meet, and are heard", () => {
  const { engine, last } = start(scene("spheres-6", 120));
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "play", playing: true, rate: 1 });
  const { min, max } = last("opened");
  const places = [];
  let heard = 0;
  for (let i = 0; i < 600; i++) {
    const frame = engine.tick();
    keep(places, frame);
    heard += Number(frame.impulse > 0);
    assert.ok(frame.bouncing);
  }
  for (const place of places)
    middleOf(place).forEach((value, i) => {
      const room = max[i] - min[i];
      assert.ok(value > min[i] - room && value < max[i] + room);
    });
  assert.ok(heard > 0);
});

test("a thrown body flies on", () => {
  const { engine, last } = start(scene("letters-tt"));
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "play", playing: true, rate: 1 });
  const places = keep([], engine.tick());
  const { hit } = grabSomewhere(engine, last, places[0]);
  for (let i = 1; i <= 3; i++) {
    engine.execute({ kind: "drag", to: [hit.point[0] - 0.02 * i, hit.point[1], hit.point[2]] });
    keep(places, engine.tick());
  }
  engine.execute({ kind: "release" });
  const x = places[0].transform[9];
  keep(places, engine.tick());
  assert.ok(places[0].transform[9] < x - 0.01);
});

test("the present frame as a recording, and back", () => {
  const { engine, last } = start(scene("teapot-sphere"), [{ method: "hybrid" }], 120);
  const shown = engine.tick();
  engine.execute({ kind: "record", frames: "one" });
  const { name, bytes } = last("recording");
  assert.equal(name, "teapot-sphere-120.moterec");
  engine.execute({ kind: "open", source: { kind: "files", files: [{ name, bytes }] }, frame: 0 });
  assert.equal(last("opened").source, "recording");
  assert.equal(last("opened").frameCount, 1);
  const played = engine.tick();
  assert.equal(played.lanes[0].facePairs, shown.lanes[0].facePairs);
  assert.equal(played.lanes[0].hits.length, shown.lanes[0].hits.length);
});

test("bodies of a recording come and go", () => {
  const world = mote.createWorld();
  world.record();
  const ball = mote.makeModel("sphere-80");
  const first = world.add(ball);
  world.detect();
  world.add(ball);
  world.detect();
  first.remove();
  world.detect();
  const recording = { name: "some.moterec", bytes: world.stopRecording() };
  world.dispose();
  ball.dispose();
  const { engine, last } = start({ kind: "files", files: [recording] });
  const seen = [0, 1, 2, 1].map((number) => {
    const frame = at(engine, number);
    assert.equal(frame.session, last("opened").session);
    assert.equal(frame.bodies.length, last("opened").bodies.length);
    return [last("opened").bodies.map((body) => body.name).join(), frame.lanes[0].facePairs > 0];
  });
  assert.deepEqual(seen, [["body 0", false], ["body 0,body 1", true], ["body 1", false], ["body 0,body 1", true]]);
});

test("files: a good one is shown beside a ball, a broken one is rejected and the previous source stays", () => {
  const { engine, last } = start(scene("teapot-sphere"), [{ method: "hybrid" }], 30);
  engine.tick();
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const broken = { name: "broken.obj", bytes: new TextEncoder().encode(obj.replace("f 1 2 4", "f 1 2 9")) };
  assert.throws(
    () => engine.execute({ kind: "open", source: { kind: "files", files: [broken] }, frame: 0 }),
    (error) => error instanceof MoteError && /broken\.obj/.test(error.message),
  );
  assert.equal(at(engine, 31).lanes[0].method, "hybrid");
  const good = { name: "corner.obj", bytes: new TextEncoder().encode(obj) };
  engine.execute({ kind: "open", source: { kind: "files", files: [good] }, frame: 0 });
  assert.deepEqual(last("opened").bodies.map((body) => body.name), ["corner", "ball"]);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  let met = 0;
  for (let i = 0; i < 360; i++) met += Number(engine.tick().lanes[0].facePairs > 0);
  assert.ok(met > 20, "the ball passes through it");
});

/** A tetrahedron on a node that a clip moves by 2 along x within a second. */
function movingTetrahedron() {
  const floats = (numbers) => Buffer.from(Float32Array.from(numbers).buffer);
  const positions = floats([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const indices = Buffer.from(Uint16Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]).buffer);
  const times = floats([0, 1]);
  const places = floats([0, 0, 0, 2, 0, 0]);
  const parts = [positions, indices, times, places];
  let byteOffset = 0;
  const bufferViews = parts.map((part) => {
    const view = { buffer: 0, byteOffset, byteLength: part.length };
    byteOffset += part.length;
    return view;
  });
  const accessor = (bufferView, componentType, count, type, more = {}) => ({ bufferView, componentType, count, type, ...more });
  const gltf = {
    asset: { version: "2.0" },
    buffers: [{ byteLength: byteOffset, uri: `data:;base64,${Buffer.concat(parts).toString("base64")}` }],
    bufferViews,
    accessors: [
      accessor(0, 5126, 4, "VEC3", { min: [0, 0, 0], max: [1, 1, 1] }),
      accessor(1, 5123, 12, "SCALAR"),
      accessor(2, 5126, 2, "SCALAR", { min: [0], max: [1] }),
      accessor(3, 5126, 2, "VEC3"),
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    nodes: [{ name: "tetrahedron", mesh: 0 }],
    scenes: [{ nodes: [0] }],
    animations: [
      {
        name: "slide",
        samplers: [{ input: 2, output: 3 }],
        channels: [{ sampler: 0, target: { node: 0, path: "translation" } }],
      },
    ],
  };
  return new TextEncoder().encode(JSON.stringify(gltf));
}

test("an asset is moved by its clip, and its ball meets it", () => {
  const { engine, last } = start({ kind: "files", files: [{ name: "moving.gltf", bytes: movingTetrahedron() }] });
  const { bodies, clips, frameCount } = last("opened");
  assert.deepEqual(bodies.map((body) => body.name), ["tetrahedron", "ball"]);
  assert.deepEqual(clips, [{ name: "slide", start: 0, end: 1 }]);
  const least = (frame) => Math.min(...frame.bodies[0].positions.filter((_, i) => i % 3 === 0));
  assert.equal(least(at(engine, 0)), 0);
  assert.ok(Math.abs(least(at(engine, 30)) - 1) < 1e-6);
  assert.ok(Math.abs(least(at(engine, 60)) - 2) < 1e-6);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  let met = 0;
  for (let i = 0; i < frameCount; i++) met += Number(engine.tick().lanes[0].facePairs > 0);
  assert.ok(met > 0 && met < frameCount);
  assert.equal(engine.tick().frameCount, frameCount);
  engine.execute({ kind: "clip", clip: 1 }); // there is none: the asset rests
  assert.equal(engine.tick().frameCount, 360, "as the ball takes");
});

test("bodies on demand tell which vertices were looked at", () => {
  const { engine, last } = start(scene("character-garment", 2000));
  engine.execute({ kind: "settings", settings: { ...SETTINGS, onDemand: true } });
  const frame = at(engine, 10);
  const touched = frame.bodies.flatMap((body) => (body.touched ? [body.touched] : []));
  assert.ok(touched.length > 0);
  assert.ok(touched.every((marks) => marks.every((mark) => mark <= 2)));
  engine.execute({ kind: "settings", settings: SETTINGS });
  const full = at(engine, 10);
  assert.equal(full.lanes[0].hash, frame.lanes[0].hash);
  engine.execute({ kind: "settings", settings: { ...SETTINGS, onDemand: true } });
  const places = keep([], at(engine, 10));
  const { hit } = grabSomewhere(engine, last, places[0], "pull", 0.2);
  engine.execute({ kind: "drag", to: hit.point.map((value) => value + 0.05) });
  const pulled = engine.tick();
  assert.equal(pulled.lanes[0].error, null);
  assert.ok(pulled.bodies[0].positions && !pulled.bodies[0].touched, "a body in hand is no longer on demand");
  engine.execute({ kind: "reset" });
  assert.ok(engine.tick().bodies.some((body) => body.touched));
  engine.execute({ kind: "bounce", bounce: { on: true, restitution: 1, gravity: 0 } });
  engine.execute({ kind: "play", playing: true, rate: 1 });
  for (let i = 0; i < 5; i++) assert.ok(engine.tick().bouncing);
});

test("memory does not grow while a scene goes round", () => {
  const { engine } = start(scene("letters-mv"), [{ method: "hybrid" }, { method: "senin" }]);
  engine.execute({ kind: "play", playing: true, rate: 1 });
  let buffers = [];
  const round = () => {
    for (let i = 0; i < 180; i++) {
      const frame = engine.tick(buffers);
      buffers = frame.bodies.flatMap((body) => (body.positions ? [body.positions.buffer] : []));
    }
    return mote.memorySize;
  };
  round();
  const before = round();
  for (let i = 0; i < 5; i++) round();
  assert.equal(mote.memorySize, before);
});

test("files that are opened again and again take no more memory", () => {
  const files = [{ name: "moving.gltf", bytes: movingTetrahedron() }];
  const { engine } = start({ kind: "files", files });
  const reopen = (times) => {
    for (let i = 0; i < times; i++) engine.execute({ kind: "open", source: { kind: "files", files }, frame: 0 });
    return mote.memorySize;
  };
  const before = reopen(20);
  assert.equal(reopen(400), before);
});
