// Two methods side by side, on the same frames.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("two exact methods agree in every frame, and the page says so", async () => {
  await visit(browser, { hash: "scene=teapot-sphere&method=hybrid,smith&frame=30&paused=true&layers=-particles,-trails,-closest" }, async (viewer) => {
    let met = 0;
    for (let i = 0; i < 50; i++) {
      await viewer.step();
      const [hybrid, smith] = await viewer.numbers("hash");
      assert.match(hybrid, /^[0-9a-f]{16}$/);
      assert.equal(smith, hybrid, `frame ${await viewer.frame()}`);
      assert.equal(await viewer.page.locator(".verdict").nth(1).innerText(), "same pairs");
      met += Number((await viewer.facePairs()) > 0);
    }
    assert.ok(met > 10, `something meets in ${met} frames`);
  });
});

test("a method that may miss is held against the exact one", async () => {
  await visit(browser, { hash: "scene=letters-tt&method=senin,hybrid&rate=4" }, async (viewer) => {
    const share = /^[\d.]+ % of (\d+)$/;
    await viewer.until("colliding frames", async () => Number(share.exec((await viewer.numbers("recall, frames"))[0])?.[1]) > 3);
    assert.match((await viewer.numbers("recall, pairs"))[0], share);
    assert.equal((await viewer.numbers("recall, frames"))[1], "exact");
    assert.ok(await viewer.page.locator("#recall-chart canvas").isVisible());
  });
});
