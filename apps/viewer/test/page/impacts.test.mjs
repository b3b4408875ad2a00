// The layer of impacts: what happens between two frames.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const link = (frame, more = "") => `scene=bullet-cloth&method=hybrid&frame=${frame}&paused=true${more}`;
const headline = (viewer) => viewer.page.locator("#headline").innerText();
const stepForward = (viewer) => viewer.page.locator("#step-forward").click();

/** Steps to a frame after which the bullet meets the cloth. Returns its number. */
async function findMeeting(viewer) {
  for (let steps = 0; steps < 6; steps++) {
    const frame = await viewer.frame();
    await viewer.until("the sweep", async () => /met/.test((await viewer.numbers("between frames"))[0]));
    if (/^met at/.test((await viewer.numbers("between frames"))[0])) return frame;
    await stepForward(viewer);
    await viewer.untilFrame(frame + 1);
    await viewer.page.waitForTimeout(250); // numbers follow ten times a second
  }
  return assert.fail("no meeting in six steps");
}

test("no frame shows that the bullet meets the cloth; the impacts do, with place and moment", async () => {
  await visit(browser, { hash: link(40) }, async (viewer) => {
    await viewer.openSection("Numbers");
    const frame = await findMeeting(viewer);
    assert.equal(await viewer.facePairs(), 0);
    const [text] = await viewer.numbers("between frames");
    const moment = Number(text.replace("met at ", ""));
    assert.ok(moment > frame && moment < frame + 1, `${moment} after ${frame}`);
    assert.equal(await headline(viewer), `met between frames, at ${text.replace("met at ", "")}`);
    assert.equal(await viewer.page.locator(".viewport-impact").first().innerText(), text);
    const shown = await viewer.picture();
    await viewer.openSection("Layers");
    await viewer.page.locator("#layer-impacts").uncheck({ force: true });
    await viewer.until("nothing swept", async () => (await viewer.numbers("between frames"))[0] === "–");
    assert.ok(await viewer.page.locator(".viewport-impact").first().isHidden());
    assert.doesNotMatch(await headline(viewer), /met/);
    assert.ok(shown.differenceTo(await viewer.picture()) > 0.0002);
    await viewer.until("the address", () => /layers=-impacts/.test(viewer.page.url()));
  });
});

test("the layer is on in scenes between frames, off elsewhere, and can be switched on there", async () => {
  await visit(browser, { hash: link(0) }, async (viewer) => {
    const box = viewer.page.locator("#layer-impacts");
    assert.ok(await box.isChecked());
    await viewer.chooseScene("tori");
    assert.ok(!(await box.isChecked()));
    await viewer.openSection("Numbers");
    await viewer.until("no sweep", async () => (await viewer.numbers("between frames"))[0] === "–");
    await viewer.openSection("Layers");
    await box.check({ force: true });
    await viewer.until("a sweep", async () => (await viewer.numbers("between frames"))[0] !== "–");
  });
});
