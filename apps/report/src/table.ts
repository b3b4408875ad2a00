// The findings as a table: the episodes of all frames, or the pairs of the selected frame.

import { element, find } from "../../shared/dom";
import { count, integer } from "../../shared/format";
import { range } from "./format";
import { type Finding, type Report, clipName, depthName, findingsOf, frameName, pairKey, pairName, rank, regionName } from "./report";
import type { Selection } from "./selection";

/** Rows that are shown initially. */
const page = 40;

interface Column {
  name: string;
  key: string;
  number: boolean;
  order: (a: Finding, b: Finding) => number;
  cell: (finding: Finding) => Node | string;
}

export class Table {
  private readonly columns: Column[];
  private readonly title = element("h2", { id: "findings-title" });
  private readonly body = element("tbody", { role: "rowgroup" });
  private readonly heads: HTMLTableCellElement[];
  private readonly more: HTMLButtonElement;
  private readonly nothing = element("p", { class: "nothing" });
  private readonly table: HTMLTableElement;
  /** Null for the order of the report, worst first. */
  private sorted: { column: Column; rising: boolean } | null = null;
  private lines = page;

  constructor(
    private readonly report: Report,
    private readonly selection: Selection,
  ) {
    this.columns = this.makeColumns();
    this.heads = this.columns.map((column) => this.makeHead(column));
    this.more = element("button", { type: "button", click: () => this.showMore() });
    this.table = element("table", { role: "table", "aria-labelledby": "findings-title" },
      element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...this.heads)), this.body);
    const along = report.episodes.some((episode) => depthName(episode).startsWith("along"));
    find(document, "#findings", HTMLElement).append(element("div", { class: "title" }, this.title,
      along ? element("span", { class: "aside" }, "along: the depth is not known; the crossing reaches that far along the surface") : null),
      this.table, this.nothing, this.more);
    selection.subscribe(() => {
      this.lines = page;
      this.show();
    });
  }

  private makeColumns(): Column[] {
    const name = (finding: Finding) => pairName(this.report, finding);
    const depth = (finding: Finding) => finding.depth ?? -Infinity;
    const relation: Record<string, (f: Finding) => string> = {
      "a in b": (f) => `${this.report.parts[f.a]?.name ?? ""} inside`,
      "b in a": (f) => `${this.report.parts[f.b]?.name ?? ""} inside`,
    };
    return [
      { name: "parts", key: "pair", number: false, order: (a, b) => name(a).localeCompare(name(b)), cell: name },
      ...(this.report.episodes.some((episode) => regionName(episode) !== null)
        ? [{ name: "region", key: "region", number: false, order: (a: Finding, b: Finding) => a.region.localeCompare(b.region),
          cell: (f: Finding) => f.region }]
        : []),
      { name: "severity", key: "severity", number: false, order: (a, b) => rank(a.severity) - rank(b.severity),
        cell: (f) => element("span", {}, element("span", { class: `badge ${f.severity}` }, f.severity),
          relation[f.relation] ? element("span", { class: "relation" }, ` ${relation[f.relation]?.(f)}`) : null) },
      ...(this.report.clips.length > 1
        ? [{ name: "clip", key: "clip", number: false, order: (a: Finding, b: Finding) => a.clip - b.clip,
          cell: (f: Finding) => clipName(this.report, f.clip) }]
        : []),
      { name: "frames", key: "frames", number: true, order: (a, b) => a.first - b.first || a.last - b.last,
        cell: (f) => (f.began < f.first ? `${f.began.toFixed(2)}–${f.last}` : range(f.first, f.last)) },
      { name: "worst", key: "frame", number: true, order: (a, b) => a.frame - b.frame, cell: (f) => this.frameButton(f) },
      { name: "depth", key: "depth", number: true, order: (a, b) => depth(a) - depth(b) || (a.reach ?? 0) - (b.reach ?? 0) || 0,
        cell: (f) => depthName(f) },
      { name: "face pairs", key: "pairs", number: true, order: (a, b) => a.face_pairs - b.face_pairs,
        cell: (f) => integer(f.face_pairs) },
    ];
  }

  private nameOf(column: Column): string {
    return column.key === "frame" && this.selection.selected.frame !== null ? "frame" : column.name;
  }

  private frameButton(finding: Finding): HTMLElement {
    const label = `Look at ${frameName(this.report, finding)}, ${pairName(this.report, finding)}`;
    return element("button", { type: "button", class: "frame", "aria-label": label,
      click: () => this.selection.select(finding.frame, pairKey(finding), finding.clip, finding.episode) },
      String(finding.frame));
  }

  private makeHead(column: Column): HTMLTableCellElement {
    return element("th", { role: "columnheader", scope: "col", class: column.key, "data-column": column.key },
      element("button", { type: "button", click: () => this.sort(column) }, column.name));
  }

  /** Numbers and severities start in descending order; the third click restores the order of the report. */
  private sort(column: Column): void {
    const first = !(column.number || column.key === "severity");
    if (this.sorted?.column !== column) this.sorted = { column, rising: first };
    else if (this.sorted.rising === first) this.sorted = { column, rising: !first };
    else this.sorted = null;
    this.show();
  }

  private showMore(): void {
    this.lines += 20 * page;
    this.show();
  }

  private makeLine(finding: Finding): HTMLTableRowElement {
    const { clip, frame, pair } = this.selection.selected;
    const current = clip === finding.clip && frame === finding.frame && pair === pairKey(finding);
    return element("tr", { role: "row", class: current ? "current" : "" },
      ...this.columns.map((column) =>
        element("td", { role: "cell", class: column.key, "data-label": this.nameOf(column) }, column.cell(finding))));
  }

  private show(): void {
    const { clip, frame } = this.selection.selected;
    const findings = findingsOf(this.report, clip, frame);
    if (this.sorted) {
      const { column, rising } = this.sorted;
      findings.sort((a, b) => (rising ? column.order(a, b) : column.order(b, a)));
    }
    this.title.textContent = frame === null ? "Findings, worst first" : `Findings in ${frameName(this.report, { clip, frame })}`;
    if (this.sorted) this.title.textContent = this.title.textContent.replace(", worst first", "");
    for (const [i, column] of this.columns.entries()) {
      const order = this.sorted?.column !== column ? "none" : this.sorted.rising ? "ascending" : "descending";
      this.heads[i]?.setAttribute("aria-sort", order);
      if (this.heads[i]?.firstChild) this.heads[i].firstChild.textContent = this.nameOf(column);
    }
    this.body.replaceChildren(...findings.slice(0, this.lines).map((finding) => this.makeLine(finding)));
    this.table.hidden = findings.length === 0;
    this.nothing.hidden = findings.length > 0;
    this.nothing.textContent = frame === null ? "No collisions." : "No collisions in this frame.";
    this.more.hidden = findings.length <= this.lines;
    this.more.textContent = `show more of ${count(findings.length, "row")}`;
  }
}
