// A form field for an option of a method, and its value among the chosen options.

import type { WorldOptions } from "../protocol.js";

type Options = Omit<WorldOptions, "method">;
export type Value = number | boolean | string;

/** Where the option is in WorldOptions: at the top, or in the group of a method. */
export interface Place {
  group: "smith" | "senin" | "lbg" | "paired" | null;
  key: string;
}

interface Common extends Place {
  label: string;
  title: string;
  /** Other than `own` where the papers' rules are asked for. */
  literal?: Value;
}

export interface NumberKnob extends Common {
  kind: "number";
  own: number;
  /** Of the slider; the field beside it takes more. */
  max: number;
  /** Of the field. */
  limit?: number;
  min: number;
  step: number;
  /** `max` and `step` are parts of the size of the scene. */
  isLength?: true;
}

export interface SwitchKnob extends Common {
  kind: "switch";
  own: boolean;
}

export interface ChoiceKnob extends Common {
  kind: "choice";
  own: string;
  choices: readonly { value: string; label: string }[];
}

export type Knob = NumberKnob | SwitchKnob | ChoiceKnob;

function groupOf(options: Options, place: Place): Record<string, unknown> {
  const from = place.group === null ? options : options[place.group];
  return { ...from };
}

function ownValue(knob: Knob, options: Options): Value {
  return options.literal && knob.literal !== undefined ? knob.literal : knob.own;
}

export function valueOf(knob: Knob, options: Options): Value {
  const given = groupOf(options, knob)[knob.key];
  return typeof given === "number" || typeof given === "boolean" || typeof given === "string"
    ? given
    : ownValue(knob, options);
}

/** The options with the value, or without it where it is what they would be anyway. */
export function withValue(options: Options, knob: Knob, value: Value): Options {
  const part = groupOf(options, knob);
  if (value === ownValue(knob, options)) delete part[knob.key];
  else part[knob.key] = value;
  if (knob.group === null) return part;
  const { [knob.group]: _, ...others } = options;
  return Object.keys(part).length === 0 ? others : { ...others, [knob.group]: part };
}
