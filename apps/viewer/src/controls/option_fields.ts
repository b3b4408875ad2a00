// The options of methods that the page offers. Kind, range, default and description come from the library's table; the
// page adds labels and the ranges of sliders.

import type { OptionInfo, WorldOptions } from "../protocol.js";

type Options = Omit<WorldOptions, "method">;
export type Value = number | boolean | string;

interface Presentation {
  /** As in the library's table; the part before the dot is a group of WorldOptions. */
  name: string;
  label: string;
  /** For numbers: the slider ends here, but the field beside it accepts the whole range of the option. */
  sliderMax?: number;
  step?: number;
  /** `sliderMax` and `step` are relative to the size of the scene. */
  isLength?: true;
  /** What the page uses instead of the library's default, with and without `literal`. */
  pageDefault?: number;
}

export const PRESENTATIONS: readonly Presentation[] = [
  { name: "tolerance", label: "Tolerance", sliderMax: 0.1, step: 0.0005, isLength: true },
  { name: "certify", label: "Certify" },
  { name: "literal", label: "As in the paper" },
  { name: "smith.level", label: "Octree level", sliderMax: 10 },
  { name: "smith.rootIsRegion", label: "One octree per region" },
  { name: "smith.skipBoxes", label: "Skip body boxes" },
  { name: "smith.faceBox", label: "Test boxes of faces" },
  { name: "smith.bintree", label: "Binary tree" },
  { name: "smith.paperFacePair", label: "Paper's face test" },
  { name: "smith.worldSide", label: "World cube", sliderMax: 4, step: 0.05, isLength: true },
  { name: "smith.paperClip", label: "Paper's clipping" },
  { name: "smith.allBoxes", label: "Compare all boxes" },
  { name: "smith.storedLevel", label: "Stored levels", sliderMax: 8 },
  // 0: the rule of the paper, twice the number of convex parts of each body.
  { name: "senin.particles", label: "Particles", sliderMax: 64, pageDefault: 0 },
  { name: "senin.movement", label: "Moves over" },
  { name: "senin.reachPart", label: "Reach", sliderMax: 2, step: 0.05 },
  { name: "senin.neighborhood", label: "Neighborhood", sliderMax: 12, step: 0.5 },
  { name: "senin.closestPairs", label: "Tested pairs", sliderMax: 16 },
  { name: "senin.pursue", label: "Pursue" },
  { name: "senin.coldStart", label: "Cold start" },
  { name: "senin.whileApart", label: "Also while apart" },
  { name: "senin.oneSet", label: "One set per body" },
  { name: "lbg.particles", label: "Particles", sliderMax: 128 },
  { name: "lbg.count", label: "Count rule" },
  { name: "lbg.closestPairs", label: "Tested pairs", sliderMax: 32 },
  { name: "lbg.faces", label: "Faces per area", sliderMax: 512 },
  { name: "lbg.acceptable", label: "Growth limit", sliderMax: 5, step: 0.1 },
  { name: "lbg.pursue", label: "Pursue" },
  { name: "lbg.literalAreas", label: "Paper's areas" },
  { name: "paired.starts", label: "Descents", sliderMax: 128 },
  { name: "paired.flood", label: "Flood" },
];

/** An option of the library, or `literal`. */
type FieldInfo = Omit<OptionInfo, "name"> & { name: OptionInfo["name"] | "literal" };

export interface OptionField extends Presentation {
  info: FieldInfo;
  group: string | null;
  key: string;
}

/** `literal` of WorldOptions is not in the table: it selects the papers' values of all other options. */
function literalInfo(options: readonly OptionInfo[]): FieldInfo {
  const differing = options.filter((info) => info.literal !== info.default);
  return {
    name: "literal",
    summary: "Use the values of the paper instead of the defaults",
    kind: "boolean",
    default: 0,
    literal: 0,
    min: 0,
    max: 1,
    methods: [...new Set(differing.flatMap((info) => info.methods))],
  };
}

/** The fields of the options that any of the methods reads, the general ones first. */
export function fieldsFor(methods: readonly string[], options: readonly OptionInfo[]): OptionField[] {
  const infos = new Map([literalInfo(options), ...options].map((info) => [info.name as string, info]));
  return PRESENTATIONS.flatMap((presentation) => {
    const info = infos.get(presentation.name);
    if (!info || !info.methods.some((method) => methods.includes(method))) return [];
    const [group, key] = presentation.name.includes(".") ? presentation.name.split(".") : [null, presentation.name];
    return [{ ...presentation, info, group: group!, key: key! }];
  });
}

function groupOf(options: Options, group: string | null): Record<string, unknown> {
  return { ...(group === null ? options : (options as Record<string, object>)[group]) };
}

function defaultOf({ info, pageDefault }: OptionField, options: Options): Value {
  const number = pageDefault ?? (options.literal ? info.literal : info.default);
  if (info.kind === "boolean") return number !== 0;
  return info.kind === "choice" ? info.choices![number]! : number;
}

export function valueOf(field: OptionField, options: Options): Value {
  const given = groupOf(options, field.group)[field.key];
  const isValue = typeof given === "number" || typeof given === "boolean" || typeof given === "string";
  return isValue ? given : defaultOf(field, options);
}

/** The options with a new value, or without it if it is the default. */
export function withValue(options: Options, field: OptionField, value: Value): Options {
  const values = groupOf(options, field.group);
  if (value === defaultOf(field, options)) delete values[field.key];
  else values[field.key] = value;
  if (field.group === null) return values;
  const { [field.group]: _, ...others } = options as Record<string, unknown>;
  return Object.keys(values).length === 0 ? others : { ...others, [field.group]: values };
}

/** The options as the engine gets them: with the defaults of the page where no value is set. */
export function withPageDefaults(options: Options): Options {
  const filled = { ...options } as Record<string, unknown>;
  for (const { name, pageDefault } of PRESENTATIONS) {
    if (pageDefault === undefined) continue;
    const [group, key] = name.split(".") as [string, string];
    filled[group] = { [key]: pageDefault, ...(filled[group] as object | undefined) };
  }
  return filled;
}
