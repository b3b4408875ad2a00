// Bodies that fly and bounce by themselves, and the sound of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { play } from "./support/recordings.mjs";
import { launch, visit } from "./support/viewer.mjs";

let browser;
before(async () => (browser = await launch("--autoplay-policy=no-user-gesture-required")));
after(() => browser?.close());

/** Counts what the page makes of Web Audio, which goes on as it is. */
function countSounds(page) {
  return page.addInitScript(() => {
    window.heard = { contexts: 0, notes: 0, loudest: 0 };
    const Own = window.AudioContext;
    window.AudioContext = class extends Own {
      constructor(...args) {
        super(...args);
        window.heard.contexts++;
      }
      createOscillator() {
        const note = super.createOscillator();
        const start = note.start.bind(note);
        note.start = (...args) => {
          window.heard.notes++;
          start(...args);
        };
        return note;
      }
      createGain() {
        const volume = super.createGain();
        const set = volume.gain.setValueAtTime.bind(volume.gain);
        volume.gain.setValueAtTime = (value, time) => {
          window.heard.loudest = Math.max(window.heard.loudest, value);
          return set(value, time);
        };
        return volume;
      }
    };
  });
}

const heard = (viewer) => viewer.page.evaluate(() => window.heard);

test("with Bounce on bodies move by themselves, and Reset brings them back", async () => {
  await visit(browser, { hash: "scene=letters-tt&method=hybrid&frame=10&paused=true" }, async (viewer) => {
    const start = play((await viewer.save()).bytes).shapes;
    await viewer.button("Bounce").click();
    assert.equal(await viewer.button("Bounce").getAttribute("aria-pressed"), "true");
    await viewer.until("it goes on", async () => (await viewer.frame()) > 14);
    await viewer.button("Pause").click();
    const flown = play((await viewer.save()).bytes).shapes;
    flown.forEach((shape, i) => assert.ok(shape.some((value, k) => Math.abs(value - start[i][k]) > 1e-3), `body ${i} moves`));
    await viewer.button("Bounce").click();
    await viewer.button("Reset").click();
    await viewer.until("nothing to reset", () => viewer.button("Reset").isDisabled());
    const scrubber = viewer.page.getByRole("slider", { name: "Frame", exact: true });
    await scrubber.fill("10");
    await viewer.untilFrame(10);
    assert.deepEqual(play((await viewer.save()).bytes).shapes, start);
  });
});

test("nothing is heard until Sound is on; then each impact is a note", async () => {
  await visit(browser, { hash: "scene=spheres&method=hybrid&rate=4&bounce=true&detail=100", prepare: countSounds }, async (viewer) => {
    await viewer.until("something meets", async () => (await viewer.facePairs()) > 0);
    assert.deepEqual(await heard(viewer), { contexts: 0, notes: 0, loudest: 0 });
    await viewer.button("Sound").click();
    await viewer.until("notes", async () => (await heard(viewer)).notes > 5);
    const { contexts, loudest } = await heard(viewer);
    assert.equal(contexts, 1);
    assert.ok(loudest > 0 && loudest <= 1, `as loud as ${loudest}`);
    await viewer.button("Sound").click();
    await viewer.page.waitForTimeout(300);
    const { notes } = await heard(viewer);
    await viewer.page.waitForTimeout(2000);
    assert.equal((await heard(viewer)).notes, notes, "silence again");
  });
});
