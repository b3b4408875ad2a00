// Every scene by every method, in a worker of a browser, with the module that the page has: the hash of each report is
// the one that the native program found. Small forms and 10 frames; as they are and 100 with MOTE_TEST_RUN=long.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compareWithNative } from "../../../../bindings/js/test/native_hashes.mjs";
import { serve } from "./support/server.mjs";
import { dist, launch, UNDER } from "./support/viewer.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await serve({ "/mote/": here("../../../../bindings/js/"), "/hashes/": here("support/hashes/"), [UNDER]: dist });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("every scene by every method has the native hashes in a browser", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`${server.origin}/hashes/`);
  const module = readdirSync(join(dist, "assets")).find((name) => name.endsWith(".wasm"));
  await page.waitForFunction(() => window.start);
  const sceneCount = await page.evaluate((wasm) => window.start(wasm), `${server.origin}${UNDER}assets/${module}`);
  assert.ok(sceneCount > 30);
  await compareWithNative((run) => page.evaluate((one) => window.replay(one), run), sceneCount);
});
