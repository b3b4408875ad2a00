// Everything on the page that is no stage: it writes settings, asks for actions and shows what frames tell.

import type { Actions } from "../actions.js";
import { Charts } from "../charts/charts.js";
import type { Frame, Opened, Ready } from "../protocol.js";
import type { Store } from "../settings.js";
import { BodyOptions } from "./bodies.js";
import { digest, type FrameDigest } from "./digest.js";
import { find } from "./dom.js";
import { FileDoor } from "./files.js";
import { Intro } from "./intro.js";
import { LayerSwitches } from "./layers.js";
import { Busy, Failure, LinkNotice } from "./messages.js";
import { MethodChoice } from "./methods.js";
import { Numbers } from "./numbers.js";
import { MethodOptions } from "./options.js";
import { Pace } from "./pace.js";
import { SceneChoice } from "./scenes.js";
import { Shortcuts } from "./shortcuts.js";
import { Status } from "./status.js";
import { ThemeChoice } from "./theme.js";
import { Toolbar } from "./toolbar.js";
import { Transport } from "./transport.js";

/** In milliseconds, between two changes of numbers and charts. */
const READABLE_PACE = 100;

export class Controls {
  readonly #scenes: SceneChoice;
  readonly #methods: MethodChoice;
  readonly #toolbar: Toolbar;
  readonly #transport: Transport;
  readonly #status: Status;
  readonly #numbers: Numbers;
  readonly #charts: Charts;
  readonly #layers: LayerSwitches;
  readonly #options: MethodOptions;
  readonly #bodies: BodyOptions;
  readonly #intro: Intro;
  readonly #failure: Failure;
  readonly #notice: LinkNotice;
  readonly #busy: Busy;
  readonly #pace = new Pace(READABLE_PACE, () => this.#showFrame());
  #last: FrameDigest | null = null;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#scenes = new SceneChoice(root, store);
    this.#methods = new MethodChoice(root, store);
    this.#toolbar = new Toolbar(root, store, actions);
    this.#transport = new Transport(root, store, actions);
    this.#status = new Status(root);
    this.#numbers = new Numbers(root);
    this.#charts = new Charts(root, store);
    this.#layers = new LayerSwitches(root, store);
    this.#options = new MethodOptions(root, store);
    this.#bodies = new BodyOptions(root, store);
    this.#intro = new Intro(root, store, actions);
    this.#failure = new Failure(root, store);
    this.#busy = new Busy(root);
    new ThemeChoice(root, store);
    const door = new FileDoor(root, actions);
    const notice = (this.#notice = new LinkNotice(root, store, actions));
    new Shortcuts(find(root, "#stage", HTMLElement), store, actions, {
      openFiles: () => door.choose(),
      copyLink: () => void notice.copy(),
      openIntro: () => this.#intro.open(),
      closeAll: () => this.#failure.close() || notice.close(),
    });
  }

  ready(ready: Ready): void {
    this.#scenes.ready(ready.scenes);
    for (const part of [this.#methods, this.#status, this.#layers, this.#options, this.#bodies])
      part.ready(ready.methods);
    this.#intro.ready(ready.version);
  }

  opened(opened: Opened): void {
    this.#failure.close();
    this.#last = null;
    for (const part of [this.#scenes, this.#transport, this.#status, this.#layers, this.#options]) part.opened(opened);
    this.#charts.clear();
  }

  frame(frame: Frame, mainThreadMs: number): void {
    this.#last = digest(frame, mainThreadMs);
    this.#numbers.note(this.#last);
    this.#charts.note(this.#last);
    this.#pace.ask();
  }

  /** What was there before goes on. */
  failed(what: string, message: string): void {
    this.#notice.close(); // it stands in the same place
    this.#failure.show(what, message);
  }

  busy(text: string | null): void {
    this.#busy.show(text);
  }

  #showFrame(): void {
    if (!this.#last) return;
    this.#toolbar.frame(this.#last);
    this.#transport.frame(this.#last);
    this.#status.frame(this.#last);
    this.#numbers.show(this.#last);
    this.#charts.show();
  }
}
