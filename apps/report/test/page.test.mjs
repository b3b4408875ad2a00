// The page in a real browser: what can be clicked does what it says, nothing is loaded, nothing breaks out,
// and it fits on a phone. With MOTE_SCREENSHOTS=DIR pictures of the page are left there.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { check, folder, writeArm, writeTetrahedra } from "./reports.mjs";

let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.MOTE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  writeArm();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page, hands it over, and expects that it has complained of nothing and loaded nothing. */
async function visit(path, act, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  const complaints = [];
  const loads = [];
  page.on("console", (message) => {
    // Chromium tells of slow read-backs of the software renderer when a picture of the page is taken.
    if (["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url())) loads.push(request.url());
  });
  await page.goto(`file://${path}`);
  await page.waitForSelector("footer p", { state: "attached" });
  await act(page);
  assert.deepEqual(complaints, []);
  assert.deepEqual(loads, [`file://${path}`]);
  await page.close();
}

const numberOf = (page) => page.inputValue(".controls input");
const cells = (page, column) => page.locator(`td.${column}`).allInnerTexts();

/** Clicks the row of the time line where a frame is. */
async function clickFrame(page, frame, frames, row = 0) {
  const strip = page.locator(".grid canvas").nth(row);
  const box = await strip.boundingBox();
  await strip.click({ position: { x: ((frame + 0.5) / frames) * box.width, y: box.height / 2 } });
}

/** How many colors an element shows. */
async function colors(page, selector) {
  await page.waitForTimeout(200);
  const shot = (await page.locator(selector).screenshot()).toString("base64");
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set();
    let red = 0;
    for (let i = 0; i < data.length; i += 4) {
      seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      if (data[i] > 120 && data[i] > 2.2 * data[i + 1] && data[i] > 2.2 * data[i + 2]) red++;
    }
    return { different: seen.size, red };
  }, shot);
}

test("a click on the time line selects the frame, and the table shows that frame alone", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    assert.equal(await page.locator("tbody tr").count(), 3);
    await clickFrame(page, 15, 121);
    assert.equal(await numberOf(page), "15");
    assert.deepEqual(await cells(page, "frame"), ["15"]);
    assert.match(await page.innerText("#findings-title"), /frame 15/);
    assert.match(await page.innerText("figcaption >> nth=0"), /Frame 15/);
    await clickFrame(page, 30, 121);
    assert.equal(await numberOf(page), "30");
    assert.equal(await page.locator("tbody tr").count(), 0);
    assert.match(await page.innerText("#place .nothing"), /only of the 3 worst places/);
    assert.equal(await page.locator(".panes").isVisible(), false);
    await page.getByRole("button", { name: "Select no frame" }).click();
    assert.equal(await page.locator("tbody tr").count(), 3);
  });
});

test("the keyboard reaches and moves the frame", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    for (let i = 0; i < 3; i++) await page.keyboard.press("Tab"); // link to the table, measure, time line
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "slider");
    await page.keyboard.press("ArrowUp");
    assert.equal(await numberOf(page), "13");
    await page.keyboard.press("ArrowRight");
    assert.equal(await numberOf(page), "14");
    assert.match(await page.getAttribute(".slider", "aria-valuetext"), /frame 14, 0\.467 s/);
    await page.keyboard.press("End");
    assert.equal(await numberOf(page), "120");
    await page.keyboard.press("ArrowDown");
    assert.equal(await numberOf(page), "101");
    await page.keyboard.press("Escape");
    assert.equal(await numberOf(page), "");
  });
});

test("the table sorts by each column, both ways, and back", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    assert.deepEqual(await cells(page, "frame"), ["90", "15", "47"]);
    const head = page.getByRole("columnheader", { name: "worst" });
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.deepEqual(await cells(page, "frame"), ["90", "47", "15"]);
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.deepEqual(await cells(page, "frame"), ["15", "47", "90"]);
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "none");
    for (const name of ["parts", "severity", "frames", "depth", "face pairs"]) {
      await page.getByRole("columnheader", { name, exact: false }).first().getByRole("button").click();
      assert.equal(await page.locator("tbody tr").count(), 3);
    }
    assert.deepEqual(await cells(page, "pairs"), ["538", "86", "62"]);
  });
});

