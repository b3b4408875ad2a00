// node test/first_frame.mjs: how long a visitor waits for the first frame of the default scene, from the start of the navigation,
// in headless chromium with a fresh profile. Prints the median and the worst of seven visits, with one thread and with two.

import { ISOLATED } from "./page/support/server.mjs";
import { launch, visit } from "./page/support/viewer.mjs";

const VISITS = 7;

/** Notes when the first frame is shown. */
function noteFirstFrame(page) {
  return page.addInitScript(() => {
    const look = () => {
      const text = document.getElementById("frame-number")?.textContent ?? "";
      if (/\d \/ \d/.test(text)) window.firstFrame = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const browser = await launch();
for (const [name, headers] of [["1 thread", {}], ["2 threads", ISOLATED]]) {
  const times = [];
  for (let i = 0; i < VISITS; i++)
    await visit(browser, { query: "?threads=2", headers, prepare: noteFirstFrame }, async ({ page }) =>
      times.push(await page.evaluate(() => window.firstFrame)),
    );
  times.sort((a, b) => a - b);
  console.log(`${name}: first frame after ${times[VISITS >> 1].toFixed(0)} ms, at worst ${times.at(-1).toFixed(0)} ms`);
}
await browser.close();
