// The page at several sizes and in both colors: nothing overlaps, nothing is cut off, all can be read and touched.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

const HASH = "scene=teapot-sphere&method=hybrid&frame=60&paused=true";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/**
 * Pairs of interactive elements that cover each other by more than a pixel, anywhere on the page. Those inside of
 * each other are one; the canvas is behind what stands on the stage.
 */
function overlaps(page) {
  return page.evaluate(() => {
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const area = (element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const shown = (element) => {
      const own = area(element);
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowY === "visible") continue;
        const clip = area(parent);
        own.left = Math.max(own.left, clip.left);
        own.top = Math.max(own.top, clip.top);
        own.right = Math.min(own.right, clip.right);
        own.bottom = Math.min(own.bottom, clip.bottom);
      }
      return own;
    };
    const name = (element) =>
      `${element.tagName.toLowerCase()} "${element.getAttribute("aria-label") ?? element.id ?? ""}" ${element.textContent.trim().slice(0, 30)}`;
    // Radio buttons and switches are as large as their labels.
    const targets = [...document.querySelectorAll("a, button, input, select, summary, label:has(input)")]
      .filter((element) => isSeen(element) && !(element.matches("input") && element.closest("label")))
      .map((element) => ({ element, box: shown(element) }))
      .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
    const found = [];
    targets.forEach((a, i) => {
      for (const b of targets.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > 1 && height > 1) found.push(`${name(a.element)} and ${name(b.element)}: ${width} x ${height}`);
      }
    });
    return { count: targets.length, found };
  });
}

/** What stands on the stage beside the canvas: it may not cover what can be pressed, nor each other. */
function coveredWriting(page) {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".caption, .lane, .toolbar fieldset, .toolbar .toggles, #failure, #notice")]
      .filter((element) => element.checkVisibility() && element.textContent.trim() !== "")
      .map((element) => ({ name: element.id || element.className, box: element.getBoundingClientRect() }));
    const found = [];
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > 1 && height > 1) found.push(`${a.name} and ${b.name}: ${width.toFixed()} x ${height.toFixed()}`);
      }
    });
    return found;
  });
}

