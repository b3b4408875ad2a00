// Every scene and every method: it loads, goes on and is drawn, and the page complains of nothing. With
// MOTE_SHOTS=FOLDER pictures of the page are left there: of every scene as it is, and of every method.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isLong, launch, visit } from "./support/viewer.mjs";

const shots = process.env.MOTE_SHOTS;
/** Bodies of few triangles, where there is a choice: all are to be seen soon. */
const DETAIL = shots || isLong ? "" : "&detail=300";
/** Of 1.1 million triangles, whatever the detail. */
const HUGE = ["skinned-million"];

let browser;
before(async () => {
  browser = await launch();
  if (shots) mkdirSync(shots, { recursive: true });
});
after(() => browser?.close());

async function shoot(viewer, name) {
  if (shots) writeFileSync(join(shots, `${name}.png`), await viewer.page.screenshot());
}

async function valuesOf(viewer, label) {
  const values = await viewer.choice(label).locator("option").evaluateAll((options) => options.map((option) => option.value));
  return values.filter((value) => value !== "");
}

/** The first number may be that of the scene before. */
async function expectAdvance(viewer, what) {
  for (let i = 0; i < 2; i++) {
    const last = await viewer.frame();
    await viewer.until(`${what} goes on`, async () => (await viewer.frame()) !== last);
  }
}

async function expectDrawing(viewer, what) {
  const painted = await viewer.until(`${what} is drawn`, async () => {
    const { painted } = await viewer.picture();
    return painted > 500 && painted;
  });
  viewer.expectNoComplaint(what);
  return painted;
}

test("every scene loads, goes on and is drawn", async () => {
  const options = { hash: `scene=teapot-sphere&method=hybrid${DETAIL}`, viewport: { width: shots ? 1280 : 800, height: shots ? 800 : 500 } };
  await visit(browser, options, async (viewer) => {
    const scenes = await valuesOf(viewer, "Scene");
    assert.ok(scenes.length > 30, `${scenes.length} scenes`);
    for (const name of scenes) {
      if (HUGE.includes(name) && !isLong && !shots) continue;
      await viewer.chooseScene(name);
      await expectAdvance(viewer, name);
      await expectDrawing(viewer, name);
      if (shots) await shootMiddle(viewer, name);
    }
  });
});

/** Some frames after the middle, where most scenes have something to show. */
async function shootMiddle(viewer, name) {
  const scrubber = viewer.page.getByRole("slider", { name: "Frame", exact: true });
  const last = Number(await scrubber.getAttribute("max"));
  await scrubber.fill(String(Math.round(last / 2)));
  await viewer.page.waitForTimeout(3000);
  await shoot(viewer, `scene-${name}`);
}

/** Where a method has something to do; what is not listed serves the first scene. */
const SERVED = { "separating-plane": "spheres-N", "closest-feature": "spheres-N", "octree-update": "spheres-N" };

/** They name no faces, and so do not count as exact; but of convex bodies they miss none that meet. */
const WITHOUT_MISSES = ["separating-plane", "closest-feature"];

async function expectFullRecall(viewer) {
  await viewer.until("full recall", async () => /^100 % of [1-9]/.test((await viewer.numbers("recall, pairs"))[0]));
}

test("every method loads, goes on and is drawn on a scene that it serves", async () => {
  const options = { hash: "scene=tori&method=hybrid&detail=300&layers=forces", viewport: { width: shots ? 1280 : 800, height: shots ? 800 : 500 } };
  await visit(browser, options, async (viewer) => {
    const methods = await valuesOf(viewer, "Method");
    assert.ok(methods.length >= 10, `${methods.length} methods`);
    for (const method of methods) {
      await viewer.chooseScene(SERVED[method] ?? "tori");
      await viewer.choose("Method", method);
      await viewer.until(`${method} is named`, async () => (await viewer.page.locator(".lane .method").first().innerText()) === method);
      await expectAdvance(viewer, method);
      await expectDrawing(viewer, method);
      assert.doesNotMatch(await viewer.page.locator(".lane").first().innerText(), /cannot be used/);
      assert.match((await viewer.numbers("hash"))[0], /^[0-9a-f]{16}$/);
      if (WITHOUT_MISSES.includes(method)) await expectFullRecall(viewer);
      if (shots) {
        await viewer.page.waitForTimeout(3000);
        await shoot(viewer, `method-${method}`);
      }
    }
  });
});

test("a method that cannot be used says why in its own half, and the other goes on", async () => {
  await visit(browser, { hash: "scene=tori&method=hybrid,separating-plane&detail=300" }, async (viewer) => {
    const half = viewer.page.locator(".lane").nth(1);
    await viewer.until("the refusal", async () => /cannot be used here/.test(await half.innerText()));
    await expectAdvance(viewer, "hybrid");
    assert.equal((await viewer.numbers("face pairs"))[1], "–");
    assert.match(await viewer.page.locator(".viewport-error:visible").innerText(), /convex|deform/);
    await shoot(viewer, "method-refused");
  });
});
