// Reads colors of the style sheet, for canvases, which cannot use its properties.

export class CssColors {
  readonly #cache = new Map<string, string>();
  readonly #probe: HTMLElement;

  /** Colors are those within `container`. */
  constructor(container: HTMLElement) {
    this.#probe = document.createElement("span");
    this.#probe.hidden = true;
    container.append(this.#probe);
  }

  /** The color of a custom property, such as --line. */
  color(property: string): string {
    let value = this.#cache.get(property);
    if (value === undefined) {
      this.#probe.style.color = `var(${property})`;
      value = getComputedStyle(this.#probe).color;
      this.#cache.set(property, value);
    }
    return value;
  }

  /** The style has changed. */
  clear(): void {
    this.#cache.clear();
  }
}
