// The worst places: a thumbnail of each, and the selected one as a picture and in 3-D.

import { element, find } from "../../shared/dom";
import { count } from "../../shared/format";
import { type Drawing, type Episode, type Report, type View, depthName, frameName, pairKey, pairName, partName, regionName } from "./report";
import { Scene } from "./scene";
import type { Selected, Selection } from "./selection";

export class Place {
  private readonly thumbnails: HTMLButtonElement[];
  private readonly image = element("img", { width: 640, height: 480, alt: "" });
  private readonly caption = element("figcaption", {});
  private readonly panes: HTMLElement;
  private readonly without = element("p", { class: "nothing" });
  private readonly parts = element("ul", { class: "parts" });
  private readonly scene: Scene;
  private shown: View | null = null;

  constructor(
    private readonly report: Report,
    private readonly drawing: Drawing,
    private readonly selection: Selection,
  ) {
    this.thumbnails = report.views.map((view, i) => this.makeThumbnail(view, i));
    this.scene = new Scene(report, drawing);
    this.panes = element("div", { class: "panes" },
      element("figure", {}, this.image, this.caption), this.makeSceneFigure());
    const section = find(document, "#place", HTMLElement);
    section.hidden = report.views.length === 0;
    if (section.hidden) return;
    section.append(
      element("div", { class: "title" }, element("h2", { id: "place-title" }, "Worst places"),
        element("span", { class: "aside" }, "touching faces are red")),
      element("div", { class: "thumbnails", role: "group", "aria-label": "Worst places" }, ...this.thumbnails),
      this.without,
      this.panes,
    );
    selection.subscribe((selected) => this.show(selected));
  }

  private makeThumbnail(view: View, i: number): HTMLButtonElement {
    const name = this.nameOf(view, i);
    const png = this.drawing.pictures[i]?.png;
    return element("button", { type: "button", class: "thumbnail", "aria-pressed": "false",
      "aria-label": `${this.title(view)}, ${name}`,
      click: () => this.selection.select(view.frame, pairKey(view), view.clip, i) },
      png ? element("img", { src: `data:image/png;base64,${png}`, alt: "", width: 160, height: 120 }) : null,
      element("span", { class: "frame" }, frameName(this.report, view)),
      element("span", { class: "name", title: name }, name));
  }

  /** The name of the region, or of the parts. */
  private nameOf(view: View, i: number): string {
    const episode = this.report.episodes[i];
    return (episode && regionName(episode)) ?? pairName(this.report, view);
  }

  /** Of a view: its frame, with a capital. */
  private title(view: View): string {
    return frameName(this.report, view).replace(/^frame/, "Frame");
  }

  private makeSceneFigure(): HTMLElement {
    const through = element("input", { type: "checkbox", id: "through",
      change: () => this.scene.setThrough(through.checked) });
    const back = element("button", { type: "button", click: () => this.scene.lookAtPlace() }, "reset");
    return element("figure", { class: "scene" }, this.scene.element,
      element("figcaption", {}, this.parts,
        element("span", { class: "tools" }, element("label", {}, through, " see through"), back)));
  }

  /** The view of the selected frame and pair; the worst one if nothing is selected. */
  private find({ clip, frame, pair, episode }: Selected): View | null {
    if (episode !== null) return this.report.views[episode] ?? null;
    if (frame === null) return this.report.views.find((view) => view.clip === clip) ?? this.report.views[0] ?? null;
    const views = this.report.views.filter((view) => view.clip === clip && view.frame === frame);
    return pair === null ? (views[0] ?? null) : (views.find((view) => pairKey(view) === pair) ?? null);
  }

  private show(selected: Selected): void {
    const view = this.find(selected);
    for (const [i, thumbnail] of this.thumbnails.entries())
      thumbnail.setAttribute("aria-pressed", String(view !== null && this.report.views[i] === view));
    this.panes.hidden = view === null;
    this.without.hidden = view !== null;
    this.without.textContent =
      `The report contains no geometry of this frame, only of the ${count(this.report.views.length, "worst place")} above.`;
    if (view === null || view === this.shown) return;
    this.shown = view;
    this.showPicture(view);
    this.showParts(view);
    this.scene.show(view, this.drawing.pictures[this.report.views.indexOf(view)] ?? null);
  }

  private showPicture(view: View): void {
    const i = this.report.views.indexOf(view);
    const png = this.drawing.pictures[i]?.png;
    const episode = this.report.episodes[i];
    const name = this.nameOf(view, i);
    const parts = pairName(this.report, view);
    this.image.hidden = !png;
    if (png) this.image.src = `data:image/png;base64,${png}`;
    this.image.alt = `${name} in ${frameName(this.report, view)}, with the touching faces in red`;
    const depth = episode && (episode.depth !== null || episode.severity === "penetrate") ? ` · ${this.depthOf(episode)}` : "";
    const pairs = episode ? ` · ${count(episode.face_pairs, "face pair")}` : "";
    this.caption.textContent = `${this.title(view)} · ${name}${name === parts ? "" : ` (${parts})`}${depth}${pairs}`;
  }

  private depthOf(episode: Episode): string {
    const unit = this.report.unit === null ? "" : ` ${this.report.unit}`;
    if (episode.depth === null) return episode.reach ? `depth unknown, ${depthName(episode)}${unit}` : "depth unknown";
    return `depth ${depthName(episode)}${unit}`;
  }

  /** Lists the two touching parts first, then the others. */
  private showParts(view: View): void {
    const meets = (part: number) => Number(part === view.a || part === view.b);
    this.parts.replaceChildren(
      ...view.parts.toSorted((x, y) => meets(y.part) - meets(x.part)).map(({ part }) => {
        const box = element("input", { type: "checkbox", checked: true,
          change: () => this.scene.setVisible(part, box.checked) });
        const swatch = element("i", { class: "swatch" });
        swatch.style.background = this.drawing.colors[part] ?? "";
        const name = partName(this.report, part);
        return element("li", {}, element("label", { title: name }, box, swatch, element("span", { class: "name" }, name)));
      }),
      ...(view.whole ? [] : [element("li", { class: "aside" }, "only nearby faces are shown")]),
    );
  }
}
