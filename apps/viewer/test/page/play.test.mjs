// What a visitor can do at once: take bodies by mouse and by keys, on a floor with shadows, with bodies that fill the view.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play } from "./support/recordings.mjs";
import { launch, visit } from "./support/viewer.mjs";

const APART = "scene=teapot-sphere&method=hybrid&frame=0&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("dragging a body moves it, and dragging beside it looks around, without choosing a tool", async () => {
  await visit(browser, { hash: APART }, async (viewer) => {
    const first = await viewer.stillPicture();
    await viewer.drag(first.blue, first.sand);
    await viewer.until("face pairs", () => viewer.facePairs());
    const met = await viewer.stillPicture();
    await viewer.drag({ x: 40, y: first.height - 130 }, { x: 140, y: first.height - 130 });
    assert.ok((await viewer.stillPicture()).differenceTo(met) > 0.05);
  });
});

test("keys take a body and move it until it touches another", async () => {
  await visit(browser, { hash: APART }, async (viewer) => {
    const before = play((await viewer.save()).bytes).shapes;
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("n");
    await viewer.page.keyboard.press("n"); // the sphere
    await viewer.until("it is told", async () => /sphere taken/.test(await viewer.page.locator("#announcement").innerText()));
    for (let i = 0; i < 4; i++) await viewer.page.keyboard.press("ArrowUp");
    await viewer.page.keyboard.press("PageUp");
    await viewer.until("it is off its way", () => viewer.button("Reset").isEnabled());
    const after = play((await viewer.save()).bytes).shapes;
    assert.deepEqual(after[0], before[0]);
    assert.ok(after[1].some((value, i) => Math.abs(value - before[1][i]) > 0.05));
    await viewer.page.keyboard.press("Escape");
    const still = await viewer.stillPicture();
    await viewer.canvas.focus();
    await viewer.page.keyboard.press("ArrowLeft");
    assert.ok((await viewer.stillPicture()).differenceTo(still) > 0.02, "then the arrows orbit again");
  });
});

test("bodies fill the view", async () => {
  for (const scene of ["teapot-sphere", "letters-mv", "hand-chair", "character-garment"]) {
    await visit(browser, { hash: `scene=${scene}&method=hybrid&frame=20&paused=true&layers=-closest,-faces,-contacts,-segments` }, async (viewer) => {
      const picture = await viewer.stillPicture();
      let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
      for (const [r, g, b, x, y] of picture.pixels()) {
        if (Math.max(r, g, b) - Math.min(r, g, b) <= 20 || b - r >= 95 || y < 70) continue;
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      }
      const extent = Math.max((right - left) / picture.width, (bottom - top) / picture.height);
      assert.ok(extent > 0.45, `${scene}: ${extent.toFixed(2)} of the view`);
    });
  }
});

test("Bounce has gravity: bodies come to rest on the floor", async () => {
  await visit(browser, { hash: "scene=letters-tt&method=hybrid&frame=10&paused=true" }, async (viewer) => {
    const lowest = (shapes) => shapes.map((shape) => shape.reduce((least, value, i) => (i % 3 === 1 ? Math.min(least, value) : least), Infinity));
    const before = lowest(play((await viewer.save()).bytes).shapes);
    await viewer.button("Bounce").click();
    await viewer.until("frames", async () => (await viewer.frame()) > 60);
    await viewer.button("Pause").click();
    const after = lowest(play((await viewer.save()).bytes).shapes);
    assert.ok(after.some((height, i) => height < before[i] - 0.05), `${before} to ${after}`);
  });
});

test("presets on the view start at one press", async () => {
  await visit(browser, { hash: APART }, async (viewer) => {
    for (const [name, scene] of [["Juggle", "spheres-6"], ["Topple a stack", "stack"]]) {
      await viewer.button(name).click();
      await viewer.until(name, async () => (await viewer.page.locator("#title").innerText()) === scene);
      await viewer.until("it bounces", async () => (await viewer.button("Bounce").getAttribute("aria-pressed")) === "true");
    }
  });
});

test("several files are placed side by side, and as in the files at one press", async () => {
  const obj = (name, size, x) => ({
    name,
    bytes: Buffer.from([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map((c) => `v ${x + c[0] * size} ${c[1] * size} ${c[2] * size}`).join("\n") + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"),
  });
  await visit(browser, { hash: APART }, async (viewer) => {
    await viewer.drop(obj("small.obj", 1, 0), obj("large.obj", 500, 0));
    await viewer.button("As in the files").click();
    await viewer.button("Side by side").waitFor();
    const shapes = play((await viewer.save()).bytes).shapes;
    assert.equal(Math.max(...shapes[1]), 500);
  });
});
