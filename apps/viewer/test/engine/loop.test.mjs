// What the page's one loop counts on: whose turn it is to be opened, and when it is time for a frame.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./bundle.mjs";

const { Openings } = await compiled("openings.ts");
const { Beat } = await compiled("beat.ts");

const source = (name) => ({ kind: "scene", name, seed: 1, motion: 1, detail: 0 });

test("sources are answered in their turn, and a broken one is not opened again", () => {
  const openings = new Openings();
  openings.ask(source("first"));
  openings.ask(source("broken"));
  openings.opened();
  assert.ok(openings.isWaiting);
  openings.failed();
  assert.ok(!openings.isWaiting);
  assert.equal(openings.startAnew().name, "first");
});

test("an engine that starts anew opens what was asked for last", () => {
  const openings = new Openings();
  assert.equal(openings.startAnew(), null);
  for (const name of ["first", "second", "third"]) openings.ask(source(name));
  openings.opened();
  assert.equal(openings.startAnew().name, "third");
  assert.ok(!openings.isWaiting);
});

test("files that are still being read give way to what is chosen after them", () => {
  const openings = new Openings();
  const slow = openings.begin();
  assert.ok(slow());
  const quick = openings.begin();
  assert.ok(!slow() && quick());
  openings.ask(source("scene"));
  assert.ok(!quick());
});

test("sixty frames a second, however fast the screen is", () => {
  for (const [screen, wanted] of [[30, 30], [50, 50], [60, 60], [75, 60], [90, 60], [120, 60], [144, 60], [240, 60]]) {
    const beat = new Beat();
    let frames = 0;
    for (let i = 0; i < 10 * screen; i++) {
      const early = i % 2 === 0 ? 0.1 : -0.1; // screens are not quite regular
      frames += Number(beat.comes(1000 + ((i + early) * 1000) / screen));
    }
    assert.ok(Math.abs(frames - 10 * wanted) <= 2, `${frames} frames in ten seconds at ${screen} Hz`);
  }
});