test("pictures and the 3-D view show the place, with red in it", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    const scene = await colors(page, ".viewport canvas");
    assert.ok(scene.different > 50, `the 3-D view has ${scene.different} colors`);
    assert.ok(scene.red > 100, `the 3-D view has ${scene.red} red pixels`);
    const picture = await colors(page, ".panes img");
    assert.ok(picture.different > 50 && picture.red > 100);
    await page.locator(".thumbnail").nth(2).click();
    assert.equal(await numberOf(page), "47");
    assert.equal(await page.getAttribute(".viewport", "data-frame"), "47");
  });
});

test("regions are named by their bones, and those of one frame have pictures of their own", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    assert.deepEqual(await cells(page, "region"), ["forearm × upper arm", "upper arm × upper arm", "forearm × forearm"]);
    assert.match(await page.innerText(".panes figcaption"), /^Frame 90 · forearm × upper arm \(arm × sleeve\) · depth 0.247 m/);
  });
  writeTetrahedra("row.gltf", ["one", "two", "three"], 0.6);
  await visit(check("row", 1, "row.gltf", "--parts", "file", "--self"), async (page) => {
    const pressed = () => page.locator(".thumbnail").evaluateAll((all) => all.map((one) => one.getAttribute("aria-pressed")));
    assert.deepEqual(await pressed(), ["true", "false"]);
    await page.locator(".thumbnail").nth(1).click();
    assert.deepEqual(await pressed(), ["false", "true"]);
    await page.locator("td.frame button").first().click();
    assert.deepEqual(await pressed(), ["true", "false"]);
  });
});

test("the 3-D view turns by mouse, touch and keys, and parts can be hidden", async () => {
  await visit(check("arm", 1, "arm.glb"), async (page) => {
    const canvas = page.locator(".viewport canvas");
    await canvas.scrollIntoViewIfNeeded();
    const picture = async () => {
      await page.waitForTimeout(200);
      return (await canvas.screenshot()).toString("base64");
    };
    const box = await canvas.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let last = await picture();
    const changes = async (what, act) => {
      await act();
      const now = await picture();
      assert.notEqual(now, last, `${what} changes nothing`);
      last = now;
    };
    await changes("the mouse", async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 80, y + 30, { steps: 4 });
      await page.mouse.up();
    });
    await changes("a finger", async () => {
      const touch = await page.context().newCDPSession(page);
      const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", [{ x, y }]);
      for (let i = 1; i <= 4; i++) await send("touchMove", [{ x: x - 20 * i, y }]);
      await send("touchEnd", []);
    });
    await canvas.focus();
    await changes("an arrow key", () => page.keyboard.press("ArrowLeft"));
    await changes("the plus key", () => page.keyboard.press("+"));
    await changes("hiding a part", () => page.getByLabel("sleeve", { exact: true }).uncheck());
    await changes("seeing through", () => page.getByLabel("see through").check());
    await changes("the reset", () => page.getByRole("button", { name: "reset" }).click());
  }, { viewport: { width: 1200, height: 900 }, hasTouch: true });
});

test("thousands of frames share columns, and a click finds the worst of its column", async () => {
  await visit(check("long", 1, "arm.glb", "--fps", "1000"), async (page) => {
    await clickFrame(page, 3000, 4001);
    const frame = Number(await numberOf(page));
    assert.ok(Math.abs(frame - 3000) < 40, `frame ${frame}`);
    assert.equal(await page.locator("tbody tr").count(), 1);
    assert.ok((await page.locator(".axis span").count()) > 3);
  });
});

test("many pairs are not all shown at once, and can be", async () => {
  writeTetrahedra("row.gltf", Array.from({ length: 20 }, (_, i) => `part ${i}`), 0.35);
  await visit(check("row", 1, "row.gltf"), async (page) => {
    const pairs = await page.locator("tbody tr").count();
    assert.ok(pairs > 20);
    assert.equal(await page.locator(".grid canvas").count(), 13);
    await page.getByRole("button", { name: `show all ${pairs} pairs` }).click();
    assert.equal(await page.locator(".grid canvas").count(), pairs + 1);
    assert.equal(await page.locator(".thumbnail").count(), 8);
  });
});

