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
    await viewer.until("face pairs", () => viewer.facePairs());
    const met = await viewer.stillPicture(); // the last of the way may come late
    const pairs = await viewer.facePairs();
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

test("two fingers move two bodies at once", async () => {
  await visit(browser, { hash: `${APART}&tool=move`, hasTouch: true }, async (viewer) => {
    const first = await viewer.stillPicture();
    const start = play((await viewer.save()).bytes);
    const fingers = [{ from: first.blue, by: -60 }, { from: first.sand, by: 60 }];
    await viewer.dragTogether(fingers.map(({ from, by }) => ({ from, to: { x: from.x, y: from.y + by } })));
    const moved = play((await viewer.save()).bytes);
    const by = [blue, sand].map((of) => [0, 1, 2].map((k) => of(moved)[k] - of(start)[k]));
    assert.ok(by.every((way) => Math.hypot(...way) > 0.1), JSON.stringify(by));
    assert.ok(by[0].reduce((sum, value, k) => sum + value * by[1][k], 0) < 0, "one goes up, the other down");
    for (const of of [blue, sand]) {
      const far = ways(of(start), of(moved));
      assert.ok(largest(far) - Math.min(...far) < 1e-4, "without turning");
    }
  });
});

test("H keeps a body in one hand while the mouse moves another, and lets it go again", async () => {
  let first; // without bouncing, whose button is blue too
  await visit(browser, { hash: `${APART}&tool=move` }, async (viewer) => (first = await viewer.stillPicture()));
  await visit(browser, { hash: `${APART}&tool=move&bounce=true&gravity=1` }, async (viewer) => {
    const { x, y } = await viewer.canvas.boundingBox();
    await viewer.page.mouse.move(x + first.blue.x, y + first.blue.y);
    await viewer.page.mouse.down();
    await viewer.page.waitForTimeout(200);
    await viewer.page.keyboard.press("h");
    await viewer.page.mouse.up();
    await viewer.drag(first.sand, { x: first.sand.x, y: first.sand.y - 40 });
    const held = play((await viewer.save()).bytes);
    const fall = async () => {
      const start = await viewer.frame();
      await viewer.canvas.focus(); // a focused button would be pressed
      await viewer.page.keyboard.press("Space");
      await viewer.until("frames", async () => Math.abs((await viewer.frame()) - start) > 20);
      await viewer.page.keyboard.press("Space");
      await viewer.stillPicture();
      return play((await viewer.save()).bytes);
    };
    const later = await fall();
    assert.ok(largest(ways(sand(held), sand(later))) > 0.05, "what was let go falls");
    assert.ok(largest(ways(blue(held), blue(later))) < 1e-4, "what is held does not");
    await viewer.page.keyboard.press("h");
    assert.ok(largest(ways(blue(later), blue(await fall()))) > 0.05, "until it is let go");
  });
});

/** A unit cube around x, turned about the z axis by an angle. */
function cube(name, middle, angle) {
  const lines = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const [u, v] = [(i & 1) - 0.5, ((i >> 1) & 1) - 0.5];
    const [x, y] = [u * Math.cos(angle) - v * Math.sin(angle), u * Math.sin(angle) + v * Math.cos(angle)];
    return `v ${middle + x} ${y} ${(i >> 2) - 0.5}`;
  });
  const faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
  return { name, bytes: Buffer.from([...lines, ...faces.map((face) => `f ${face}`)].join("\n")) };
}

test("Flush faces lays a held face against another that it comes near", async () => {
  await visit(browser, { hash: `${APART}&tool=move` }, async (viewer) => {
    await viewer.drop(cube("left.obj", 0, 0), cube("right.obj", 1.08, 0.1));
    await viewer.until("two cubes", async () => (await viewer.page.locator("#title").innerText()).includes("left"));
    await viewer.idle();
    const first = await viewer.stillPicture();
    const nearest = ({ shapes }) => {
      const xs = shapes[1].filter((_, i) => i % 3 === 0).sort((a, b) => a - b);
      return [xs[0], xs[3]];
    };
    const tilted = (shape) => nearest(shape)[1] - nearest(shape)[0];
    const nudge = () => viewer.drag(first.blue, { x: first.blue.x, y: first.blue.y - 6 });
    await nudge();
    assert.ok(tilted(play((await viewer.save()).bytes)) > 0.09);
    await viewer.openSection("Bodies");
    await viewer.page.getByLabel("Flush faces").check({ force: true });
    await nudge();
    const laid = play((await viewer.save()).bytes);
    assert.ok(tilted(laid) < 1e-3 && nearest(laid)[0] < 0.502, `${nearest(laid)}`);
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
