// axe-core finds nothing against WCAG 2.2, levels A and AA: at two widths, in both colors, in every part of the page. And every control
// can be reached by the Tab key.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { isLong, launch, until, visit, visitPage } from "./support/viewer.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const HASH = "scene=tori&method=hybrid&detail=300&frame=20&paused=true";
const SIZES = { 1200: { viewport: { width: 1200, height: 800 } }, 390: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Evaluated, not added as a script, which the page's policy forbids. */
async function expectNothing(page, what) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate((values) => window.axe.run({ runOnly: { type: "tag", values } }), RULES);
  assert.ok(passes.length > 10, `${what}: ${passes.length} rules were checked`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
  assert.deepEqual(found, [], what);
}

const STEPS = isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 4];

async function lookAtPage(viewer) {
  const { page } = viewer;
  for (const section of ["Layers", "Method", "Bodies"]) await viewer.openSection(section);
  await expectNothing(page, "one method, all sections open");
  await viewer.choose("Compare with", "smith");
  await viewer.until("two lanes", async () => (await page.locator(".lane").count()) === 2);
  await viewer.button("Link").click();
  await page.locator("#notice").waitFor();
  await expectNothing(page, "two methods, and the link");
  await viewer.button("Close the link").click();
  await viewer.button("Save").click();
  await expectNothing(page, "the menu of what can be saved");
  await page.keyboard.press("Escape");
  await viewer.button("Help").click();
  await expectNothing(page, "the introduction");
  await page.keyboard.press("Escape");
  await viewer.button("Gallery").click();
  await expectNothing(page, "the gallery");
  await page.keyboard.press("Escape");
  await viewer.drop({ name: "bad.obj", bytes: Buffer.from("v 1 2\n") });
  await page.getByRole("alert").waitFor();
  await expectNothing(page, "a message");
}

for (const [width, size] of Object.entries(SIZES))
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in the page: ${width} px, ${colorScheme}`, async () => {
      await visit(browser, { hash: HASH, colorScheme, ...size }, lookAtPage);
    });

    test(`axe finds nothing in the tour: ${width} px, ${colorScheme}`, async () => {
      for (const step of STEPS)
        await visit(browser, { hash: `tour=${step}`, colorScheme, ...size }, async (viewer) => {
          await viewer.button("Pause").click();
          await expectNothing(viewer.page, `step ${step}`);
        });
    });

    test(`axe finds nothing in the race: ${width} px, ${colorScheme}`, async () => {
      await visitPage(browser, { path: "race.html", colorScheme, ...size }, async (page) => {
        await until("frames", async () => /[1-9]/.test(await page.locator("#frames-0").innerText()));
        await page.getByRole("button", { name: "Pause" }).click();
        await page.getByText("What is measured").click();
        await expectNothing(page, "the race");
      });
    });
  }

/** Presses Tab until all have been reached; those of one group of radio buttons are one stop. */
async function expectAllReached(page, root) {
  const names = await page.evaluate((selector) => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
    const all = [...document.querySelector(selector).querySelectorAll("a[href], button, input, select, summary, canvas[tabindex]")];
    const stops = all.filter((element) => isSeen(element) && !element.disabled && !(element.type === "radio" && !element.checked));
    stops.forEach((element, i) => (element.dataset.stop = i));
    return stops.map((element) => element.id || element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40));
  }, root);
  const reached = new Set();
  for (let i = 0; i < names.length + 20 && reached.size < names.length; i++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => document.activeElement?.dataset.stop);
    if (stop !== undefined) reached.add(Number(stop));
  }
  assert.deepEqual(names.filter((_, i) => !reached.has(i)), [], root);
  return names.length;
}

test("the Tab key reaches every control: of the page, the introduction, the gallery, the tour and the race", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    for (const section of ["Layers", "Method", "Bodies"]) await viewer.openSection(section);
    assert.ok((await expectAllReached(viewer.page, "body")) > 50);
    await viewer.button("Help").click();
    assert.ok((await expectAllReached(viewer.page, "#intro")) >= 6);
    await viewer.page.keyboard.press("Escape");
    await viewer.button("Gallery").click();
    assert.ok((await expectAllReached(viewer.page, "#gallery")) > 50);
    await viewer.page.keyboard.press("Escape");
    await viewer.button("Tour").click();
    await viewer.button("Next").waitFor();
    assert.ok((await expectAllReached(viewer.page, "#tour")) >= 3);
    await viewer.button("End").click();
    assert.equal(await viewer.page.evaluate(() => document.activeElement.textContent), "Tour");
  });
  await visitPage(browser, { path: "race.html" }, async (page) => {
    assert.ok((await expectAllReached(page, "body")) >= 6);
  });
});