test("one part inside another is seen, cut open", async () => {
  writeTetrahedra("inside.gltf", ["inner", "outer"], 0, [0.2, 1]);
  await visit(check("inside", 1, "inside.gltf"), async (page) => {
    assert.match(await page.innerText("tbody"), /inner inside/);
    for (const what of [".panes img", ".viewport canvas"]) {
      const { red } = await colors(page, what);
      assert.ok(red > 100, `${what} has ${red} red pixels`);
    }
  });
});

test("what meets in a room is seen through the wall that stands in front", async () => {
  writeTetrahedra("room.gltf", ["room", "one", "other"], 0.15, [60, 0.4, 0.5]);
  await visit(check("room", 1, "room.gltf", "--only", "one:other"), async (page) => {
    for (const what of [".panes img", ".viewport canvas"]) {
      const { different, red } = await colors(page, what);
      assert.ok(red > 1000 && different > 50, `${what} has ${red} red pixels and ${different} colors`);
    }
  });
});

test("a check that finds nothing has a page that says so", async () => {
  writeTetrahedra("apart.gltf", ["one", "other"], 5);
  await visit(check("apart", 0, "apart.gltf"), async (page) => {
    assert.match(await page.innerText("#heading"), /clean/);
    assert.match(await page.innerText("#findings"), /No collisions/);
    assert.equal(await page.locator("#place").isVisible(), false);
  });
});

test("each clip has its time line, and a row of the table leads to its clip", async () => {
  writeTetrahedra("clips.gltf", ["one", "other"], 5, [], [["idle", 5, 6], ["bump", 2, 0.4], ["push", 0.3, 3]]);
  await visit(check("clips", 1, "clips.gltf", "--fps", "10"), async (page) => {
    assert.deepEqual(await page.locator("#clip option").allInnerTexts(),
      ["idle: clean", "bump: 1 pair of parts", "push: 1 pair of parts"]);
    const clips = await cells(page, "clip");
    assert.deepEqual(clips.toSorted(), ["bump", "push"]);
    assert.equal(await page.inputValue("#clip"), clips[0] === "bump" ? "1" : "2"); // that of the worst
    await page.locator("tbody tr", { hasText: "push" }).locator("button.frame").click();
    assert.equal(await page.inputValue("#clip"), "2");
    assert.equal(await numberOf(page), "0");
    assert.match(await page.innerText("#findings-title"), /push, frame 0/);
    await page.selectOption("#clip", "1");
    assert.equal(await numberOf(page), "");
    await page.locator(".slider").focus();
    await page.keyboard.press("End");
    assert.equal(await numberOf(page), "10");
    assert.match(await page.innerText("#findings-title"), /bump, frame 10/);
    assert.match(await page.innerText("figcaption >> nth=0"), /bump, frame 10/);
    await page.selectOption("#clip", "0");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Next frame with findings" }).click();
    assert.equal(await numberOf(page), "");
    const shots = process.env.MOTE_SCREENSHOTS;
    await page.selectOption("#clip", "1");
    if (shots) await page.screenshot({ path: join(shots, "clips.png"), fullPage: true });
  });
});

test("a check that was cut short is incomplete, with the reason", async () => {
  writeTetrahedra("apart.gltf", ["one", "other"], 5, [], [["idle", 5, 6]]);
  await visit(check("short", 2, "apart.gltf", "--fps", "200000", "--budget", "0.01"), async (page) => {
    assert.equal(await page.innerText(".verdict"), "incomplete");
    assert.match(await page.innerText(".warning"), /^Incomplete: the budget of 0\.01 s was used up: \d+ of 200001 frames/);
    assert.equal(await page.getAttribute(".warning", "data-kind"), "budget");
  });
});

