// Light or dark colors: those of the system, or chosen here.

import type { Store, Theme } from "../settings.js";
import { find } from "../../../shared/dom.js";
import { readStored, writeStored } from "./local_storage.js";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const LABELS: Record<Theme, string> = { system: "same as system", light: "light", dark: "dark" };

export function nextTheme(store: Store): void {
  const theme = THEMES[(THEMES.indexOf(store.current.theme) + 1) % THEMES.length]!;
  store.update({ theme });
  writeStored("mote-theme", theme);
}

export class ThemeToggle {
  constructor(root: HTMLElement, store: Store) {
    const button = find(root, "#theme", HTMLButtonElement);
    const show = (theme: Theme) => {
      if (theme === "system") delete document.documentElement.dataset["theme"];
      else document.documentElement.dataset["theme"] = theme;
      const label = `Colors: ${LABELS[theme]}`;
      button.setAttribute("aria-label", label);
      button.title = `${label} (T)`;
    };
    button.addEventListener("click", () => nextTheme(store));
    store.subscribe((now, before) => {
      if (now.theme !== before.theme) show(now.theme);
    });
    const kept = THEMES.find((theme) => theme === readStored("mote-theme"));
    if (kept && store.current.theme === "system") store.update({ theme: kept });
    show(store.current.theme);
  }
}
