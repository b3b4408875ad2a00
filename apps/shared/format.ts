// Formats numbers for people.

const thousands = new Intl.NumberFormat("en");

export function integer(number: number): string {
  return thousands.format(number);
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${integer(number)} ${number === 1 ? one : many}`;
}

/** Three significant digits; a dash for null, which stands for unknown. */
export function measure(number: number | null): string {
  return number === null ? "–" : String(Number(number.toPrecision(3)));
}
