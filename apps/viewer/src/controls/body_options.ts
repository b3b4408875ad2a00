// Options of bodies: how they are pulled, how they bounce, their detail and self-collision.

import type { MethodInfo } from "../protocol.js";
import type { Settings, Store } from "../settings.js";
import { find } from "../../../shared/dom.js";
import { NumberField, SwitchField } from "./fields.js";

export class BodyOptions {
  readonly #store: Store;
  readonly #restitution: NumberField;
  readonly #gravity: NumberField;
  readonly #pullRadius: NumberField;
  readonly #flush: SwitchField;
  readonly #detail: NumberField;
  readonly #self: SwitchField;
  #methods = new Map<string, MethodInfo>();

  constructor(root: HTMLElement, store: Store) {
    this.#store = store;
    this.#pullRadius = new NumberField(
      "Pull radius",
      "Radius of the patch that Pull moves, relative to the size of the scene",
      (pullRadius) => store.update({ pullRadius }),
    );
    this.#flush = new SwitchField(
      "Flush faces",
      "A face of a held body that comes near another face, and nearly parallel, is laid against it and slides along it until it is pulled away",
      (flush) => store.update({ flush }),
    );
    this.#restitution = new NumberField("Bounciness", "Coefficient of restitution: at 1 bodies keep their speed, at 0 they stop", (restitution) =>
      this.#updateBounce({ restitution }),
    );
    this.#gravity = new NumberField("Gravity", "Downward acceleration while Bounce is on", (gravity) =>
      this.#updateBounce({ gravity }),
    );
    this.#detail = new NumberField(
      "Triangles per body",
      "Requested number, for models that can vary; 0 is the scene's default",
      (detail) => store.update({ detail }),
    );
    this.#self = new SwitchField("Self-collision", "Also test every body against itself, by methods that can", (selfCollision) =>
      store.update({ selfCollision }),
    );
    this.#pullRadius.setRange({ min: 0.02, max: 0.5, step: 0.01, limit: 1 });
    this.#restitution.setRange({ min: 0, max: 1, step: 0.05, limit: 1 });
    this.#gravity.setRange({ min: 0, max: 3, step: 0.1 });
    this.#detail.setRange({ min: 0, max: 20000, step: 100, limit: 1000000 });
    const fields = [this.#pullRadius, this.#flush, this.#restitution, this.#gravity, this.#detail, this.#self];
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
    this.#pullRadius.set(settings.pullRadius);
    this.#flush.set(settings.flush);
    this.#restitution.set(settings.bounce.restitution);
    this.#gravity.set(settings.bounce.gravity);
    this.#detail.set(settings.detail);
    this.#self.set(settings.selfCollision);
    this.#self.enable(settings.methods.some((name) => this.#methods.get(name)?.abilities.includes("self") ?? true));
  }
}
