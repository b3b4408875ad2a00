// The tour, the gallery, links and what is saved.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play } from "./support/recordings.mjs";
import { isLong, launch, visit } from "./support/viewer.mjs";

const HASH = "scene=letters-tt&method=hybrid&frame=10&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const title = (viewer) => viewer.page.locator("#title").innerText();

test("the tour goes from step to step, each with its scene, and leaves the visitor free", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    await viewer.button("Tour").click();
    const seen = [];
    for (let step = 1; step <= 8; step++) {
      await viewer.until(`step ${step}`, async () => (await viewer.page.locator("#tour-count").innerText()) === `${step} of 8`);
      if (step < 8 || isLong) await viewer.idle();
      seen.push(await viewer.choice("Method").inputValue());
      const link = await viewer.page.locator("#tour-page").getAttribute("href");
      assert.equal((await viewer.page.request.get(new URL(link, viewer.page.url()).href)).status(), 200, link);
      if (step < 8) await viewer.button("Next").click();
    }
    assert.deepEqual(seen, ["naive", "smith", "smith", "senin", "lbg", "hybrid", "hybrid", "hybrid"]);
    await viewer.button("Finish").click();
    assert.ok(await viewer.page.locator("#tour").isHidden());
  });
});

test("a step of the tour has a link of its own", async () => {
  await visit(browser, { hash: "tour=4" }, async (viewer) => {
    assert.equal(await title(viewer), "senin-mv");
    assert.equal(await viewer.page.locator("#tour-title").innerText(), "Particles that search");
    await viewer.page.keyboard.press("Space");
    await viewer.button("Back").click();
    await viewer.until("the step before", async () => (await title(viewer)) === "tori");
  });
});

test("the gallery opens a scene at one press, and methods that cannot be used say why", async () => {
  await visit(browser, { hash: HASH.replace("letters-tt", "letters-mv") }, async (viewer) => {
    await viewer.button("Gallery").click();
    const refused = viewer.page.locator("#method-cards [aria-disabled=true]");
    assert.ok((await refused.count()) >= 3);
    assert.match(await refused.first().innerText(), /Not here: needs/);
    assert.ok((await viewer.page.locator("#method option:disabled").count()) >= 3);
    await viewer.page.getByRole("button", { name: "Interlocked rings" }).click();
    await viewer.until("the scene", async () => (await title(viewer)) === "tori");
    const broken = await viewer.page.locator("#gallery img").evaluateAll((all) => all.filter((one) => one.complete && one.naturalWidth === 0).length);
    assert.equal(broken, 0);
  });
});

test("the address names what is seen; back and reload do what one expects", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    await viewer.choose("Method", "smith");
    await viewer.until("the method", () => /method=smith/.test(viewer.page.url()));
    await viewer.button("One frame forward").click();
    await viewer.until("the frame", () => /frame=11/.test(viewer.page.url()));
    await viewer.chooseScene("tori");
    await viewer.until("the scene", () => /scene=tori/.test(viewer.page.url()));
    await viewer.page.goBack();
    await viewer.until("the scene before", async () => (await title(viewer)) === "letters-tt");
    assert.match(viewer.page.url(), /scene=letters-tt&method=smith/);
    await viewer.page.reload();
    await viewer.ready();
    assert.equal(await title(viewer), "letters-tt");
    assert.equal(await viewer.choice("Method").inputValue(), "smith");
    assert.match(await viewer.page.title(), /letters-tt/);
  });
});

test("embedded, the page is the view alone, with a link to the whole", async () => {
  await visit(browser, { hash: HASH, query: "?embed=1" }, async (viewer) => {
    for (const selector of [".bar", "aside", ".transport"]) assert.ok(await viewer.page.locator(selector).isHidden(), selector);
    const { width, height } = await viewer.canvas.boundingBox();
    assert.deepEqual([width, height], [1000, 700]);
    const whole = viewer.page.getByRole("link", { name: "Open in mote" });
    await whole.hover();
    assert.match(await whole.getAttribute("href"), /where\/#scene=letters-tt/);
  });
});

test("pictures, films and whole recordings are saved", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    const picture = await viewer.save("Picture");
    assert.match(picture.name, /\.png$/);
    assert.equal(picture.bytes.readUInt32BE(0), 0x89504e47);
    assert.ok(picture.bytes.length > 5000, "it is not blank");
    const all = await viewer.save("All frames");
    assert.ok(play(all.bytes).equal);
    const film = await viewer.save("Film");
    assert.match(film.name, /\.webm$/);
    assert.equal(film.bytes.readUInt32BE(0), 0x1a45dfa3);
  });
});

test("misses are marked on the time line, and a button goes to the next one", async () => {
  await visit(browser, { hash: "scene=letters-mv&method=lbg&frame=0&options=%7B%22lbg%22%3A%7B%22particles%22%3A1%7D%7D" }, async (viewer) => {
    const button = viewer.button("Next miss");
    await button.waitFor({ timeout: 60_000 });
    assert.ok((await viewer.page.locator("#misses i").count()) > 0);
    await button.click();
    await viewer.until("paused", async () => (await viewer.button("Play").count()) === 1);
  });
});

test("what is remarkable is on the view in large letters", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    await viewer.until("a headline", async () => /^[\d.]+ ms for [\d,]+ triangles$/.test(await viewer.page.locator("#headline").innerText()));
  });
});
