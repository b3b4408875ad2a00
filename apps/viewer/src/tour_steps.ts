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
    text: "Two letters fly at each other. As soon as the boxes around them overlap, the simplest method tests every triangle of one with every triangle of the other. It is slow but never wrong, so all other methods are checked against it. Triangles that touch are red.",
    page: { name: "naive", label: "The method naive" },
    settings: { scene: "letters-tt", methods: ["naive"], rate: 0.5 },
    frame: 48,
  },
  {
    title: "Boxes first",
    text: "Smith et al. (1998) put a box around each body. Bodies can touch only where their boxes overlap, in the orange region. Triangles outside it need no test.",
    page: { name: "smith", label: "The paper, reproduced" },
    settings: { scene: "shrine-bust", methods: ["smith"], rate: 0.25, layers: { ...DEFAULT_LAYERS, boxes: true, regions: true } },
    frame: 42,
  },
  {
    title: "An octree of the faces",
    text: "The orange region is divided into eight cells. A cell that contains faces of both bodies is divided again. The smallest cells, in magenta, lie along the contact. Only the faces in them are tested.",
    page: { name: "smith", label: "The paper, reproduced" },
    settings: { scene: "tori", methods: ["smith"], rate: 0.1, layers: { ...DEFAULT_LAYERS, cells: true, regions: true } },
    frame: 68,
  },
  {
    title: "Particles that search",
    text: "Senin et al. (2003) let a few particles wander over each surface: the red and the blue dots. Particles of different bodies attract each other, as the arrows show, so they gather where bodies come close. Very few triangles are tested, and a contact may be missed.",
    page: { name: "senin", label: "The paper, reproduced" },
    settings: { scene: "senin-mv", methods: ["senin"], rate: 0.25, layers: { ...DEFAULT_LAYERS, forces: true } },
    frame: 36,
  },
  {
    title: "Areas",
    text: "Saenghaengtham and Kanongchaiyos (2006) divide each surface into areas, one color each, and keep one particle in each area. So no part of a surface is left without a particle.",
    page: { name: "lbg", label: "The paper, reproduced" },
    settings: { scene: "lbg-teapot-sphere", methods: ["lbg"], rate: 0.25, layers: { ...DEFAULT_LAYERS, areas: true } },
    frame: 18,
  },
  {
    title: "How far apart",
    text: "Sulaiman et al. (2013) measure the distance between two triangles. The green line is the shortest distance between the letters: it connects their two closest points.",
    page: { name: "sulaiman", label: "The paper, reproduced" },
    settings: { scene: "letters-ww", methods: ["hybrid"], rate: 0.25 },
    frame: 20,
  },
  {
    title: "One pass, then only what is near",
    text: "The method of mote reads all vertices once and computes boxes around groups of neighboring triangles. Only groups whose boxes overlap the other body, in blue, are searched further. Drag a body, and the boxes follow the contact.",
    page: { name: "hybrid", label: "The method hybrid" },
    settings: { scene: "blobs", methods: ["hybrid"], rate: 0.5, layers: { ...DEFAULT_LAYERS, clusters: true } },
    frame: 60,
  },
  {
    title: "Only the vertices that matter",
    text: "A skeleton moves this character of over a million triangles. To find its contact with the ball, mote computes only a few of its vertices, those in yellow. Orange ones were computed in an earlier frame, dark ones never.",
    page: { name: "on-demand", label: "Bodies on demand" },
    settings: { scene: "skinned-million", methods: ["hybrid"], rate: 0.25, layers: { ...DEFAULT_LAYERS, touched: true } },
    frame: 92,
  },
];

/** The settings of a step; theme and sound stay as they are. */
export function tourSettings(step: TourStep, { theme, sound }: Settings): Settings {
  return { ...DEFAULT_SETTINGS, ...step.settings, theme, sound, tour: TOUR.indexOf(step) + 1 };
}
