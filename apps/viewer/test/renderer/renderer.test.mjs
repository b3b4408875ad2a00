// The renderer before anything is drawn: the camera, the division into lanes, grabbing, colors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "../compile.mjs";

const { OrbitCamera } = await compiled("renderer/orbit_camera.ts");
const { Grab } = await compiled("renderer/grab.ts");
const { Hands } = await compiled("renderer/hands.ts");
const { contains, laneViewports } = await compiled("renderer/viewports.ts");
const { bodyColor, HIT } = await compiled("renderer/colors.ts");

const MIN = [1e6 - 3, -1, 2];
const MAX = [1e6 + 5, 4, 3];
const CORNERS = Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? MAX : MIN)[k])));
const MIDDLE = [1e6 + 1, 1.5, 2.5];

function orbitOf(zUp) {
  const orbit = new OrbitCamera();
  orbit.open(MIN, MAX, zUp, MIDDLE, CORNERS);
  return orbit;
}

/** From -1 to 1 each where it is seen. */
function seen(orbit, point, aspect) {
  orbit.updateCamera(aspect);
  const { camera } = orbit;
  return camera.position.clone().fromArray(point.map((value, i) => value - MIDDLE[i])).project(camera);
}

test("the scene fills the picture and is in its middle, whatever the shape of both", () => {
  for (const zUp of [false, true]) {
    for (const aspect of [0.4, 1, 2.5]) {
      const orbit = orbitOf(zUp);
      orbit.frameAll(aspect, true);
      const corners = Array.from({ length: 8 }, (_, i) => seen(orbit, CORNERS.slice(3 * i, 3 * i + 3), aspect));
      for (const { x, y, z } of corners) assert.ok(Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(z) < 1);
      const [right, left, top, bottom] = ["x", "y"].flatMap((axis) => [Math.max, Math.min].map((most) => most(...corners.map((at) => at[axis]))));
      assert.ok(Math.max(right - left, top - bottom) > 1.8, "it fills the picture");
      assert.ok(Math.abs(right + left) < 0.5 && Math.abs(top + bottom) < 0.5, "it is about in the middle");
    }
  }
});

test("what is up in the scene is up in the picture", () => {
  for (const zUp of [false, true]) {
    const orbit = orbitOf(zUp);
    orbit.frameAll(1, true);
    const above = [...orbit.state.target];
    above[zUp ? 2 : 1] += 0.5;
    const at = seen(orbit, above, 1);
    assert.ok(at.y > 0.01 && Math.abs(at.x) < 1e-6);
  }
});

test("zooming keeps what is under the pointer", () => {
  const orbit = orbitOf(true);
  orbit.frameAll(1.5, true);
  const { right, up } = orbit.axes();
  const [x, y] = [0.7, -0.4];
  const place = orbit.state.target.map((value, i) => value + x * right.getComponent(i) + y * up.getComponent(i));
  const before = seen(orbit, place, 1.5);
  orbit.zoom(0.5, x, y);
  orbit.state = orbit.state;
  const after = seen(orbit, place, 1.5);
  assert.ok(Math.hypot(before.x - after.x, before.y - after.y) < 1e-6);
});

test("the camera comes to where it is sent, and stays", () => {
  const orbit = orbitOf(false);
  orbit.frameAll(1, true);
  orbit.rotate(1, 0.2);
  const goal = orbit.state;
  let now = 1000;
  let steps = 0;
  while (orbit.advance((now += 16)) && steps < 1000) steps++;
  assert.ok(steps > 3 && steps < 100, `${steps} steps`);
  assert.deepEqual(orbit.state, goal);
  const { back } = orbit.axes();
  orbit.state = goal;
  assert.deepEqual(orbit.axes().back, back);
});

test("a picture that showed all still does when its shape changes, unless it was moved", () => {
  const [still, moved] = [orbitOf(false), orbitOf(false)];
  for (const orbit of [still, moved]) orbit.frameAll(2, true);
  moved.zoom(0.9, 0, 0);
  const { distance } = moved.state;
  for (const orbit of [still, moved]) orbit.setAspect(0.5);
  const again = orbitOf(false);
  again.frameAll(0.5, true);
  assert.equal(still.state.distance, again.state.distance);
  assert.equal(moved.state.distance, distance);
});

test("lanes are side by side or one over the other, and cover the canvas", () => {
  for (const [width, height] of [[1200, 700], [390, 800]]) {
    const lanes = laneViewports(width, height, 2);
    assert.equal(lanes[1].x > 0, width > height);
    for (const point of [{ x: 1, y: 1 }, { x: width - 1, y: height - 1 }, { x: width / 2, y: height / 2 }])
      assert.equal(lanes.filter((lane) => contains(lane, point)).length, 1);
  }
});

/** An eye at z = 10 that looks down on a plane; a pixel is a unit at depth 10. */
function startGrab(answer) {
  const calls = [];
  let reply;
  const orbit = orbitOf(false);
  orbit.state = { target: [0, 0, 0], yaw: 0, pitch: 0, distance: 10 };
  const grab = new Grab(
    {
      grab: () => new Promise((resolve) => (reply = () => resolve(answer))),
      drag: (to) => calls.push(["drag", ...to.map((value) => Math.round(value * 1e6) / 1e6)]),
      rotate: (by) => calls.push(["rotate", ...by]),
      release: () => calls.push(["release"]),
    },
    {
      ray: ({ x, y }) => ({ origin: [0, 0, 10], direction: [x / 10, -y / 10, -1] }),
      axes: () => orbit.axes(),
      orbit: ({ x, y }) => calls.push(["orbit", x, y]),
    },
  );
  return { grab, calls, answered: async () => (reply(), await new Promise((resolve) => setTimeout(resolve))) };
}

