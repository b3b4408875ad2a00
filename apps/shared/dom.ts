// Finds and creates elements. Text is always set as text, never as markup: names come from untrusted files.

type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** Functions become event listeners; true sets an empty attribute, false sets none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value === true) created.setAttribute(key, "");
    else if (value !== false) created.setAttribute(key, String(value));
  }
  created.append(...children.filter((child): child is Node | string => child !== null));
  return created;
}

/** An element that the markup of the page must contain. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${selector}`);
  return found;
}

/** Changes the text only if it differs, which avoids a layout. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