async function expectOrder(viewer, what) {
  const { page } = viewer;
  await page.evaluate(() => {
    document.querySelector("aside").scrollTop = 0; // headings of the panel stay in sight of what is scrolled
    scrollTo(0, 0);
  });
  const { width } = page.viewportSize();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${what}: scrolls sideways`);
  const { count, found } = await overlaps(page);
  assert.ok(count > 20, `${count} things to press`);
  assert.deepEqual(found, [], what);
  assert.deepEqual(await coveredWriting(page), [], what);
  const stage = await viewer.canvas.boundingBox();
  assert.ok(stage.height >= 250, `${what}: the stage is ${stage.height} high`);
  assert.ok(stage.width >= 0.5 * width, `${what}: the stage is ${stage.width} wide`);
}

/** Messages float over the foot of a phone's page: they must be whole, and can be closed. */
async function expectOnTop(box, close) {
  await box.waitFor();
  const seen = await box.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });
  assert.ok(seen, "all of the message is on the screen");
  const isFree = await close.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(isFree, "the message can be closed");
}

const SIZES = { phone: PHONE, "small window": { viewport: { width: 1024, height: 700 } }, window: { viewport: { width: 1400, height: 900 } } };

for (const [what, options] of Object.entries(SIZES)) {
  test(`nothing overlaps in a ${what}`, async () => {
    await visit(browser, { hash: HASH, ...options }, async (viewer) => {
      await expectOrder(viewer, "one method");
      await viewer.choose("Compare with", "smith");
      await viewer.until("two lanes", async () => (await viewer.page.locator(".lane").count()) === 2);
      await expectOrder(viewer, "two methods");
      // It cannot be chosen here, but a link may name it.
      await viewer.page.evaluate((hash) => (location.hash = hash), HASH.replace("hybrid", "hybrid,separating-plane"));
      await viewer.page.locator(".viewport-error:visible").waitFor();
      for (const section of ["Layers", "Method", "Bodies"]) await viewer.openSection(section);
      await expectOrder(viewer, "all sections open");
      await viewer.button("Link").click();
      await expectOnTop(viewer.page.locator("#notice"), viewer.button("Close the link"));
      if (!options.isMobile) await expectOrder(viewer, "with a link");
      await viewer.drop({ name: "a-file-with-quite-a-long-name-that-is-cut-off.obj", bytes: Buffer.from("v 1 2\n") });
      await expectOnTop(viewer.page.getByRole("alert"), viewer.button("Close the message"));
      assert.ok(await viewer.page.locator("#notice").isHidden(), "one message at a time");
      if (!options.isMobile) await expectOrder(viewer, "with a message");
    });
  });
}

test("all of the panel can be reached on a phone, and what is pressed is large enough", async () => {
  await visit(browser, { hash: HASH, ...PHONE }, async (viewer) => {
    for (const name of ["Numbers", "Charts", "Layers", "Method", "Bodies"]) {
      const heading = viewer.page.getByRole("heading", { name, exact: true });
      await heading.scrollIntoViewIfNeeded();
      assert.ok(await heading.isVisible());
    }
    const small = await viewer.page.locator("button:visible, select:visible").evaluateAll((all) =>
      all.map((one) => ({ name: one.id || one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => Math.min(box.width, box.height) < 28)
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
    assert.deepEqual(small, []);
  });
});

test("one finger looks around, two zoom", async () => {
  await visit(browser, { hash: `${HASH}&tool=look`, ...PHONE }, async (viewer) => {
    const touch = await viewer.page.context().newCDPSession(viewer.page);
    const send = (type, ...touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    const { x, y, width, height } = await viewer.canvas.boundingBox();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const first = await viewer.stillPicture();
    await send("touchStart", { x: cx, y: cy });
    for (let i = 1; i <= 6; i++) await send("touchMove", { x: cx - 15 * i, y: cy });
    await send("touchEnd");
    const turned = await viewer.stillPicture();
    assert.ok(turned.differenceTo(first) > 0.05, "one finger");
    const fingers = (apart) => [{ x: cx - apart, y: cy, id: 0 }, { x: cx + apart, y: cy, id: 1 }];
    await send("touchStart", ...fingers(40));
    for (let i = 1; i <= 6; i++) await send("touchMove", ...fingers(40 + 10 * i));
    await send("touchEnd");
    const near = await viewer.stillPicture();
    assert.ok(near.painted > 1.4 * turned.painted, `${turned.painted} pixels before, ${near.painted} after`);
    assert.equal(await viewer.page.evaluate(() => visualViewport.scale), 1, "the page itself is not zoomed");
  });
});

/** Ratio of contrast as WCAG 2 has it, of an element's text to the ground behind it. */
function contrasts(page, selectors) {
  return page.evaluate((list) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const over = (color, ground) => {
      context.clearRect(0, 0, 1, 1);
      for (const one of [ground, color]) {
        context.fillStyle = one;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const css = (rgb) => `rgb(${rgb.join(" ")})`;
    const groundOf = (element) => {
      if (!element) return [255, 255, 255];
      const own = getComputedStyle(element).backgroundColor;
      return over(own, css(groundOf(element.parentElement)));
    };
    const light = (rgb) => {
      const [r, g, b] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return list.map((selector) => {
      const element = document.querySelector(selector);
      const ground = groundOf(element);
      const ink = over(getComputedStyle(element).color, css(ground));
      const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
      return { selector, ratio: (a + 0.05) / (b + 0.05) };
    });
  }, selectors);
}

const TEXTS = [
  "#title", "#size", ".lane .method", ".lane .sentence", "#numbers th[scope=row]", "#numbers td", "label[for=scene]",
  "#scene", "#frame-number", "#bounce span", "#layers-section h2", "#layers label", ".note", "#intro p", "#intro .note",
];

for (const colorScheme of ["light", "dark"]) {
  test(`texts can be read in ${colorScheme} colors`, async () => {
    await visit(browser, { hash: HASH, colorScheme }, async (viewer) => {
      await viewer.button("Help").click();
      const low = (await contrasts(viewer.page, TEXTS)).filter(({ ratio }) => !(ratio >= 4.5));
      assert.deepEqual(low, []);
    });
  });
}

test("dark is dark, light is light, and the choice is kept", async () => {
  await visit(browser, { hash: HASH, colorScheme: "light" }, async (viewer) => {
    const brightness = async () => {
      const { bytes } = await viewer.stillPicture();
      return bytes.reduce((sum, value) => sum + value, 0) / bytes.length;
    };
    assert.ok((await brightness()) > 150);
    await viewer.page.keyboard.press("t"); // light
    await viewer.page.keyboard.press("t"); // dark
    assert.ok((await brightness()) < 90);
    await viewer.page.reload();
    await viewer.ready();
    assert.ok((await brightness()) < 90);
  });
});
