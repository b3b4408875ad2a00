// What a frame costs, on the bodies themselves: how often each face was tested, and which vertices were evaluated.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

const HASH = "scene=blobs&method=hybrid&frame=95&detail=3000&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const headline = (viewer) => viewer.page.locator("#headline").innerText();
const isYellow = (r, g, b) => r > 170 && g > 150 && b < 0.6 * g;

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
    assert.ok(after.count(isYellow) > before.count(isYellow) + 50, "faces that were tested often are bright");
    assert.ok(after.painted < 0.7 * before.painted, "all others are dim");
  });
});

test("the layer of costs is not offered to methods that have no such tests", async () => {
  await visit(browser, { hash: HASH.replace("hybrid", "senin") }, async (viewer) => {
    await viewer.openSection("Layers");
    assert.ok(await viewer.page.getByRole("switch", { name: "Cost of each face" }).isDisabled());
  });
});

test("of a million triangles, the vertices that were needed are bright, and their number is on the view", async () => {
  await visit(browser, { hash: "scene=skinned-million&method=hybrid&frame=96&paused=true&layers=touched,-faces,-closest" }, async (viewer) => {
    const words = await viewer.until("the headline", async () => /^[\d,]+ of [\d,]+ vertices looked at$/.exec(await headline(viewer))?.[0], 180_000);
    const [needed, all] = words.match(/[\d,]+/g).map((number) => Number(number.replaceAll(",", "")));
    assert.ok(needed > 100 && needed < all / 20, words);
    const picture = await viewer.stillPicture();
    const isBright = (r, g, b) => r > 200 && g > 190 && b < 0.85 * g;
    assert.ok(picture.count(isBright) > 30, "they are seen");
  });
});
