// What bodies are made of, and how they answer to being pulled and thrown.

import type { MethodInfo } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { find } from "../../../shared/dom.js";
import { NumberField, SwitchField } from "./fields.js";

export class BodyOptions {
  readonly #store: Store;
  readonly #restitution: NumberField;
  readonly #gravity: NumberField;
  readonly #patch: NumberField;
  readonly #detail: NumberField;
  readonly #self: SwitchField;
  #methods = new Map<string, MethodInfo>();

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#patch = new NumberField(
      "Patch of Pull",
      "Radius of what is pulled along, as a part of the scene's size",
      (patch) => store.update({ pullRadius: patch }),
    );
    this.#restitution = new NumberField("Bounciness", "Restitution: 1 keeps all speed, 0 none", (restitution) =>
      this.#updateBounce({ restitution }),
    );
    this.#gravity = new NumberField("Gravity", "Downwards, while Bounce is on; 0 is weightless", (gravity) =>
      this.#updateBounce({ gravity }),
    );
    this.#detail = new NumberField(
      "Triangles a body",
      "Wanted of models that have a choice; 0 is the scene's own",
      (detail) => store.update({ detail }),
    );
    this.#self = new SwitchField("Bodies meet themselves", "Self-collision, by methods that can", (selfCollision) =>
      store.update({ selfCollision }),
    );
    this.#patch.setRange({ min: 0.02, max: 0.5, step: 0.01, limit: 1 });
    this.#restitution.setRange({ min: 0, max: 1, step: 0.05, limit: 1 });
    this.#gravity.setRange({ min: 0, max: 3, step: 0.1 });
    this.#detail.setRange({ min: 0, max: 20000, step: 100, limit: 1000000 });
    const fields = [this.#patch, this.#restitution, this.#gravity, this.#detail, this.#self];
    find(root, "#bodies", HTMLElement).append(...fields.map((field) => field.box));
    store.subscribe((now) => this.#show(now));
    this.#show(store.current);
  }

  ready(methods: readonly MethodInfo[]): void {
    this.#methods = new Map(methods.map((info) => [info.name, info]));
    this.#show(this.#store.current);
  }

  #updateBounce(part: Partial<Settings["bounce"]>): void {
    this.#store.update({ bounce: { ...this.#store.current.bounce, ...part } });
  }

  #show(settings: Settings): void {
    this.#patch.set(settings.pullRadius);
    this.#restitution.set(settings.bounce.restitution);
    this.#gravity.set(settings.bounce.gravity);
    this.#detail.set(settings.detail);
    this.#self.set(settings.selfCollision);
    this.#self.enable(settings.methods.some((name) => this.#methods.get(name)?.abilities.includes("self") ?? true));
  }
}
