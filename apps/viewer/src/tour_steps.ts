// The steps of the tour: what each sets, and what it says.

import { DEFAULT_LAYERS, DEFAULT_SETTINGS, type Settings } from "./settings.js";

export interface TourStep {
  title: string;
  text: string;
  /** The page about it in the documents, and what the link says. */
  page: { name: string; label: string };
  settings: Partial<Settings>;
  frame: number;
}

export const TOUR: readonly TourStep[] = [
  {
    title: "Every pair",
    text: "Two letters fly at each other. The simplest method tests every triangle of one with every triangle of the other. It is slow, but it cannot be wrong, so all other methods are checked against it. Red triangles touch.",
    page: { name: "naive", label: "The method naive" },
    settings: { scene: "letters-tt", methods: ["naive"], rate: 0.5 },
    frame: 36,
  },
  {
    title: "Boxes first",
    text: "Smith et al. (1998) put a box around each body. Only where two boxes overlap, in the orange region, can anything touch; all triangles outside it are out of the question.",
    page: { name: "smith", label: "Smith et al. 1998, repeated" },
    settings: { scene: "shrine-bust", methods: ["smith"], rate: 0.25, layers: { ...DEFAULT_LAYERS, boxes: true, regions: true } },
    frame: 42,
  },
  {
    title: "An octree of the faces",
    text: "The region is divided into eight cells, and these again, as long as faces of both bodies are inside. What remains are small cells along the contact.",
    page: { name: "smith", label: "Smith et al. 1998, repeated" },
    settings: { scene: "tori", methods: ["smith"], rate: 0.1, layers: { ...DEFAULT_LAYERS, cells: true, regions: true } },
    frame: 68,
  },
  {
    title: "Particles that feel",
    text: "Senin et al. (2003) let a few particles wander over each surface. Particles of different bodies attract each other, so they gather where bodies come close. They look at very few triangles, and may miss a contact.",
    page: { name: "senin", label: "Senin et al. 2003, repeated" },
    settings: { scene: "senin-mv", methods: ["senin"], rate: 0.25, layers: { ...DEFAULT_LAYERS, forces: true } },
    frame: 36,
  },
  {
    title: "Areas",
    text: "Saenghaengtham and Kanongchaiyos (2006) divide each surface into areas and keep one particle in each, so that none is left without a guard.",
    page: { name: "lbg", label: "Saenghaengtham and Kanongchaiyos 2006, repeated" },
    settings: { scene: "lbg-teapot-sphere", methods: ["lbg"], rate: 0.25, layers: { ...DEFAULT_LAYERS, areas: true } },
    frame: 18,
  },
  {
    title: "How far apart",
    text: "Before bodies touch, how far are they from each other? Sulaiman et al. (2013) measure the distance of two triangles; the green line is the shortest one between the letters.",
    page: { name: "sulaiman", label: "Sulaiman et al. 2013, repeated" },
    settings: { scene: "letters-ww", methods: ["hybrid"], rate: 0.25 },
    frame: 20,
  },
  {
    title: "One pass, then only what is near",
    text: "The engine of mote reads all vertices once, in a stream, into boxes of a few triangles each. Blue boxes were opened, because something of the other body is there. Drag a body and watch them follow.",
    page: { name: "hybrid", label: "The method hybrid" },
    settings: { scene: "blobs", methods: ["hybrid"], rate: 0.5, layers: { ...DEFAULT_LAYERS, clusters: true } },
    frame: 60,
  },
  {
    title: "Only the vertices that matter",
    text: "This character has over a million triangles and is posed by a skeleton. Its vertices are computed on demand: only the bright ones, near the ball, in this frame. All others are never computed at all.",
    page: { name: "on-demand", label: "Bodies on demand" },
    settings: { scene: "skinned-million", methods: ["hybrid"], rate: 0.25, layers: { ...DEFAULT_LAYERS, touched: true } },
    frame: 88,
  },
];

/** The settings of a step; theme and sound stay as they are. */
export function tourSettings(step: TourStep, { theme, sound }: Settings): Settings {
  return { ...DEFAULT_SETTINGS, ...step.settings, theme, sound, tour: TOUR.indexOf(step) + 1 };
}
