// Formats times and ranges, and reads colors of the style.

export function seconds(time: number): string {
  return `${time.toFixed(3)} s`;
}

export function range(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

/** The value of a custom property of the style, such as --red. */
export function styleValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
