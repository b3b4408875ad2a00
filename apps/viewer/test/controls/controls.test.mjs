// Controls without a browser: option fields, names of scenes, status texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "mote-collision";
import { compiled } from "../compile.mjs";

const { fieldsFor, PRESENTATIONS, valueOf, withPageDefaults, withValue } = await compiled("controls/option_fields.ts");
const { compare, statusText } = await compiled("controls/status_text.ts");
const { fits, nameToOpen } = await compiled("controls/scene_picker.ts");
const mote = await load(new URL("../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));
const options = mote.options();

const infoOf = (name) => mote.methods.find((info) => info.name === name);
const bodies = (body) => ["teapot", "sphere", "cup"][body];

function lane(method, part = {}) {
  return {
    method,
    error: null,
    hash: "0",
    pairs: 0,
    facePairs: 0,
    contacts: 0,
    hitBodies: [],
    closest: null,
    ...part,
  };
}

test("every field is an option of the library's table, and its slider is within the range", () => {
  const methods = mote.methods.map((info) => info.name);
  const fields = fieldsFor(methods, options);
  assert.deepEqual(fields.map(({ name }) => name), PRESENTATIONS.map(({ name }) => name));
  for (const { name, info, sliderMax } of fields) {
    const isNumber = info.kind === "integer" || info.kind === "number";
    assert.equal(sliderMax !== undefined, isNumber, name);
    if (!isNumber) continue;
    assert.ok(info.default <= sliderMax && sliderMax <= info.max, name);
    assert.ok(info.literal <= sliderMax, name);
  }
});

test("a method gets the fields of the options that it reads", () => {
  const namesFor = (...methods) => fieldsFor(methods, options).map(({ name }) => name);
  assert.deepEqual(namesFor("hybrid"), ["tolerance"]);
  assert.deepEqual(namesFor("separating-plane"), []);
  const ofOctrees = ["literal", "smith.level", "smith.worldSide", "smith.allBoxes", "smith.storedLevel"];
  assert.deepEqual(namesFor("octree-update"), ofOctrees);
  assert.deepEqual(namesFor("paired"), ["certify", "paired.starts", "paired.flood"]);
  assert.ok(namesFor("senin").includes("literal") && namesFor("smith").includes("literal"));
  assert.equal(new Set(namesFor("senin", "lbg")).size, namesFor("senin", "lbg").length);
});

test("options hold only what differs from the defaults", () => {
  const field = (name) => fieldsFor(["senin"], options).find((one) => one.name === name);
  const [particles, pursue, movement] = ["senin.particles", "senin.pursue", "senin.movement"].map(field);
  const changed = withValue({ tolerance: 0.1 }, particles, 9);
  assert.deepEqual(changed, { tolerance: 0.1, senin: { particles: 9 } });
  assert.equal(valueOf(particles, changed), 9);
  assert.deepEqual(withValue(changed, particles, 0), { tolerance: 0.1 });
  assert.equal(valueOf(pursue, {}), true);
  assert.equal(valueOf(pursue, { literal: true }), false);
  assert.deepEqual(withValue({ literal: true }, pursue, true), { literal: true, senin: { pursue: true } });
  assert.equal(valueOf(movement, {}), "vertices");
  assert.deepEqual(withValue({}, movement, "edges"), { senin: { movement: "edges" } });
  assert.deepEqual(withValue({}, field("literal"), true), { literal: true });
});

test("the number of particles of senin comes from the convex parts unless it is set", () => {
  const particles = fieldsFor(["senin"], options).find(({ name }) => name === "senin.particles");
  assert.equal(valueOf(particles, {}), 0);
  assert.equal(valueOf(particles, { literal: true }), 0);
  assert.deepEqual(withPageDefaults({ tolerance: 0.1 }), { tolerance: 0.1, senin: { particles: 0 } });
  const chosen = { senin: { particles: 7, pursue: false } };
  assert.deepEqual(withPageDefaults(chosen), chosen);
  assert.deepEqual(withPageDefaults({ senin: { pursue: false } }), { senin: { particles: 0, pursue: false } });
});

test("every listed scene is found again by the name that opens it, and by no other", () => {
  for (const { name } of mote.scenes) {
    for (const number of [null, 8]) {
      const opened = nameToOpen(name, number);
      const found = mote.scenes.filter((scene) => fits(opened, scene.name));
      assert.deepEqual(
        found.map((scene) => scene.name),
        [name],
      );
      if (name.endsWith("-N")) assert.equal(fits(opened, name).number, number);
    }
  }
  assert.equal(fits("spheres-many", "spheres-N"), null);
});

test("sentences say who touches, or how far it is", () => {
  const touching = { pairs: 1, facePairs: 214, contacts: 3, hitBodies: [0, 1] };
  assert.equal(statusText(lane("hybrid", touching), bodies), "teapot and sphere touch: 214 face pairs in 3 contacts");
  const own = { pairs: 1, facePairs: 1, contacts: 1, hitBodies: [2] };
  assert.equal(statusText(lane("hybrid", own), bodies), "cup touches itself: 1 face pair in 1 contact");
  const many = { pairs: 2, facePairs: 1200, contacts: 2, hitBodies: [0, 1, 2] };
  assert.equal(statusText(lane("hybrid", many), bodies), "2 pairs of bodies touch: 1,200 face pairs in 2 contacts");
  assert.equal(statusText(lane("separating-plane", { pairs: 1 }), bodies), "one pair of bodies touches");
  const closest = { a: 0, b: 1, distance: 0.13249, exact: true };
  assert.equal(statusText(lane("hybrid", { closest }), bodies), "teapot and sphere are 0.132 apart");
  const estimate = { ...closest, exact: false };
  assert.equal(statusText(lane("senin", { closest: estimate }), bodies), "teapot and sphere are at most 0.132 apart");
  assert.equal(statusText(lane("senin", { closest: { ...estimate, distance: Infinity } }), bodies), "nothing touches");
  assert.equal(statusText(lane("smith", { error: "no" }), bodies), "cannot be used here");
});

test("two methods agree, one finds less, or something is wrong", () => {
  const between = (a, b) => compare(a, b, infoOf(a.method), infoOf(b.method));
  const found = { hash: "1", pairs: 2, facePairs: 10 };
  assert.equal(between(lane("hybrid", found), lane("smith", found)).kind, "same");
  assert.equal(between(lane("hybrid", found), lane("smith", { ...found, hash: "2" })).kind, "bad");
  assert.equal(between(lane("senin", { pairs: 1 }), lane("smith", found)).text, "senin finds 1 of 2 pairs of bodies");
  assert.equal(
    between(lane("smith", found), lane("paired", { pairs: 2, facePairs: 3 })).text,
    "same bodies, 3 of 10 face pairs",
  );
  assert.equal(between(lane("closest-feature", { pairs: 2 }), lane("smith", found)).text, "same bodies");
  assert.equal(between(lane("hybrid", found), lane("smith", { error: "no" })), null);
});