test("a grabbed body follows the pointer, from where it was when the answer came", async () => {
  const { grab, calls, answered } = startGrab({ body: 0, point: [1, 0, 0] });
  grab.start("move", { x: 1, y: 0 });
  grab.move({ x: 3, y: 0 }, { x: 2, y: 0 });
  assert.deepEqual(calls, []);
  await answered();
  grab.move({ x: 3, y: 2 }, { x: 0, y: 2 });
  grab.wheel(1);
  grab.end();
  assert.deepEqual(calls, [["drag", 3, 0, 0], ["drag", 3, -2, 0], ["drag", 3.15, -2.1, -0.5], ["release"]]);
  assert.equal(grab.held, null);
});

test("a press beside all bodies looks around, with what it has moved so far", async () => {
  const { grab, calls, answered } = startGrab(null);
  grab.start("pull", { x: 1, y: 1 });
  grab.move({ x: 4, y: 1 }, { x: 3, y: 0 });
  await answered();
  grab.move({ x: 4, y: 2 }, { x: 0, y: 1 });
  grab.end();
  assert.deepEqual(calls, [["orbit", 3, 0], ["orbit", 0, 1]]);
});

test("a body grabbed after the pointer was lifted is released", async () => {
  const { grab, calls, answered } = startGrab({ body: 0, point: [1, 0, 0] });
  grab.start("move", { x: 1, y: 0 });
  grab.end();
  await answered();
  assert.deepEqual(calls, [["release"]]);
  assert.equal(grab.held, null);
});

test("a second finger takes over only while nothing is held", async () => {
  const { grab, calls, answered } = startGrab({ body: 0, point: [1, 0, 0] });
  grab.start("move", { x: 1, y: 0 });
  await answered();
  assert.equal(grab.cancelUnlessHeld(), false);
  grab.end();
  grab.start("move", { x: 1, y: 0 });
  assert.equal(grab.cancelUnlessHeld(), true);
  await answered();
  assert.deepEqual(calls, [["release"], ["release"]]);
});

/** Hands that find body 0 left of the middle and body 1 right of it. */
function startHands() {
  const calls = [];
  const orbit = orbitOf(false);
  const hands = new Hands(
    {
      grab: async (hand, tool, { direction: [x] }) => ({ body: x < 0 ? 0 : 1, point: [10 * x, 0, 0] }),
      drag: (hand, to) => calls.push(["drag", hand, Math.round(to[0])]),
      rotate: () => {},
      release: (hand) => calls.push(["release", hand]),
    },
    {
      ray: ({ x, y }) => ({ origin: [0, 0, 10], direction: [x / 10, -y / 10, -1] }),
      axes: () => orbit.axes(),
      orbit: () => {},
    },
  );
  orbit.state = { target: [0, 0, 0], yaw: 0, pitch: 0, distance: 10 };
  return { hands, calls, answered: () => new Promise((resolve) => setTimeout(resolve)) };
}

test("each of two fingers has a hand; a third has none", async () => {
  const { hands, calls, answered } = startHands();
  assert.ok(hands.start(7, "move", { x: -3, y: 0 }) && hands.start(9, "move", { x: 3, y: 0 }));
  assert.equal(hands.start(11, "move", { x: 0, y: 0 }), false);
  await answered();
  assert.deepEqual(hands.held.map(({ body }) => body), [0, 1]);
  hands.move(9, { x: 5, y: 0 }, { x: 2, y: 0 });
  hands.move(7, { x: -4, y: 0 }, { x: -1, y: 0 });
  hands.end(7);
  hands.end(9);
  assert.deepEqual(calls, [["drag", 1, 5], ["drag", 0, -4], ["release", 0], ["release", 1]]);
});

test("a hand keeps its body without a finger, until it is asked again", async () => {
  const { hands, calls, answered } = startHands();
  hands.start(1, "move", { x: -3, y: 0 });
  await answered();
  hands.keep();
  hands.end(1);
  hands.start(1, "move", { x: 3, y: 0 });
  await answered();
  assert.deepEqual(hands.held.map(({ body }) => body), [0, 1]);
  hands.end(1);
  assert.deepEqual(calls, [["release", 1]]);
  hands.keep();
  assert.deepEqual(calls, [["release", 1], ["release", 0]]);
  hands.start(1, "move", { x: 3, y: 0 });
  await answered();
  hands.endAll();
  assert.deepEqual(hands.held, [null, null]);
});

test("turning follows the pointer: to the right about the axis that is up", async () => {
  const { grab, calls, answered } = startGrab({ body: 0, point: [0, 0, 1] });
  grab.start("turn", { x: 0, y: 0 });
  await answered();
  grab.move({ x: 10, y: 0 }, { x: 10, y: 0 });
  const [[kind, x, y, z, w]] = calls;
  assert.equal(kind, "rotate");
  assert.ok(y > 0 && Math.abs(x) < 1e-9 && Math.abs(z) < 1e-9);
  assert.ok(Math.abs(x * x + y * y + z * z + w * w - 1) < 1e-9);
});

test("bodies differ from each other, and all from the red of what meets", () => {
  const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
  const colors = Array.from({ length: 100 }, (_, i) => bodyColor(i));
  for (const [i, color] of colors.entries()) {
    assert.ok(apart(color, HIT) > 0.3, `body ${i}`);
    if (i > 0) assert.ok(apart(color, colors[i - 1]) > 0.08, `bodies ${i - 1} and ${i}`);
  }
  assert.equal(new Set(colors.map(String)).size, 100);
});
