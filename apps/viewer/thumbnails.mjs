// Takes the pictures of the gallery, public/thumbs, and the one that shared links show, public/preview.jpg, from the built page.
// Needs chromium. `node thumbnails.mjs NAME...` takes only those scenes again.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "mote-collision";
import { dist, launch, UNDER } from "./test/page/support/viewer.mjs";
import { serve } from "./test/page/support/server.mjs";

const HIDE = ".caption, .lanes, .toolbar, .whole-page, .tour, .presets { display: none !important } canvas { outline: none !important }";
/** Frames in which something is seen; a third of the way for all others. */
const FRAMES = {
  "smith-spheres": 30, "lbg-expand": 150, "self-fold": 100, "cloth-ball": 140, "cloth-on-sphere": 140, "lbg-teapot-sphere": 20, "lbg-many": 86,
  "bullet-cloth": 140,
};
/** Bodies whose faces all touch are recognized by their own colors. */
const PLAIN = ["stack", "twins", "sliding-wedge", "cliff-edges", "resting-stacks"];
/** Keys that are pressed for a better view: zoomed in where bodies move far, or turned so that they do not hide each other. */
const KEYS = {
  "smith-spheres": { ArrowLeft: 10 }, "self-fold": { "+": 3 }, "lbg-many": { "+": 3 }, "hand-chair": { "+": 2 }, "character-garment": { "-": 2 },
  "cloth-ball": { "+": 2 }, "cloth-on-sphere": { "+": 2 }, "resting-stacks": { "+": 2 }, "shrine-bust": { "+": 2 }, "smith-interactive": { "+": 1 },
  gears: { "-": 1 }, twins: { "-": 1 },
};

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const mote = await load(new URL("../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
const browser = await launch();
const server = await serve({ [UNDER]: dist });

async function press(page, keys) {
  await page.locator("#viewport canvas").focus();
  for (const [key, count] of Object.entries(keys)) for (let i = 0; i < count; i++) await page.keyboard.press(key);
}

async function take(path, scene, frame, width, height) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: path.includes("thumbs") ? 0.5 : 1 });
  await page.goto(`${server.origin}${UNDER}?embed=1#scene=${scene}&method=hybrid&frame=${frame}&paused=true&layers=-closest,-contacts,-impacts${PLAIN.includes(scene) ? ",-faces,-segments" : ""}`);
  await page.addStyleTag({ content: HIDE });
  await page.waitForFunction(() => /\d \/ \d/.test(document.getElementById("frame-number").textContent));
  await press(page, KEYS[scene] ?? {});
  await page.waitForTimeout(700);
  writeFileSync(path, await page.screenshot({ type: "jpeg", quality: 72 }));
  await page.close();
}

mkdirSync(here("public/thumbs"), { recursive: true });
const wanted = process.argv.slice(2);
for (const { name, frameCount } of mote.scenes) {
  const plain = name.replace(/-N$/, "");
  if (wanted.length > 0 && !wanted.includes(plain)) continue;
  await take(here(`public/thumbs/${plain}.jpg`), plain, FRAMES[plain] ?? Math.floor(frameCount / 3), 640, 440);
}
if (wanted.length === 0) await take(here("public/preview.jpg"), "teapot-sphere", 60, 1200, 630);
await browser.close();
await server.close();
