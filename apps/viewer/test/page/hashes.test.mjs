// Every scene by every method, in a worker of a browser, with the module that the page has: the hash of each report is
// the one that the native program found. Small forms and 10 frames; as they are and 100 with MOTE_TEST_RUN=long.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compareWithNative } from "../../../../bindings/js/test/native_hashes.mjs";
import { ISOLATED, serve } from "./support/server.mjs";
import { dist, launch, UNDER } from "./support/viewer.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

let browser;
let server;
before(async () => {
  browser = await launch();
  const folders = { "/mote/": here("../../../../bindings/js/"), "/hashes/": here("support/hashes/"), [UNDER]: dist };
  server = await serve(folders, undefined, ISOLATED);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Compares all hashes, in the module of the page that has so many threads. */
async function compare(threads) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`${server.origin}/hashes/`);
  const pattern = threads ? /^mote-scenes-threads-[^.]*\.wasm$/ : /^mote-scenes-(?!threads)[^.]*\.wasm$/;
  const module = readdirSync(join(dist, "assets")).find((name) => pattern.test(name));
  await page.waitForFunction(() => window.start);
  const start = { wasm: `${server.origin}${UNDER}assets/${module}`, threads };
  const sceneCount = await page.evaluate(({ wasm, threads }) => window.start(wasm, threads), start);
  assert.ok(sceneCount > 30);
  await compareWithNative((run) => page.evaluate((one) => window.replay(one), run), sceneCount);
  await page.close();
}

test("every scene by every method has the native hashes in a browser", () => compare(undefined));

for (const threads of [1, 2, 4])
  test(`every scene by every method has the native hashes in a browser, by the module with threads, with ${threads}`, () => compare(threads));
