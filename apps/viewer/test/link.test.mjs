import assert from "node:assert/strict";
import { test } from "node:test";
import { compiled } from "./compile.mjs";

const { readLink, writeLink } = await compiled("link.ts");
const { DEFAULT_SETTINGS, DEFAULT_LAYERS } = await compiled("settings.ts");

test("a link restores what was seen", () => {
  const seen = {
    settings: {
      ...DEFAULT_SETTINGS,
      scene: "letters-mv",
      seed: 7,
      detail: 500,
      playing: false,
      rate: 0.5,
      methods: ["senin", "hybrid"],
      options: { tolerance: 0.01, senin: { particles: 8, movement: "edges" } },
      layers: { ...DEFAULT_LAYERS, boxes: true, trails: false },
      tool: "pull",
      pullRadius: 0.5,
      bounce: { on: true, restitution: 0.25, gravity: 2 },
      selfCollision: true,
    },
    frame: 42,
    camera: { target: [1, -2.5, 3e6], yaw: 0.25, pitch: -0.5, distance: 12 },
  };
  assert.deepEqual(readLink(writeLink(seen)), seen);
});

test("a link from files leads to the first scene, without their frame and camera", () => {
  const camera = { target: [0, 0, 0], yaw: 0, pitch: 0, distance: 1e6 };
  const settings = { ...DEFAULT_SETTINGS, scene: null, methods: ["smith"] };
  assert.deepEqual(readLink(writeLink({ settings, frame: 42, camera })), {
    settings: { ...settings, scene: DEFAULT_SETTINGS.scene },
    frame: 0,
    camera: null,
  });
});

test("a link to a step of the tour is its number", () => {
  const { settings, frame } = readLink("#tour=4");
  assert.equal(settings.scene, "senin-mv");
  assert.equal(settings.tour, 4);
  assert.equal(frame, 36);
  assert.equal(readLink(writeLink({ settings, frame, camera: null })).settings.tour, 4);
  for (const odd of ["#tour=0", "#tour=99", "#tour=x"]) assert.equal(readLink(odd), null);
});

test("the default is short, and nonsense is left out", () => {
  const plain = writeLink({ settings: DEFAULT_SETTINGS, frame: 0, camera: null });
  assert.equal(plain, "#scene=teapot-sphere&method=hybrid&frame=0");
  assert.equal(readLink(""), null);
  assert.equal(readLink("#section"), null);
  const odd = readLink("#scene=x&seed=-3&rate=NaN&frame=1e99&camera=1,2&layers=nothing,-faces&tool=hammer&options=[1]");
  assert.deepEqual(odd, {
    settings: { ...DEFAULT_SETTINGS, scene: "x", layers: { ...DEFAULT_LAYERS, faces: false } },
    frame: 0,
    camera: null,
  });
});
