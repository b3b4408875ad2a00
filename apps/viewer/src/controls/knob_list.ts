// The options that the page offers: what they are called, and what they are if left alone.

import type { MethodInfo } from "../protocol.js";
import type { Knob } from "./knobs.js";

const TOLERANCE: Knob = {
  kind: "number",
  group: null,
  key: "tolerance",
  label: "Tolerance",
  own: 0,
  min: 0,
  max: 0.1,
  step: 0.0005,
  isLength: true,
  title: "Also report faces at most this far apart; 0: only those that touch",
};

const CERTIFY: Knob = {
  kind: "switch",
  group: null,
  key: "certify",
  label: "Certify",
  own: false,
  title: "What the particles leave undecided is asked of the exact engine",
};

const LITERAL: Knob = {
  kind: "switch",
  group: null,
  key: "literal",
  label: "As in the paper",
  own: false,
  title: "The paper's own rules in place of the better defaults",
};

const SMITH: readonly Knob[] = [
  {
    kind: "number",
    group: "smith",
    key: "level",
    label: "Octree level",
    own: 6,
    min: 0,
    max: 10,
    limit: 16,
    step: 1,
    title: "Depth of the octree; 0 chooses one from the size of the faces",
  },
  {
    kind: "switch",
    group: "smith",
    key: "rootIsRegion",
    label: "An octree for each region",
    own: false,
    title: "The root is the overlap region of a pair instead of the cube around all candidates",
  },
  {
    kind: "switch",
    group: "smith",
    key: "skipBoxes",
    label: "Skip the boxes",
    own: false,
    title: "All bodies straight into one octree (section 2.2.4 of the paper)",
  },
  {
    kind: "switch",
    group: "smith",
    key: "faceBox",
    label: "Boxes of faces",
    own: false,
    title: "A face is in a cell when its box is, instead of exact clipping (section 3.7)",
  },
  {
    kind: "switch",
    group: "smith",
    key: "bintree",
    label: "Halve one axis at a time",
    own: false,
    title: "A binary tree instead of an octree, the paper's future work",
  },
  {
    kind: "switch",
    group: "smith",
    key: "paperFacePair",
    label: "The paper's face test",
    own: false,
    title: "Instead of the exact one: errs where it errs",
  },
];

const SENIN: readonly Knob[] = [
  {
    kind: "number",
    group: "senin",
    key: "particles",
    label: "Particles a body",
    own: 5,
    min: 0,
    max: 64,
    limit: 1024,
    step: 1,
    title: "0 chooses them by the number of convex parts",
  },
  {
    kind: "choice",
    group: "senin",
    key: "movement",
    label: "They move over",
    own: "vertices",
    title: "Where particles may be",
    choices: [
      { value: "vertices", label: "vertices" },
      { value: "edges", label: "also middles of edges" },
      { value: "faces", label: "also middles of faces" },
    ],
  },
  {
    kind: "number",
    group: "senin",
    key: "reachPart",
    label: "Reach",
    own: 0.5,
    literal: 1,
    min: 0.05,
    max: 2,
    step: 0.05,
    title: "How far particles feel each other, in longest sides of the larger body's box",
  },
  {
    kind: "number",
    group: "senin",
    key: "neighborhood",
    label: "Neighborhood",
    own: 4,
    literal: 1,
    min: 1,
    max: 12,
    step: 0.5,
    title: "How far around a particle faces are tested, in edges there",
  },
  {
    kind: "number",
    group: "senin",
    key: "closestPairs",
    label: "Closest pairs tested",
    own: 5,
    literal: 1,
    min: 1,
    max: 16,
    limit: 64,
    step: 1,
    title: "Pairs of particles whose neighborhoods are tested exactly",
  },
  {
    kind: "switch",
    group: "senin",
    key: "pursue",
    label: "Pursue",
    own: true,
    literal: false,
    title: "The closest pairs leave the others and go on by their own attraction alone",
  },
  {
    kind: "switch",
    group: "senin",
    key: "coldStart",
    label: "Cold start",
    own: false,
    title: "A new random start in each frame",
  },
];

const LBG: readonly Knob[] = [
  {
    kind: "number",
    group: "lbg",
    key: "particles",
    label: "Particles a body",
    own: 12,
    min: 0,
    max: 128,
    limit: 4096,
    step: 1,
    title: "One for each area; 0 chooses them by the rule below",
  },
  {
    kind: "choice",
    group: "lbg",
    key: "count",
    label: "Rule for their number",
    own: "spheres",
    title: "Used where the number is 0",
    choices: [
      { value: "spheres", label: "spheres between parts" },
      { value: "shadows", label: "shadows of one sphere" },
      { value: "kissing", label: "kissing number" },
    ],
  },
  {
    kind: "number",
    group: "lbg",
    key: "closestPairs",
    label: "Pairs of areas checked",
    own: 8,
    literal: 1,
    min: 1,
    max: 32,
    limit: 64,
    step: 1,
    title: "The closest particles first",
  },
  {
    kind: "number",
    group: "lbg",
    key: "faces",
    label: "Faces of an area checked",
    own: 128,
    literal: 0,
    min: 0,
    max: 512,
    step: 1,
    title: "From the particle on; 0: all",
  },
  {
    kind: "number",
    group: "lbg",
    key: "acceptable",
    label: "Growth before a new cut",
    own: 2,
    literal: 1,
    min: 1,
    max: 5,
    step: 0.1,
    title: "How many times its first size an area may become before the body is cut anew",
  },
  {
    kind: "switch",
    group: "lbg",
    key: "pursue",
    label: "Pursue",
    own: true,
    literal: false,
    title: "The particles of a pair go on by the attraction of the two alone",
  },
  {
    kind: "switch",
    group: "lbg",
    key: "literalAreas",
    label: "The paper's areas",
    own: false,
    literal: true,
    title: "Cells as the paper has them: in fragments, some empty",
  },
];

const PAIRED: readonly Knob[] = [
  {
    kind: "number",
    group: "paired",
    key: "starts",
    label: "Descents a pair",
    own: 16,
    min: 1,
    max: 128,
    limit: 128,
    step: 1,
    title: "64 is for those who would rather wait than miss",
  },
  {
    kind: "switch",
    group: "paired",
    key: "flood",
    label: "Flood",
    own: false,
    title: "Report all face pairs of each contact found, not one of each",
  },
];

const OF_METHOD = new Map<string, readonly Knob[]>([
  ["smith", SMITH],
  ["senin", [LITERAL, ...SENIN]],
  ["lbg", [LITERAL, ...LBG]],
  ["paired", PAIRED],
]);

/** What matters to any of the methods, each once; common ones first. */
export function knobsOf(infos: readonly MethodInfo[]): Knob[] {
  const common: Knob[] = [];
  if (infos.some((info) => info.abilities.includes("tolerance"))) common.push(TOLERANCE);
  if (infos.some((info) => info.abilities.includes("points"))) common.push(CERTIFY);
  const all = [...common, ...infos.flatMap((info) => OF_METHOD.get(info.name) ?? [])];
  return [...new Set(all)].sort((a, b) => Number(a.group !== null) - Number(b.group !== null));
}
