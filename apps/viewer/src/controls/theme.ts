// Light or dark: as the system has it, or as chosen here.

import type { Store, Theme } from "../settings.js";
import { find } from "./dom.js";
import { recall, remember } from "./memory.js";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const WORDS: Record<Theme, string> = { system: "as the system has them", light: "light", dark: "dark" };

export function nextTheme(store: Store): void {
  const theme = THEMES[(THEMES.indexOf(store.now.theme) + 1) % THEMES.length]!;
  store.change({ theme });
  remember("mote-theme", theme);
}

export class ThemeChoice {
  constructor(root: HTMLElement, store: Store) {
    const button = find(root, "#theme", HTMLButtonElement);
    const show = (theme: Theme) => {
      if (theme === "system") delete document.documentElement.dataset["theme"];
      else document.documentElement.dataset["theme"] = theme;
      const label = `Colors: ${WORDS[theme]}`;
      button.setAttribute("aria-label", label);
      button.title = `${label} (T)`;
    };
    button.addEventListener("click", () => nextTheme(store));
    store.listen((now, before) => {
      if (now.theme !== before.theme) show(now.theme);
    });
    const kept = THEMES.find((theme) => theme === recall("mote-theme"));
    if (kept && store.now.theme === "system") store.change({ theme: kept });
    show(store.now.theme);
  }
}
