// Threads: with the headers that isolate the page from other origins it loads the module with threads, and only that; otherwise,
// and if anything fails, the one without.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ISOLATED } from "./support/server.mjs";
import { launch, visit } from "./support/viewer.mjs";

const SCENE = "scene=blobs-medium&method=hybrid&frame=30&paused=true";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const modulesOf = ({ server }) => server.requested.filter((path) => path.endsWith(".wasm")).map((path) => path.match(/mote-scenes(-threads)?/)[0]);
const note = ({ page }) => page.locator("#threads-note").innerText();
const untilInUse = (viewer, count) => viewer.until(`${count} threads`, async () => (await note(viewer)).startsWith(`${count} in use`));
const hash = async (viewer) => (await viewer.numbers("hash"))[0];

/** The hash of one frame with one thread. */
async function expectedHash() {
  let found;
  await visit(browser, { hash: SCENE }, async (viewer) => {
    await untilInUse(viewer, 1);
    assert.match(await note(viewer), /does not isolate/);
    assert.ok(await viewer.choice("Threads").isDisabled());
    assert.deepEqual(modulesOf(viewer), ["mote-scenes"]);
    found = await hash(viewer);
  });
  return found;
}

let expected;
test("a page that is not isolated has one thread, and says why", async () => {
  expected = await expectedHash();
  assert.match(expected, /^[0-9a-f]{4,}/);
});

for (const count of [2, 4]) {
  test(`an isolated page has ${count} threads, finds the same, and loads no second module`, async () => {
    await visit(browser, { hash: SCENE, query: `?threads=${count}`, headers: ISOLATED }, async (viewer) => {
      await untilInUse(viewer, count);
      assert.equal(await viewer.choice("Threads").inputValue(), String(count));
      assert.equal(await hash(viewer), expected);
      assert.deepEqual(modulesOf(viewer), ["mote-scenes-threads"]);
      await viewer.button("Play").click();
      await viewer.until("frames", async () => (await viewer.frame()) > 35);
    });
  });
}

test("the number of threads can be chosen, and the address keeps it", async () => {
  await visit(browser, { hash: SCENE, query: "?threads=2", headers: ISOLATED }, async (viewer) => {
    for (const count of [1, 4]) {
      await viewer.choose("Threads", String(count));
      await untilInUse(viewer, count);
      await viewer.ready();
      assert.equal(await hash(viewer), expected);
      assert.equal(new URL(viewer.page.url()).searchParams.get("threads"), String(count));
    }
  });
});

test("without a module with threads, or where threads cannot start, the page has one", async () => {
  const broken = Buffer.from("no module");
  const noModule = (path, body) => (/mote-scenes-threads/.test(path) ? broken : body);
  await visit(browser, { hash: SCENE, query: "?threads=2", headers: ISOLATED, rewrite: noModule }, async (viewer) => {
    await untilInUse(viewer, 1);
    assert.equal(await hash(viewer), expected);
  });
  const noThread = (path, body) => (/thread-[^/]*\.js$/.test(path) ? Buffer.from("throw new Error('no thread')") : body);
  await visit(browser, { hash: SCENE, query: "?threads=4", headers: ISOLATED, rewrite: noThread }, async (viewer) => {
    await untilInUse(viewer, 1);
    assert.equal(await hash(viewer), expected);
  });
});
