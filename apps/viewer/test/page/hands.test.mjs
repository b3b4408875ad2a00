// Grasping: what is moved, turned or pulled is where the library has it, and what meets is what the library finds.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play, replay } from "./support/recordings.mjs";
import { launch, visit } from "./support/viewer.mjs";

const APART = "scene=teapot-sphere&method=hybrid&frame=0&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const blue = ({ shapes }) => shapes[1];
const sand = ({ shapes }) => shapes[0];

/** How far each vertex has gone. */
function ways(before, after) {
  const far = [];
  for (let i = 0; i < before.length; i += 3)
    far.push(Math.hypot(...[0, 1, 2].map((k) => after[i + k] - before[i + k])));
  return far;
}

function spread(shape) {
  const middle = [0, 1, 2].map((k) => shape.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0) / (shape.length / 3));
  return ways(shape, shape.map((_, i) => middle[i % 3]));
}

const largest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

test("a body that is dragged into another turns faces red, as many as the library finds", async () => {
  await visit(browser, { hash: `${APART}&tool=move` }, async (viewer) => {
    const apart = await viewer.stillPicture();
    assert.equal(apart.red, 0);
    assert.equal(await viewer.facePairs(), 0);
    await viewer.drag(apart.blue, apart.sand);
    const pairs = await viewer.until("face pairs", () => viewer.facePairs());
    const met = await viewer.stillPicture();
    assert.ok(met.red > 200, `${met.red} red pixels`);
    const recording = await viewer.save();
    const played = play(recording.bytes);
    assert.equal(played.facePairs, pairs);
    assert.deepEqual(await viewer.numbers("hash"), [played.hash]);
    assert.ok(played.equal, "the recording has the hash that it gives");
    assert.equal(play(recording.bytes, "naive").facePairs, pairs);
    const { status, output } = replay(recording);
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`face pairs +${pairs}\\b`));
    assert.match(output, /1 of 1 compared are equal/);
  });
});

test("a body that is dragged keeps its form, and Reset puts it back", async () => {
  await visit(browser, { hash: `${APART}&tool=move` }, async (viewer) => {
    const reset = viewer.button("Reset");
    assert.ok(await reset.isDisabled());
    const first = await viewer.stillPicture();
    const start = play((await viewer.save()).bytes);
    const from = first.blue;
    await viewer.drag(from, { x: from.x + 40, y: from.y - 60 });
    await viewer.until("something to reset", () => reset.isEnabled());
    const moved = play((await viewer.save()).bytes);
    const far = ways(blue(start), blue(moved));
    assert.ok(Math.min(...far) > 0.01, "all of it moves");
    const before = spread(blue(start));
    const now = spread(blue(moved));
    before.forEach((radius, i) => assert.ok(Math.abs(radius - now[i]) < 1e-4 * largest(before)));
    assert.deepEqual(sand(moved), sand(start));
    assert.ok((await viewer.stillPicture()).differenceTo(first) > 0.01);
    await reset.click();
    await viewer.until("nothing to reset", () => reset.isDisabled());
    assert.deepEqual(play((await viewer.save()).bytes).shapes, start.shapes);
    assert.ok((await viewer.stillPicture()).differenceTo(first) < 0.001);
  });
});

test("Turn turns a body about its middle", async () => {
  await visit(browser, { hash: `${APART}&tool=turn` }, async (viewer) => {
    const first = await viewer.stillPicture();
    const start = play((await viewer.save()).bytes);
    const from = first.sand;
    await viewer.drag(from, { x: from.x + 80, y: from.y });
    const turned = play((await viewer.save()).bytes);
    const far = ways(sand(start), sand(turned));
    const size = largest(spread(sand(start)));
    assert.ok(largest(far) > 0.3 * size && largest(far) < 2 * size, `the farthest goes ${largest(far)} of ${size}`);
    assert.ok(Math.min(...far) < 0.25 * size, "what is near the axis stays there");
    assert.deepEqual(blue(turned), blue(start));
    assert.ok((await viewer.stillPicture()).differenceTo(first) > 0.02);
  });
});

test("Pull deforms a patch around the grasped point, and nothing else", async () => {
  await visit(browser, { hash: `${APART}&tool=pull` }, async (viewer) => {
    const first = await viewer.stillPicture();
    const start = play((await viewer.save()).bytes);
    const from = first.sand;
    await viewer.drag(from, { x: from.x + 10, y: from.y + 130 });
    const pulled = play((await viewer.save()).bytes);
    const far = ways(sand(start), sand(pulled));
    const most = largest(far);
    const size = largest(spread(sand(start)));
    assert.ok(most > 0.1 * size, `the patch goes ${most}`);
    const still = far.filter((way) => way === 0).length;
    assert.ok(still > 0.3 * far.length && still < 0.98 * far.length, `${still} of ${far.length} vertices stay`);
    const peak = far.indexOf(most);
    const distances = ways(sand(start), sand(start).map((_, i) => sand(start)[3 * peak + (i % 3)]));
    const moved = distances.filter((_, i) => far[i] > 0);
    assert.ok(largest(moved) < 1.2 * size, "only what is near goes along");
    assert.deepEqual(blue(pulled), blue(start));
    assert.ok((await viewer.stillPicture()).differenceTo(first) > 0.005);
    await viewer.button("Reset").click();
    await viewer.until("nothing to reset", () => viewer.button("Reset").isDisabled());
    assert.deepEqual(play((await viewer.save()).bytes).shapes, start.shapes);
  });
});

test("a press beside all bodies looks around", async () => {
  await visit(browser, { hash: `${APART}&tool=move` }, async (viewer) => {
    const first = await viewer.stillPicture();
    const start = play((await viewer.save()).bytes);
    await viewer.drag({ x: 80, y: first.height - 80 }, { x: 180, y: first.height - 80 });
    assert.ok((await viewer.stillPicture()).differenceTo(first) > 0.05);
    assert.deepEqual(play((await viewer.save()).bytes).shapes, start.shapes);
  });
});
