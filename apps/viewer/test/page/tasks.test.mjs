// Five things that a new visitor wants, from the start page with the introduction in front, in at most three actions each: a press of a
// button, a key, a drag, or files that are dropped.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play } from "./support/recordings.mjs";
import { launch, visit } from "./support/viewer.mjs";

const MAX_ACTIONS = 3;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** `act(viewer, did)` calls `did` with every action; what it returns is what the visitor sees in the end. */
function task(name, options, act) {
  test(name, async () => {
    await visit(browser, options, async (viewer) => {
      assert.ok(await viewer.page.getByRole("dialog").isVisible(), "the introduction is in front");
      const actions = [];
      const seen = await act(viewer, (action) => actions.push(action));
      console.log(`${name}: ${actions.join("; ")}. ${seen}`);
      assert.ok(actions.length <= MAX_ACTIONS, `${actions.length} actions`);
    });
  });
}

const introButton = (viewer, name) => viewer.page.getByRole("dialog").getByRole("button", { name });

task("throw a body at another", {}, async (viewer, did) => {
  await introButton(viewer, "Throw a sphere").click();
  did("Throw a sphere");
  await viewer.until("it bounces", async () => (await viewer.button("Bounce").getAttribute("aria-pressed")) === "true");
  await viewer.idle();
  const { sand, blue } = await viewer.until("bodies", async () => {
    const picture = await viewer.picture();
    return picture.painted > 500 && { sand: picture.sand, blue: picture.blue };
  });
  await viewer.drag(blue, sand, { steps: 4 });
  did("drag a sphere to another and let go");
  const count = await viewer.until("spheres that touch", () => viewer.facePairs());
  return `${count} face pairs`;
});

/** A tetrahedron as a file, whose lowest corner is at x. */
const tetrahedron = (name, x) => ({
  name,
  bytes: Buffer.from(`v ${x} 0 0\nv ${x + 1} 0 0\nv ${x} 1 0\nv ${x} 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`),
});

task("see where two meshes of mine meet", {}, async (viewer, did) => {
  await viewer.drop(tetrahedron("mine.obj", 0), tetrahedron("other.obj", 0.4));
  did("drop both files");
  await viewer.until("the files", async () => /mine/.test(await viewer.page.locator("#title").innerText()));
  assert.ok(await viewer.page.getByRole("dialog").isHidden(), "the introduction is gone");
  const count = await viewer.until("face pairs", () => viewer.facePairs());
  const red = await viewer.until("red faces", async () => (await viewer.picture()).red > 200 && "red faces");
  return `${count} face pairs, ${red}`;
});

task("see what particles are", {}, async (viewer, did) => {
  await viewer.page.getByRole("dialog").getByRole("link", { name: "particles" }).click();
  did("particles, in the text of the introduction");
  await viewer.until("the step", async () => (await viewer.page.locator("#tour-title").innerText()) === "Particles that search");
  assert.match(await viewer.page.locator("#tour-text").innerText(), /particles wander over each surface/);
  await viewer.until("the scene", async () => (await viewer.page.locator("#title").innerText()) === "senin-mv");
  assert.ok(await viewer.page.getByRole("dialog").isHidden());
  const painted = await viewer.until("bodies", async () => (await viewer.picture()).painted > 500 && "the letters with their particles");
  return `${painted}, and a text about them`;
});

task("compare two methods", {}, async (viewer, did) => {
  await introButton(viewer, "Compare two methods").click();
  did("Compare two methods");
  await viewer.until("two lanes", async () => (await viewer.page.locator(".lane").count()) === 2);
  const recall = await viewer.until("a number to compare", async () => {
    const cells = await viewer.numbers("detection time");
    return cells.length === 2 && cells.every((cell) => /\d/.test(cell)) && cells.join(" and ");
  });
  return `side by side, ${recall}`;
});

task("send somebody what I see", { permissions: ["clipboard-read", "clipboard-write"] }, async (viewer, did) => {
  await viewer.page.keyboard.press("Escape");
  did("Esc");
  await viewer.button("Link").click();
  did("Link");
  const copied = await viewer.until("the clipboard", () => viewer.page.evaluate(() => navigator.clipboard.readText()));
  assert.match(copied, /#scene=teapot-sphere&method=hybrid&frame=\d+/);
  const frame = Number(/frame=(\d+)/.exec(copied)[1]);
  await visit(browser, { hash: `${new URL(copied).hash.slice(1)}&paused=true` }, async (other) => {
    await other.untilFrame(frame);
    assert.ok(play((await other.save()).bytes).equal);
  });
  return "the same frame in another browser";
});
