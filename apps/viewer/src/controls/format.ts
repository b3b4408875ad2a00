// Formats times, sizes and shares.

export function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 1)} ms`;
}

export function bytes(size: number): string {
  if (size < 1e3) return `${size} B`;
  if (size < 1e6) return `${(size / 1e3).toFixed(0)} kB`;
  return `${(size / 1e6).toFixed(1)} MB`;
}

/** Rounded down, so that 100 % means all. */
export function percent(part: number, whole: number): string {
  const tenths = Math.floor((1000 * part) / whole);
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}
