// Turns mouse, pen and touch events on the canvas into gestures. The gesture is decided when a press begins: the main
// button or one finger orbits or uses a tool, another button pans, two fingers pan and zoom. A second finger beside one
// that holds a body uses the tool too.

import type { Point } from "./viewports.js";

/** Handlers of gestures. Points are in CSS pixels from the corner of the canvas. */
export interface Gestures {
  /** Returns true if a tool uses this press, until `toolEnd`. `finger` is any number that names it. */
  press(finger: number, at: Point): boolean;
  toolMove(finger: number, at: Point, by: Point): void;
  /** The wheel while a tool is in use, in steps of a common wheel; positive away from the user. */
  toolWheel(steps: number): void;
  /** A second finger touches. Returns true if the tool holds nothing and ends. */
  toolCancel(): boolean;
  toolEnd(finger: number): void;
  orbit(by: Point): void;
  pan(by: Point): void;
  /** Magnifies by a factor about a point. */
  zoom(by: number, about: Point): void;
}

type Mode = "idle" | "tool" | "orbit" | "pan" | "pinch";

const PIXELS_PER_WHEEL_STEP = 100;
const LINES_PER_WHEEL_STEP = 3;
const ZOOM_PER_WHEEL_STEP = 1.15;

/** Browsers count in pixels, lines or pages. Trackpads report pinches as small wheel steps with the control key. */
function stepsOf(event: WheelEvent): number {
  if (event.deltaMode === WheelEvent.DOM_DELTA_LINE) return -event.deltaY / LINES_PER_WHEEL_STEP;
  if (event.deltaMode === WheelEvent.DOM_DELTA_PAGE) return -event.deltaY;
  return ((event.ctrlKey ? 8 : 1) * -event.deltaY) / PIXELS_PER_WHEEL_STEP;
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function difference(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export class Pointers {
  readonly #canvas: HTMLCanvasElement;
  readonly #gestures: Gestures;
  readonly #down = new Map<number, Point>();
  #mode: Mode = "idle";

  constructor(canvas: HTMLCanvasElement, gestures: Gestures) {
    this.#canvas = canvas;
    this.#gestures = gestures;
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      canvas.addEventListener(name, (event) => this.#lift(event));
    }
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** True while something is pressed. */
  get busy(): boolean {
    return this.#mode !== "idle";
  }

  #at(event: MouseEvent): Point {
    const corner = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - corner.left, y: event.clientY - corner.top };
  }

  #press(event: PointerEvent): void {
    if (this.#down.has(event.pointerId) || this.#down.size === 2) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#canvas.focus({ preventScroll: true });
    event.preventDefault();
    const at = this.#at(event);
    if (this.#down.size === 0) {
      this.#down.set(event.pointerId, at);
      if (event.button !== 0 || event.shiftKey) this.#mode = "pan";
      else this.#mode = this.#gestures.press(event.pointerId, at) ? "tool" : "orbit";
      return;
    }
    if (this.#mode === "tool" && !this.#gestures.toolCancel()) {
      if (this.#gestures.press(event.pointerId, at)) this.#down.set(event.pointerId, at);
      return;
    }
    this.#down.set(event.pointerId, at);
    this.#mode = "pinch";
  }

  #move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const at = this.#at(event);
    const by = difference(at, before);
    if (this.#mode === "pinch") this.#pinch(event.pointerId, at);
    this.#down.set(event.pointerId, at);
    if (this.#mode === "orbit") this.#gestures.orbit(by);
    else if (this.#mode === "pan") this.#gestures.pan(by);
    else if (this.#mode === "tool") this.#gestures.toolMove(event.pointerId, at, by);
  }

  /** One of two fingers moves: the picture follows both. */
  #pinch(moved: number, to: Point): void {
    const before = [...this.#down.values()];
    const after = [...this.#down].map(([id, at]) => (id === moved ? to : at));
    if (before.length !== 2) return;
    const length = ([a, b]: Point[]): number => Math.max(1, Math.hypot(a!.x - b!.x, a!.y - b!.y));
    const center = middle(after[0]!, after[1]!);
    this.#gestures.pan(difference(center, middle(before[0]!, before[1]!)));
    this.#gestures.zoom(length(after) / length(before), center);
  }

  #lift(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId)) return;
    if (this.#mode === "tool") this.#gestures.toolEnd(event.pointerId);
    if (this.#mode === "tool" && this.#down.size > 0) return; // the other hand goes on
    this.#mode = this.#down.size > 0 ? "orbit" : "idle";
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const steps = stepsOf(event);
    if (this.#mode === "tool") this.#gestures.toolWheel(steps);
    else this.#gestures.zoom(ZOOM_PER_WHEEL_STEP ** steps, this.#at(event));
  }
}
