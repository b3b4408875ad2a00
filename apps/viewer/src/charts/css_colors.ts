// Colors of the page's style, for canvases, which know none of its properties.

export class CssColors {
  readonly #cache = new Map<string, string>();
  readonly #probe: HTMLElement;

  /** Colors are those that hold within `place`. */
  constructor(place: HTMLElement) {
    this.#probe = document.createElement("span");
    this.#probe.hidden = true;
    place.append(this.#probe);
  }

  /** As the style sheet names it, such as --line. */
  color(property: string): string {
    let value = this.#cache.get(property);
    if (value === undefined) {
      this.#probe.style.color = `var(${property})`;
      value = getComputedStyle(this.#probe).color;
      this.#cache.set(property, value);
    }
    return value;
  }

  /** The style may be another one now. */
  clear(): void {
    this.#cache.clear();
  }
}
