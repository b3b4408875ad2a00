// The heading: what was checked, and the result.

import { element, find } from "../../shared/dom";
import { count, integer, measure } from "../../shared/format";
import { range, seconds, show } from "./format";
import type { Drawing, Report } from "./report";

const kinds = { clean: "fine", passed: "fine", findings: "bad", incomplete: "broken" };

/** Class and word of the verdict. */
function verdict(report: Report): [string, string] {
  const { summary } = report;
  const word = summary.verdict === "findings" && !summary.complete ? "findings, incomplete" : summary.verdict;
  return [kinds[summary.verdict], word];
}

function sentence(report: Report): string {
  const { summary } = report;
  const checked = count(summary.frames_checked, "frame");
  const hidden = summary.hidden_crossings;
  const between = hidden > 0 ? ` Between frames, unseen in them: ${count(hidden, "crossing")}.` : "";
  if (summary.findings === 0) return `No collisions in ${checked}.${between}`;
  const kinds = [
    [summary.frames_penetrate, "with penetration"],
    [summary.frames_touch, "with touching faces"],
    [summary.frames_near, "with near misses"],
  ] as const;
  const parts = kinds.filter(([number]) => number > 0).map(([number, what]) => `${integer(number)} ${what}`);
  return `Of ${checked}: ${parts.join(", ")}.${between}`;
}

/** Facts of the only clip, or how many there are. */
function animation(report: Report): [string, string][] {
  const [clip] = report.clips;
  if (report.clips.length > 1 || !clip)
    return [
      ["clips", integer(report.clips.length)],
      ["frames", integer(report.summary.frames_wanted)],
    ];
  return [
    ["frames", range(clip.first_frame, clip.last_frame)],
    ["animation", clip.end > clip.start ? `${seconds(clip.start)} – ${seconds(clip.end)}` : "one pose"],
    ...(clip.name === null ? [] : [["clip", clip.name] as [string, string]]),
  ];
}

function facts(report: Report): [string, string][] {
  const { summary } = report;
  const triangles = report.parts.reduce((sum, part) => sum + part.triangles, 0);
  const list: [string, string][] = [
    ["parts", integer(report.parts.length)],
    ["triangles", integer(triangles)],
    ...animation(report),
    ["face pairs", integer(summary.face_pairs)],
    ["deepest", summary.deepest > 0 ? `${measure(summary.deepest)}${report.unit === null ? "" : ` ${report.unit}`}` : "–"],
    ["depth unknown", integer(summary.unknown_depths)],
  ];
  if (summary.baseline_face_pairs > 0) list.push(["in the baseline", integer(summary.baseline_face_pairs)]);
  return list;
}

/** What makes the check incomplete comes first. */
function remarks(report: Report): HTMLElement[] {
  return [true, false].flatMap((incomplete) =>
    report.remarks
      .filter((remark) => remark.incomplete === incomplete)
      .map((remark) =>
        element("p", { class: incomplete ? "warning" : "remark", role: "note", "data-kind": remark.kind },
          `${incomplete ? "Incomplete: " : ""}${remark.text}.`)));
}

export function showHeading(report: Report): void {
  const [kind, word] = verdict(report);
  const inputs = report.inputs.map(show).join(", ");
  document.title = `mote check: ${inputs}: ${word}`;
  find(document, "#heading", HTMLElement).append(
    element("p", { class: "kicker" }, "mote check"),
    element("h1", {}, element("span", { class: "inputs" }, inputs), element("span", { class: `verdict ${kind}` }, word)),
    element("p", { class: "sentence" }, sentence(report)),
    ...remarks(report),
    element(
      "dl",
      { class: "facts" },
      ...facts(report).map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value))),
    ),
  );
}

const omittedNames = {
  pairs: "pairs of parts in frames, all but the worst of each frame",
  frames: "frames with findings",
  episodes: "episodes, the least bad",
  views: "pictures",
};

/** What is not on the page, so that it stays small. */
function showOmitted(omitted: Drawing["omitted"], foot: HTMLElement): void {
  const list = Object.entries(omittedNames)
    .map(([key, name]) => ({ name, count: omitted[key as keyof typeof omittedNames] }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`);
  if (list.length === 0) return;
  foot.append(element("p", {}, `Not on this page, so that it stays small (--page-size): ${list.join("; ")}. The JSON has everything.`));
}

export function showFoot(report: Report, drawing: Drawing): void {
  const settings = Object.entries(report.settings)
    .filter(([, value]) => value !== null && value !== false && value !== 0 && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`).replaceAll("_", " "))
    .join(" · ");
  const foot = find(document, "#foot", HTMLElement);
  showOmitted(drawing.omitted, foot);
  foot.append(element("p", {}, `mote ${report.mote} · ${settings} · ${report.fps} frames per second`));
}
