// Making elements. Text is always set as text: names come from files of strangers.

type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== null));
  return made;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** The value of a custom property of the page's style, such as --red. */
export function styleValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const thousands = new Intl.NumberFormat("en");

export function count(number: number, one: string, many = `${one}s`): string {
  return `${thousands.format(number)} ${number === 1 ? one : many}`;
}

export function integer(number: number): string {
  return thousands.format(number);
}

/** Three digits that count; a depth that is not known is a dash. */
export function measure(number: number | null): string {
  return number === null ? "–" : String(Number(number.toPrecision(3)));
}

export function seconds(time: number): string {
  return `${time.toFixed(3)} s`;
}

export function range(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}