test("what happens between frames is on the time line, with its moment and a picture", async () => {
  writeTetrahedra("hidden.glb", ["post", "bullet"], 0, [], [["flight", -5, 11]]);
  await visit(check("between", 1, "hidden.glb", "--between", "--fps", "1"), async (page) => {
    assert.match(await page.innerText(".sentence"), /^No collisions in 2 frames\. Between frames, unseen in them: 1 crossing/);
    assert.match((await cells(page, "frames"))[0], /^0\.\d\d–1$/);
    await clickFrame(page, 1, 2);
    assert.match(await page.innerText(".about"), /between 0 and 1, at 0\.\d\d$/);
    assert.ok((await colors(page, ".viewport canvas")).red > 0);
  });
});

test("no name breaks out of the data or becomes markup", async () => {
  const names = [
    "</script><img src=x onerror=\"window.broken=1\">",
    "<!--<script>window.broken=1//",
    "]]>\u2028\u2029\"'\\</SCRIPT ><svg onload=window.broken=1>",
    "<b>bold</b> & \u0000\u0007 {{broken}} ${broken}",
  ];
  writeTetrahedra("hostile.gltf", names, 0.2);
  await visit(check("hostile", 1, "hostile.gltf"), async (page) => {
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.equal(await page.locator("img[src=x], svg, b").count(), 0);
    const shown = (await page.locator("td.pair").allInnerTexts()).join("\n");
    assert.ok(shown.includes(names[0]), shown);
    assert.ok(shown.includes("<b>bold</b> &"), shown);
  });
});

test("what cannot be seen, or turns text around, is shown escaped, in names of files and of parts", async () => {
  writeTetrahedra("a\u202eb\u001b\u0085.gltf", ["left\u202etfel", "\u009b2J\u200b"], 0.2);
  await visit(check("unseen", 1, "a\u202eb\u001b\u0085.gltf"), async (page) => {
    assert.equal(await page.innerText(".inputs"), "a\\u202eb\\u001b\\u0085.gltf");
    assert.match(await page.title(), /a\\u202eb\\u001b\\u0085\.gltf/);
    const shown = await page.innerText("body");
    assert.ok(shown.includes("left\\u202etfel") && shown.includes("\\u009b2J\\u200b"), shown);
    assert.doesNotMatch(shown, /[\u202e\u001b\u0085\u009b\u200b]/);
  });
});

for (const [width, height] of [[1200, 900], [390, 844]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`everything fits at ${width} pixels, ${colorScheme}`, async () => {
      const long = "a_part_with_a_name_that_no_artist_would_ever_type_but_a_program_did_".repeat(2);
      writeTetrahedra("names.gltf", [`${long}1`, `${long}2`, "short"], 0.3);
      writeTetrahedra("clips.gltf", ["one", "other"], 5, [], [[long, 5, 0.2], ["bump", 2, 0.4]]);
      for (const name of ["arm.glb", "names.gltf", "clips.gltf"]) {
        await visit(check("fit", 1, name), async (page) => {
          await page.getByRole("button", { name: "Next frame with findings" }).click();
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          assert.deepEqual(await page.evaluate(overlaps), []);
          const shots = process.env.MOTE_SCREENSHOTS;
          await page.waitForTimeout(200);
          if (shots) await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        }, { viewport: { width, height }, colorScheme, hasTouch: width < 500 });
      }
    });
  }
}

/** Runs in the page: things to read or click that lie on each other or reach out of the page. */
function overlaps() {
  const items = [...document.querySelectorAll("h1 > span, h2, p, dd, button, select, input, td, .grid .name, .grid canvas, .viewport")]
    .filter((item) => item.checkVisibility() && item.getClientRects().length > 0 && !item.closest(".parts"))
    .map((item) => ({ item, box: item.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const say = ({ item }) => `${item.tagName}.${item.className} ${item.textContent.slice(0, 30)}`;
  const found = items.filter(({ box }) => box.left < 0 || box.right > innerWidth).map((i) => `outside: ${say(i)}`);
  for (const [i, a] of items.entries())
    for (const b of items.slice(i + 1)) {
      if (a.item.contains(b.item) || b.item.contains(a.item)) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 1 && high > 1) found.push(`${say(a)} | ${say(b)}`);
    }
  return found;
}
