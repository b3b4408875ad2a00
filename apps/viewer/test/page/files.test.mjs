// Files of the visitor: good ones are shown, broken ones are named and told what is wrong with, and the page goes on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { armGlb, binaryStl, obj, ply } from "./support/files.mjs";
import { play } from "./support/recordings.mjs";
import { launch, visit } from "./support/viewer.mjs";

const START = "scene=tori&method=hybrid&detail=300";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const title = (viewer) => viewer.page.locator("#title").innerText();

async function expectPlaying(viewer) {
  const first = await viewer.frame();
  await viewer.until("it goes on", async () => (await viewer.frame()) !== first);
}

async function expectShown(viewer, name, size) {
  await viewer.until(`${name} is shown`, async () => (await title(viewer)) === name);
  assert.match(await viewer.page.locator("#size").innerText(), size);
  assert.ok(await viewer.page.getByRole("alert").isHidden());
  await expectPlaying(viewer);
  assert.ok((await viewer.picture()).painted > 500);
}

async function expectRefused(viewer, name, before) {
  const box = viewer.page.getByRole("alert");
  await box.waitFor();
  const said = await box.innerText();
  assert.ok(said.includes(name), said);
  assert.ok(said.replaceAll(name, "").trim().length > 10, `what is wrong: ${said}`);
  assert.equal(await title(viewer), before);
  await expectPlaying(viewer);
  await viewer.button("Close the message").click();
  assert.ok(await box.isHidden());
}

const MESHES = { "pair.obj": obj(), "pair.stl": binaryStl(), "pair.ply": ply() };

for (const [name, bytes] of Object.entries(MESHES)) {
  test(`${name}: dropped whole it is shown, cut off it is refused`, async () => {
    await visit(browser, { hash: START }, async (viewer) => {
      await viewer.drop({ name: `cut-${name}`, bytes: bytes.subarray(0, bytes.length - 12) });
      await expectRefused(viewer, `cut-${name}`, "tori");
      await viewer.drop({ name, bytes });
      await expectShown(viewer, name, /2 bodies, 1,288 triangles/); // and a ball to meet
      assert.ok(await viewer.choice("Seed").isHidden());
      await viewer.drop({ name: `cut-${name}`, bytes: bytes.subarray(0, bytes.length - 12) });
      await expectRefused(viewer, `cut-${name}`, name);
      await viewer.chooseScene("tori");
      await expectPlaying(viewer);
    });
  });
}

test("several files meet in one place", async () => {
  await visit(browser, { hash: START }, async (viewer) => {
    await viewer.drop({ name: "a.obj", bytes: obj() }, { name: "b.stl", bytes: binaryStl() });
    await viewer.until("both are shown", async () => (await title(viewer)) === "a.obj, b.stl");
    assert.match(await viewer.page.locator("#size").innerText(), /2 bodies, 16 triangles/);
    await viewer.until("faces in the same place", async () => (await viewer.facePairs()) > 0);
  });
});

test("an animated asset plays its clips, cut off it is refused", async () => {
  const bytes = armGlb();
  await visit(browser, { hash: START }, async (viewer) => {
    await viewer.drop({ name: "cut-arm.glb", bytes: bytes.subarray(0, bytes.length - 1000) });
    await expectRefused(viewer, "cut-arm.glb", "tori");
    await viewer.drop({ name: "arm.glb", bytes });
    await expectShown(viewer, "arm.glb", /\d bodies, [\d,]+ triangles/);
    const clips = await viewer.choice("Clip").locator("option").allInnerTexts();
    assert.ok(clips.length > 0 && clips.every((clip) => clip !== ""));
    const first = await viewer.picture();
    await viewer.until("the clip moves it", async () => (await viewer.picture()).differenceTo(first) > 0.005);
  });
});

test("a recording that was saved shows the same again, cut off it is refused", async () => {
  await visit(browser, { hash: "scene=teapot-sphere&method=hybrid&frame=175&paused=true" }, async (viewer) => {
    const pairs = await viewer.until("face pairs", () => viewer.facePairs());
    const { name, bytes } = await viewer.save();
    const { hash } = play(bytes);
    await viewer.until("the hash of the recording", async () => (await viewer.numbers("hash"))[0] === hash);
    await viewer.drop({ name: `cut-${name}`, bytes: bytes.subarray(0, bytes.length / 2) });
    const box = viewer.page.getByRole("alert");
    await box.waitFor();
    assert.match(await box.innerText(), /cut-teapot-sphere-175\.moterec/);
    assert.equal(await title(viewer), "teapot-sphere");
    await viewer.drop({ name, bytes });
    await viewer.until("the recording", async () => (await title(viewer)) === name);
    assert.ok(await box.isHidden());
    await viewer.until("the same", async () => (await viewer.numbers("hash"))[0] === hash);
    assert.equal(await viewer.facePairs(), pairs);
    assert.ok((await viewer.stillPicture()).red > 200);
  });
});
