// What a frame costs, on the bodies themselves: how often each face was tested, and which vertices were evaluated.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

const HASH = "scene=blobs&method=hybrid&frame=95&detail=3000&paused=true&layers=-faces,-contacts,-segments,-closest";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const headline = (viewer) => viewer.page.locator("#headline").innerText();
/** Violet to yellow; bodies are sand and blue. */
const isHot = (r, g, b) => r - g > 45 || r - b > 110;

test("the layer of costs colors the faces that were tested, and says how few they are", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    const before = await viewer.stillPicture();
    const legend = viewer.page.locator("#cost-legend");
    assert.ok(await legend.isHidden());
    await viewer.openSection("Layers");
    await viewer.page.getByRole("switch", { name: "Cost of each face" }).check();
    await legend.waitFor();
    assert.match(await legend.innerText(), /1\s*2\s*4\s*8\s*16\+/);
    const words = await viewer.until("the headline", async () => /^[\d,]+ of [\d,]+ pairs of triangles tested$/.exec(await headline(viewer))?.[0]);
    const [tested, all] = words.match(/[\d,]+/g).map((number) => Number(number.replaceAll(",", "")));
    assert.equal(tested, Number((await viewer.numbers("candidates"))[0].replaceAll(",", "")));
    assert.ok(tested > 100 && tested < all / 100, words);
    const after = await viewer.stillPicture();
    const [none, hot] = [before.count(isHot), after.count(isHot)];
    assert.ok(hot > none + 300, `${hot} pixels of faces that were tested; ${none} without the layer`);
    const [bright, dim] = [before, after].map((picture) => picture.painted);
    assert.ok(dim < 0.7 * bright, `all others are dim: ${bright} pixels have color without the layer, ${dim} with it`);
  });
});

test("the layer of costs is not offered to methods that have no such tests", async () => {
  await visit(browser, { hash: HASH.replace("hybrid", "senin") }, async (viewer) => {
    await viewer.openSection("Layers");
    assert.ok(await viewer.page.getByRole("switch", { name: "Cost of each face" }).isDisabled());
  });
});

test("of a million triangles, the vertices that were needed are bright, and their number is on the view", async () => {
  const hash = "scene=skinned-million&method=hybrid&frame=96&paused=true&layers=touched,-faces,-closest";
  await visit(browser, { hash, viewport: { width: 500, height: 500 } }, async (viewer) => {
    const words = await viewer.until("the headline", async () => /^[\d,]+ of [\d,]+ vertices evaluated$/.exec(await headline(viewer))?.[0], 180_000);
    const [needed, all] = words.match(/[\d,]+/g).map((number) => Number(number.replaceAll(",", "")));
    assert.ok(needed > 100 && needed < all / 20, words);
    const isBright = (r, g, b) => r > 200 && g > 190 && b < 0.85 * g;
    await viewer.until("bright pixels", async () => (await viewer.picture()).count(isBright) > 30);
  });
});
