// Requests to open sources, and the frame clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compile.mjs";

const { OpenRequests } = await compiled("open_requests.ts");
const { FrameClock } = await compiled("frame_clock.ts");

const source = (name) => ({ kind: "scene", name, seed: 1, speed: 1, detail: 0 });

test("sources are answered in their turn, and a broken one is not opened again", () => {
  const requests = new OpenRequests();
  requests.sent(source("first"));
  requests.sent(source("broken"));
  requests.opened();
  assert.ok(requests.isPending);
  requests.failed();
  assert.ok(!requests.isPending);
  assert.equal(requests.restart().name, "first");
});

test("an engine that starts anew opens what was asked for last", () => {
  const requests = new OpenRequests();
  assert.equal(requests.restart(), null);
  for (const name of ["first", "second", "third"]) requests.sent(source(name));
  requests.opened();
  assert.equal(requests.restart().name, "third");
  assert.ok(!requests.isPending);
});

test("files that are still being read give way to what is chosen after them", () => {
  const requests = new OpenRequests();
  const slow = requests.startReading();
  assert.ok(slow());
  const quick = requests.startReading();
  assert.ok(!slow() && quick());
  requests.sent(source("scene"));
  assert.ok(!quick());
});

test("sixty frames a second, however fast the screen is", () => {
  for (const [screen, wanted] of [[30, 30], [50, 50], [60, 60], [75, 60], [90, 60], [120, 60], [144, 60], [240, 60]]) {
    const clock = new FrameClock();
    let frames = 0;
    for (let i = 0; i < 10 * screen; i++) {
      const early = i % 2 === 0 ? 0.1 : -0.1; // screens are not quite regular
      frames += Number(clock.advance(1000 + ((i + early) * 1000) / screen));
    }
    assert.ok(Math.abs(frames - 10 * wanted) <= 2, `${frames} frames in ten seconds at ${screen} Hz`);
  }
});
