// Keys, and what readers of the screen are told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./support/viewer.mjs";

const HASH = "scene=tori&method=hybrid&detail=300&frame=20&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("keys play, step, choose tools and look around", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    const { keyboard } = viewer.page;
    await keyboard.press("ArrowRight");
    await viewer.untilFrame(21);
    await keyboard.press(",");
    await viewer.untilFrame(20);
    await keyboard.press("ArrowLeft");
    await viewer.untilFrame(19);
    for (const [key, name] of [["2", "Move"], ["3", "Turn"], ["4", "Pull"], ["1", "Look"]]) {
      await keyboard.press(key);
      assert.ok(await viewer.page.getByRole("radio", { name, exact: true }).isChecked(), name);
    }
    await keyboard.press("Space");
    await viewer.until("it plays", async () => (await viewer.frame()) > 22);
    await keyboard.press("Space");
    assert.equal(await viewer.button("Play").count(), 1);
    await keyboard.press("Home");
    await viewer.untilFrame(0);
    const first = await viewer.stillPicture();
    await viewer.canvas.focus();
    await keyboard.press("ArrowLeft");
    await keyboard.press("ArrowUp");
    assert.ok((await viewer.stillPicture()).differenceTo(first) > 0.02, "the arrows orbit");
    assert.equal(await viewer.frame(), 0);
  });
});

test("keys that are typed into a field are left alone", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    await viewer.choice("Seed").focus();
    await viewer.page.keyboard.press("4");
    assert.ok(await viewer.page.getByRole("radio", { name: "Move", exact: true }).isChecked());
  });
});

test("the introduction shows once, and Esc closes it", async () => {
  await visit(browser, {}, async (viewer) => {
    const intro = viewer.page.getByRole("dialog");
    assert.ok(await intro.isVisible());
    assert.match(await intro.innerText(), /\d+\.\d+/); // the version
    await viewer.page.keyboard.press("Escape");
    assert.ok(await intro.isHidden());
    await viewer.page.reload();
    await viewer.ready();
    assert.ok(await intro.isHidden());
    await viewer.page.keyboard.press("?");
    assert.ok(await intro.isVisible());
    await viewer.button("Close the introduction").click();
    assert.ok(await intro.isHidden());
  });
});

const EXAMPLES = { "Pull the teapot": "teapot-sphere", "Compare two methods": "senin-mv", "Throw a sphere": "spheres" };

test("each of the three things to try can be tried", async () => {
  for (const [name, scene] of Object.entries(EXAMPLES)) {
    await visit(browser, {}, async (viewer) => {
      await viewer.page.getByRole("button", { name }).click();
      assert.ok(await viewer.page.getByRole("dialog").isHidden());
      await viewer.until(name, async () => (await viewer.page.locator("#title").innerText()) === scene);
      await viewer.idle();
      await viewer.until("bodies", async () => (await viewer.picture()).painted > 500);
    });
  }
});

test("a link needs no introduction", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    assert.ok(await viewer.page.getByRole("dialog").isHidden());
  });
});

test("all that can be used has a name", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    for (const section of ["Layers", "Method", "Bodies"]) await viewer.openSection(section);
    await viewer.choose("Method", "senin");
    const session = await viewer.page.context().newCDPSession(viewer.page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const roles = ["button", "link", "textbox", "combobox", "radio", "checkbox", "switch", "slider", "spinbutton", "image", "dialog"];
    const used = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value));
    assert.ok(used.length > 50, `${used.length} controls`);
    const nameless = used.filter((node) => !node.name?.value);
    assert.deepEqual(nameless.map((node) => node.role.value), []);
  });
});

test("the tab key reaches the scene and every part of the page", async () => {
  await visit(browser, { hash: HASH }, async (viewer) => {
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
      await viewer.page.keyboard.press("Tab");
      reached.add(await viewer.page.evaluate(() => document.activeElement.closest("header, #viewport, .toolbar, footer, aside")?.className || document.activeElement.closest("#viewport, aside, header")?.tagName));
    }
    assert.ok(reached.size >= 5, [...reached].join());
  });
});
