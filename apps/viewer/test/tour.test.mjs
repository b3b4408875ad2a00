// Each step of the tour shows what its text speaks of, at once or within a second.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DRAW_KINDS, load } from "mote-collision";
import { compiled } from "./compile.mjs";

const mote = await load(new URL("../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
const { TOUR } = await compiled("tour_steps.ts");

/** Whether a frame shows it: a kind of drawing, contacts, bodies that are near, or vertices that were evaluated. */
const SHOWS = {
  "Every pair": ({ facePairs }) => facePairs > 0,
  "Boxes first": ({ kinds, facePairs }) => kinds.has("region") && facePairs === 0,
  "An octree of the faces": ({ kinds }) => kinds.has("cell"),
  "Particles that search": ({ kinds }) => kinds.has("particle"),
  Areas: ({ kinds }) => kinds.has("particle"),
  "How far apart": ({ facePairs }) => facePairs === 0,
  "One pass, then only what is near": ({ kinds }) => kinds.has("cluster"),
  "Only the vertices that matter": ({ stats }) => stats.evaluatedVertices > 0 && stats.evaluatedVertices < 20_000,
};

function frameOf(world) {
  const report = world.detect();
  const [facePairs, stats] = [report.facePairCount, report.stats()];
  const drawing = world.draw();
  const kinds = new Set();
  for (let i = 0; i < drawing.boxCount; i++) kinds.add(DRAW_KINDS[drawing.boxWords[7 * i]]);
  for (let i = 0; i < drawing.pointCount; i++) kinds.add(DRAW_KINDS[drawing.pointWords[6 * i]]);
  return { facePairs, stats, kinds };
}

for (const { title, settings, frame } of TOUR)
  test(title, () => {
    const scene = mote.openScene(settings.scene);
    const onDemand = settings.layers?.touched ?? false;
    const world = mote.createWorld({ method: settings.methods[0], contacts: !onDemand });
    const bodies = scene.addTo(world, { onDemand });
    const frames = Math.ceil(60 * settings.rate); // in a second
    let shown = false;
    for (let i = 0; i <= frames && !shown; i++) {
      scene.show(frame + i, bodies);
      shown = SHOWS[title](frameOf(world));
    }
    assert.ok(shown, `not within ${frames} frames from ${frame}`);
    world.dispose();
    scene.dispose();
  });
