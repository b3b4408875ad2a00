// A copied link shows in another browser what was seen in this one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Reports tell what has just begun to touch: only after a frame before are two pages alike. */
async function stepThereAndBack(viewer) {
  const frame = await viewer.frame();
  await viewer.step();
  await viewer.button("One frame back").click();
  await viewer.untilFrame(frame);
}

async function seen(viewer) {
  await stepThereAndBack(viewer);
  await viewer.openSection("Method");
  await viewer.openSection("Layers");
  const value = (label) => viewer.choice(label).inputValue();
  const isOn = (name) => viewer.page.getByRole("switch", { name, exact: true }).isChecked();
  return {
    scene: await value("Scene"),
    number: await value("N"),
    methods: [await value("Method"), await value("Compare with")],
    seed: await value("Seed"),
    speed: await value("Speed"),
    level: await viewer.page.getByRole("spinbutton", { name: "Octree level" }).inputValue(),
    tolerance: await viewer.page.getByRole("spinbutton", { name: "Tolerance" }).inputValue(),
    layers: [await isOn("Boxes"), await isOn("Contacts"), await isOn("Wireframe")],
    turn: await viewer.page.getByRole("radio", { name: "Turn", exact: true }).isChecked(),
    frame: await viewer.frame(),
    hashes: await viewer.numbers("hash"),
    playing: await viewer.button("Pause").count(),
  };
}

async function arrange(viewer) {
  await viewer.chooseScene("spheres-N");
  const number = viewer.choice("N");
  await number.fill("6");
  await number.press("Enter");
  await viewer.until("six spheres", async () => (await viewer.page.locator("#title").innerText()) === "spheres-6");
  await viewer.choose("Method", "smith");
  await viewer.choose("Compare with", "hybrid");
  await viewer.choice("Seed").fill("3");
  await viewer.choice("Seed").press("Enter");
  await viewer.choose("Speed", "0.5");
  await viewer.openSection("Method");
  for (const [name, value] of [["Octree level", "4"], ["Tolerance", "0.05"]]) {
    await viewer.page.getByRole("spinbutton", { name }).fill(value);
    await viewer.page.getByRole("spinbutton", { name }).press("Enter");
  }
  await viewer.openSection("Layers");
  for (const [name, on] of [["Boxes", true], ["Contacts", false], ["Wireframe", true]])
    await viewer.page.getByRole("switch", { name, exact: true }).setChecked(on);
  await viewer.tool("Turn");
  const scrubber = viewer.page.getByRole("slider", { name: "Frame", exact: true });
  await scrubber.fill("37");
  await viewer.untilFrame(37);
  await viewer.canvas.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp", "+"]) await viewer.page.keyboard.press(key);
}

test("a link restores scene, methods, options, layers, frame and camera", async () => {
  let link;
  let first;
  let picture;
  await visit(browser, { hash: "scene=tori&method=hybrid&detail=300&paused=true" }, async (viewer) => {
    const before = await viewer.stillPicture();
    await arrange(viewer);
    first = await seen(viewer);
    picture = await viewer.stillPicture();
    assert.ok(picture.differenceTo(before) > 0.05);
    await viewer.button("Link").click();
    const text = viewer.page.getByLabel(/^This link restores what you see\b/);
    link = await text.inputValue();
    assert.equal(link, viewer.page.url());
    await viewer.button("Close the link").click();
    assert.ok(await text.isHidden());
  });
  assert.ok(link.length < 600, link);
  await visit(browser, { hash: new URL(link).hash.slice(1) }, async (viewer) => {
    const second = await seen(viewer);
    assert.deepEqual(second, first);
    const difference = (await viewer.stillPicture()).differenceTo(picture);
    assert.ok(difference < 0.002, `${difference} of the pixels differ`);
  });
});

test("a link to what is not there says so", async () => {
  await visit(browser, { hash: "scene=tori&method=hybrid&detail=300" }, async (viewer) => {
    await viewer.page.evaluate(() => (location.hash = "#scene=no-such-scene&method=hybrid"));
    await viewer.page.getByRole("alert").waitFor();
    assert.match(await viewer.page.getByRole("alert").innerText(), /no-such-scene/);
    await viewer.chooseScene("tori");
    assert.ok(await viewer.page.getByRole("alert").isHidden());
    await viewer.until("it plays", async () => (await viewer.frame()) > 0);
  });
});
