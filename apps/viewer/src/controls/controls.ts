// Everything around the 3-D view: writes settings, calls actions, and shows the results of frames.

import type { Actions } from "../actions.js";
import { Charts } from "../charts/charts.js";
import type { Frame, Opened, Ready } from "../protocol.js";
import type { Store } from "../settings.js";
import { BodyOptions } from "./body_options.js";
import { summarize, type FrameSummary } from "./frame_summary.js";
import { find } from "../../../shared/dom.js";
import { FileInput } from "./file_input.js";
import { Gallery } from "./gallery.js";
import { CostLegend } from "./cost_legend.js";
import { Headline } from "./headline.js";
import { Intro } from "./intro.js";
import { LayerSwitches } from "./layer_switches.js";
import { BusyMessage, ErrorMessage, LinkNotice } from "./messages.js";
import { Misses } from "./misses.js";
import { MethodPicker } from "./method_picker.js";
import { StatsTable } from "./stats_table.js";
import { MethodOptions } from "./method_options.js";
import { Throttle } from "./throttle.js";
import { ScenePicker } from "./scene_picker.js";
import { PresetButtons } from "./presets.js";
import { Shortcuts } from "./shortcuts.js";
import { Status } from "./status.js";
import { ThemeToggle } from "./theme.js";
import { ThreadChoice } from "./thread_choice.js";
import { Tour } from "./tour.js";
import { Toolbar } from "./toolbar.js";
import { Transport } from "./transport.js";

/** Interval between updates of numbers and charts. */
const UPDATE_INTERVAL_MS = 100;

export class Controls {
  readonly #scenes: ScenePicker;
  readonly #methods: MethodPicker;
  readonly #toolbar: Toolbar;
  readonly #transport: Transport;
  readonly #status: Status;
  readonly #statsTable: StatsTable;
  readonly #charts: Charts;
  readonly #layers: LayerSwitches;
  readonly #options: MethodOptions;
  readonly #bodies: BodyOptions;
  readonly #intro: Intro;
  readonly #presets: PresetButtons;
  readonly #gallery: Gallery;
  readonly #headline: Headline;
  readonly #costLegend: CostLegend;
  readonly #misses: Misses;
  readonly #threads: ThreadChoice;
  readonly #error: ErrorMessage;
  readonly #notice: LinkNotice;
  readonly #busy: BusyMessage;
  readonly #throttle = new Throttle(UPDATE_INTERVAL_MS, () => this.#showFrame());
  #last: FrameSummary | null = null;

  constructor(root: HTMLElement, store: Store, actions: Actions) {
    this.#scenes = new ScenePicker(root, store);
    this.#methods = new MethodPicker(root, store);
    this.#toolbar = new Toolbar(root, store, actions);
    this.#transport = new Transport(root, store, actions);
    this.#status = new Status(root);
    this.#statsTable = new StatsTable(root);
    this.#charts = new Charts(root, store);
    this.#layers = new LayerSwitches(root, store);
    this.#options = new MethodOptions(root, store);
    this.#bodies = new BodyOptions(root, store);
    this.#intro = new Intro(root, store, actions);
    this.#gallery = new Gallery(root, store);
    this.#headline = new Headline(root);
    this.#costLegend = new CostLegend(root);
    this.#misses = new Misses(root, store, actions);
    new Tour(root, store, actions);
    this.#presets = new PresetButtons(root, store, actions);
    this.#threads = new ThreadChoice(root, actions);
    this.#error = new ErrorMessage(root, store);
    this.#busy = new BusyMessage(root);
    new ThemeToggle(root, store);
    const fileInput = new FileInput(root, actions);
    const notice = (this.#notice = new LinkNotice(root, store, actions));
    new Shortcuts(find(root, "#viewport", HTMLElement), store, actions, {
      openFiles: () => fileInput.choose(),
      copyLink: () => void notice.copy(),
      openIntro: () => this.#intro.open(),
      chooseBody: (by) => void this.#chooseBody(actions, by),
      closeAll: () => this.#error.close() || notice.close() || actions.letGoChosen(),
    });
  }

  async #chooseBody(actions: Actions, by: 1 | -1): Promise<void> {
    const body = await actions.chooseBody(by);
    if (body !== null) this.#status.say(`${this.#status.nameOf(body)} taken: arrows, Page Up and Page Down move it, Escape lets it go`);
  }

  ready(ready: Ready): void {
    this.#scenes.ready(ready.scenes);
    for (const control of [this.#methods, this.#status, this.#layers, this.#bodies])
      control.ready(ready.methods);
    this.#options.ready(ready);
    this.#intro.ready(ready.version);
    this.#gallery.ready(ready);
  }

  threads(count: number): void {
    this.#threads.show(count);
  }

  opened(opened: Opened): void {
    this.#error.close();
    this.#last = null;
    for (const control of [this.#scenes, this.#transport, this.#status, this.#layers, this.#options, this.#presets, this.#methods, this.#gallery, this.#headline, this.#intro]) control.opened(opened);
    this.#charts.clear();
    this.#misses.clear();
  }

  frame(frame: Frame, mainThreadMs: number): void {
    this.#last = summarize(frame, mainThreadMs);
    this.#statsTable.addFrame(this.#last);
    this.#charts.addFrame(this.#last);
    this.#headline.addFrame(this.#last);
    this.#misses.addFrame(this.#last);
    this.#status.frame(this.#last); // not throttled: it must agree with the labels of the 3-D view
    this.#throttle.call();
  }

  /** Shows an error. The previous source stays. */
  failed(what: string, message: string): void {
    this.#notice.close(); // it is in the same corner
    this.#error.show(what, message);
  }

  busy(text: string | null): void {
    this.#busy.show(text);
  }

  #showFrame(): void {
    if (!this.#last) return;
    this.#toolbar.frame(this.#last);
    this.#transport.frame(this.#last);
    this.#headline.show(this.#last);
    this.#costLegend.show(this.#last);
    this.#misses.show();
    this.#statsTable.show(this.#last);
    this.#charts.show();
  }
}
