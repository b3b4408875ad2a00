// Small things that once were wrong: steps that were lost, texts that disagreed, views that stayed blank.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

const PAUSED = "scene=letters-tt&method=hybrid&frame=40&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("two steps forward and one back are one step forward, however fast", async () => {
  await visit(browser, { hash: PAUSED }, async (viewer) => {
    await viewer.page.evaluate(() => {
      const press = (id) => document.getElementById(id).click();
      for (const id of ["step-forward", "step-forward", "step-back"]) press(id);
    });
    await viewer.untilFrame(41);
    await viewer.page.evaluate(() => {
      for (let i = 0; i < 12; i++) document.getElementById("step-back").click();
    });
    await viewer.untilFrame(29);
  });
});

test("the label of the distance and the sentence agree in every frame", async () => {
  await visit(browser, { hash: "scene=letters-tt&method=hybrid&frame=0" }, async (viewer) => {
    const seen = await viewer.page.evaluate(async () => {
      const texts = [];
      while (texts.length < 25) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const label = document.querySelector(".viewport-distance:not([hidden])");
        if (label) texts.push([label.textContent, document.querySelector(".lane .sentence").textContent]);
      }
      return texts;
    });
    for (const [label, sentence] of seen) assert.ok(sentence.includes(` ${label} apart`), `${label}: ${sentence}`);
    assert.ok(new Set(seen.map(([label]) => label)).size > 2, "it changes");
  });
});

test("a method that looks for no self-collision says so, instead of a recall of 0 %", async () => {
  await visit(browser, { hash: "scene=self-fold&method=lbg&frame=150&paused=true" }, async (viewer) => {
    await viewer.step();
    assert.match(await viewer.page.locator(".lane .sentence").innerText(), /no self-collision/);
    assert.deepEqual(await viewer.numbers("recall, frames"), ["no self-collision"]);
  });
});

test("a recording that is opened again has the names of its bodies", async () => {
  await visit(browser, { hash: "scene=teapot-sphere&method=hybrid&frame=0&paused=true" }, async (viewer) => {
    const recording = await viewer.save();
    await viewer.drop(recording);
    await viewer.until("the recording", async () => (await viewer.page.locator("#title").innerText()).includes("moterec"));
    await viewer.until("names", async () => /teapot and sphere/.test(await viewer.page.locator(".lane .sentence").innerText()));
  });
});

test("a lost graphics context is told, and the view returns with it", async () => {
  await visit(browser, { hash: PAUSED }, async (viewer) => {
    const first = await viewer.stillPicture();
    await viewer.page.evaluate(() => {
      const context = document.querySelector("#viewport canvas").getContext("webgl2");
      window.lose = context.getExtension("WEBGL_lose_context");
      window.lose.loseContext();
    });
    const message = viewer.page.getByRole("alert").filter({ hasText: "graphics context" });
    await message.waitFor();
    await viewer.page.evaluate(() => window.lose.restoreContext());
    await message.waitFor({ state: "detached" });
    const again = await viewer.stillPicture();
    assert.ok(again.differenceTo(first) < 0.01, `${again.differenceTo(first)}`);
  });
});

test("without WebGL the page says so, and everything else works", async () => {
  const withoutWebGl = await launch("--disable-gpu", "--disable-3d-apis");
  try {
    await visit(withoutWebGl, {}, async (viewer) => {
      await viewer.page.getByRole("alert").filter({ hasText: "WebGL 2" }).waitFor();
      await viewer.page.locator("[data-example=throw]").click();
      await viewer.until("its scene", async () => (await viewer.page.locator("#title").innerText()) === "spheres");
      await viewer.until("frames", async () => Number(await viewer.frame()) > 2);
    });
  } finally {
    await withoutWebGl.close();
  }
});

const PHONES = {
  "320 px": { width: 320, height: 568 },
  "a phone on its side": { width: 844, height: 390 },
};

for (const [what, viewport] of Object.entries(PHONES)) {
  test(`${what}: the name is in one line, and the tools are on the first screen`, async () => {
    await visit(browser, { hash: PAUSED, viewport, hasTouch: true, isMobile: true }, async (viewer) => {
      const brand = await viewer.page.locator(".brand").boundingBox();
      assert.ok(brand.height < 60, `the name is ${brand.height} high`);
      assert.ok((await viewer.page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width);
      const tools = await viewer.page.locator("#tools").boundingBox();
      if (viewport.height < 500) assert.ok(tools.y + tools.height <= viewport.height, `tools end at ${tools.y + tools.height}`);
    });
  });
}

test("two methods on a phone leave most of the view free", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await visit(browser, { hash: PAUSED.replace("hybrid", "hybrid,senin"), ...phone }, async (viewer) => {
    const stage = await viewer.canvas.boundingBox();
    const boxes = await viewer.page.locator(".lane:visible, .caption:visible").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    const covered = boxes.reduce((sum, height) => sum + height, 0);
    assert.ok(covered < 0.25 * stage.height, `${covered} of ${stage.height}`);
  });
});

test("the caption does not cross the divider on a tablet", async () => {
  for (const width of [1024, 1180]) {
    await visit(browser, { hash: PAUSED.replace("hybrid", "hybrid,smith"), viewport: { width, height: 768 } }, async (viewer) => {
      const stage = await viewer.canvas.boundingBox();
      const caption = await viewer.page.locator(".caption").boundingBox();
      const middle = stage.x + stage.width / 2;
      assert.ok(caption.x + caption.width <= middle || caption.x >= middle, `${caption.x} to ${caption.x + caption.width}, divided at ${middle}`);
    });
  }
});

const overlap = (a, b) => Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) && Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y);

test("embedded, the title is beside the tools or below them", async () => {
  for (const width of [390, 640]) {
    await visit(browser, { hash: PAUSED, query: "?embed=1", viewport: { width, height: 440 } }, async ({ page }) => {
      const [caption, tools] = [await page.locator(".caption").boundingBox(), await page.locator("#tools").boundingBox()];
      assert.ok(!overlap(caption, tools), `${width} px: ${JSON.stringify({ caption, tools })}`);
    });
  }
});

test("with two methods, the buttons on the view do not lie on the results", async () => {
  await visit(browser, { hash: PAUSED.replace("hybrid", "hybrid,smith"), viewport: { width: 1400, height: 900 } }, async ({ page }) => {
    const [lane, buttons] = [await page.locator(".lane").nth(1).boundingBox(), await page.locator(".presets").boundingBox()];
    assert.ok(!overlap(lane, buttons), JSON.stringify({ lane, buttons }));
  });
});

test("the gallery can be closed from its end", async () => {
  await visit(browser, { hash: PAUSED }, async (viewer) => {
    await viewer.button("Gallery").click();
    await viewer.page.locator("#method-cards").evaluate((cards) => cards.scrollIntoView({ block: "end" }));
    const { y } = await viewer.button("Close the gallery").boundingBox();
    assert.ok(y > 0, `the button is at ${y}`);
    await viewer.button("Close the gallery").click();
    assert.ok(await viewer.page.locator("#gallery").isHidden());
  });
});

test("the introduction opens files", async () => {
  await visit(browser, {}, async (viewer) => {
    const chooser = viewer.page.waitForEvent("filechooser");
    await viewer.button("your own files").click();
    assert.ok((await chooser).isMultiple());
  });
});
