// Colours of the page's style, for canvases, which know none of its properties.

export class Palette {
  readonly #kept = new Map<string, string>();

  /** As the style sheet names it, such as --line. */
  color(property: string): string {
    let value = this.#kept.get(property);
    if (value === undefined) {
      value = getComputedStyle(document.documentElement).getPropertyValue(property).trim();
      this.#kept.set(property, value);
    }
    return value;
  }

  /** The style may be another one now. */
  forget(): void {
    this.#kept.clear();
  }
}
