// Draws the bodies and the results of the methods with three.js, in one lane or in two side by side.
//
// Arrays of a frame become buffers of the GPU without conversion. Each layer either keeps an array or copies it, if its
// length varies between frames; `show` returns the memory that is no longer needed.

import * as THREE from "three";
import type { Frame, LaneFrame, Opened, Ray, Tool, Vector } from "../protocol.js";
import { DEFAULT_LAYERS, type Layers } from "../settings.js";
import { Background } from "./background.js";
import { BodyMaterials, BodyView } from "./body_view.js";
import { cursorOf } from "./cursors.js";
import { Hands, type HandHandlers } from "./hands.js";
import { Labels, type ScenePlace } from "./labels.js";
import { KeyHand, type Steps } from "./key_hand.js";
import { ImpactsView } from "./impacts_view.js";
import { LaneView } from "./lane_view.js";
import { GrabMarker } from "./grab_marker.js";
import { MeshBuffers } from "./mesh_buffers.js";
import { OrbitCamera, type CameraState } from "./orbit_camera.js";
import { DARK, LIGHT } from "./colors.js";
import { Pointers } from "./pointers.js";
import { stageMessage } from "./stage_message.js";
import { Shadow } from "./shadow.js";
import { SharedUniforms } from "./shared_uniforms.js";
import { contains, laneViewports, type Point, type Rectangle } from "./viewports.js";

export type { CameraState, HandHandlers };

const MAX_LANES = 2;
/** The keys and a second finger use the same hand of the engine. */
const KEY_HAND = 1;
const MAX_PIXEL_RATIO = 2;
const RADIANS_PER_PIXEL = 0.008;
/** What tools and text cover at the edges, in CSS pixels, and at most as a fraction of the height. */
const TOP_INSET = 76;
const BOTTOM_INSET = 64;
const MAX_INSET = 0.16;
const MAX_COVERED = 0.42;

export class Renderer {
  readonly #container: HTMLElement;
  readonly #webgl: THREE.WebGLRenderer;
  readonly #scene = new THREE.Scene();
  readonly #shared = new SharedUniforms();
  readonly #orbitCamera = new OrbitCamera();
  readonly #shadow = new Shadow();
  readonly #background = new Background(this.#shared, this.#shadow);
  readonly #bodyGroup = new THREE.Group();
  /** One for each hand, and one for the hand that keys move. */
  readonly #markers = [new GrabMarker(this.#shared), new GrabMarker(this.#shared), new GrabMarker(this.#shared)];
  readonly #materials: BodyMaterials[] = [];
  readonly #lanes: readonly LaneView[];
  readonly #impacts = new ImpactsView(this.#shared);
  readonly #labels: Labels;
  readonly #hands: Hands;
  readonly #keyHand: KeyHand;
  readonly #pointers: Pointers;

  #bodies: BodyView[] = [];
  #session = -1;
  #origin: Vector = [0, 0, 0];
  #laneCount = 1;
  #covered = 0;
  #layers: Layers = DEFAULT_LAYERS;
  #tool: Tool = "look";
  #width = 1;
  #height = 1;
  /** The lane of the last press. */
  #pressedLane = 0;
  #changed = true;

  /** `canvas` has the context, which no other renderer uses. */
  constructor(
    container: HTMLElement, handlers: HandHandlers, canvas: HTMLCanvasElement, context: WebGL2RenderingContext,
  ) {
    this.#container = container;
    this.#webgl = new THREE.WebGLRenderer({ canvas, context });
    this.#webgl.sortObjects = false; // objects are drawn in the order of the scene
    this.#webgl.setScissorTest(true);
    this.#scene.matrixWorldAutoUpdate = false; // bodies set their matrices
    this.#lanes = Array.from({ length: MAX_LANES }, (_, i) => new LaneView(i, this.#shared));
    this.#scene.add(
      this.#background.object, this.#bodyGroup, ...this.#lanes.map((lane) => lane.object),
      this.#impacts.object, ...this.#markers.map((marker) => marker.object),
    );
    this.#compileShaders();
    this.#addCanvas();
    this.#labels = new Labels(container, MAX_LANES);
    this.#hands = new Hands(handlers, {
      ray: (at) => this.#ray(at),
      axes: () => this.#orbitCamera.axes(),
      orbit: (by) => this.orbit(by.x, by.y),
    });
    this.#keyHand = new KeyHand(
      {
        take: (tool, body, eye) => handlers.take(KEY_HAND, tool, body, eye),
        drag: (to) => handlers.drag(KEY_HAND, to),
        rotate: (by) => handlers.rotate(KEY_HAND, by),
        release: () => handlers.release(KEY_HAND),
      },
      { axes: () => this.#orbitCamera.axes(), eye: () => this.#eye() },
    );
    this.#pointers = this.#listenToPointers();
    this.setTool(this.#tool);
    this.setTheme(false);
    new ResizeObserver(() => this.#resize()).observe(container);
    this.#resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.#webgl.domElement;
  }

  /** Replaces all bodies. */
  open(opened: Opened): void {
    this.#hands.endAll(); // the held bodies no longer exist
    for (const body of this.#bodies) body.dispose();
    this.#bodyGroup.clear();
    this.#shadow.scene.clear();
    this.#session = opened.session;
    this.#origin = opened.min.map((value, i) => Math.fround((value + opened.max[i]!) / 2)) as Vector;
    this.#shared.origin.value.set(...this.#origin);
    this.#shared.up.value.set(0, opened.zUp ? 0 : 1, opened.zUp ? 1 : 0);
    this.#orbitCamera.open(opened.min, opened.max, opened.zUp, this.#origin, opened.outline);
    this.#shared.size.value = this.#orbitCamera.size;
    const floor = this.#background.open(opened.min, opened.max, opened.zUp, this.#origin, this.#orbitCamera.size);
    this.#shadow.open(floor, this.#orbitCamera.size);
    for (const lane of this.#lanes) lane.open();
    this.#impacts.show(null, 0);
    this.#createBodies(opened);
    this.#keyHand.open(opened.bodies.length, this.#orbitCamera.size);
    this.#orbitCamera.frameAll(this.#aspect(), true);
    this.#updateMarkers();
  }

  /** Takes ownership of the frame's arrays. Returns the memory that is no longer needed. */
  show(frame: Frame): ArrayBuffer[] {
    const spent: ArrayBuffer[] = [];
    if (frame.session !== this.#session) {
      for (const body of frame.bodies) pushBuffers(spent, Object.values(body));
      for (const lane of frame.lanes) pushBuffers(spent, [...arraysOf(lane), ...lane.areas]);
      pushBuffers(spent, impactArrays(frame));
      return spent;
    }
    frame.bodies.forEach((body, i) => this.#bodies[i]?.show(body, this.#origin, spent));
    frame.lanes.slice(0, MAX_LANES).forEach((lane, i) => {
      this.#lanes[i]!.show(lane, frame.frame, this.#bodies, spent);
      pushBuffers(spent, arraysOf(lane));
    });
    this.#impacts.show(frame.impacts, frame.frame);
    pushBuffers(spent, impactArrays(frame));
    this.#setLaneCount(Math.min(MAX_LANES, Math.max(1, frame.lanes.length)));
    this.#updateMarkers();
    this.#shadow.markChanged();
    this.#changed = true;
    return spent;
  }

  setLayers(layers: Layers): void {
    this.#layers = layers;
    for (const lane of this.#lanes) lane.setLayers(layers);
    this.#impacts.setLayers(layers);
    for (const body of this.#bodies) body.setLayers(layers);
    this.#changed = true;
  }

  setTool(tool: Tool): void {
    if (tool !== this.#tool) void this.#keyHand.setTool(tool).then(() => this.#updateMarkers());
    this.#tool = tool;
    this.canvas.style.cursor = cursorOf(tool, this.#pointers.busy);
  }

  setTheme(dark: boolean): void {
    const theme = dark ? DARK : LIGHT;
    this.#shared.theme = theme;
    this.#labels.theme = theme;
    this.#changed = true;
  }

  /** Keeps the held body in one hand when the pointer lets go of it; or lets go what is kept. */
  keepHold(): void {
    this.#hands.keep();
    this.#updateMarkers();
  }

  /** Both hands let go. */
  letGo(): void {
    this.#hands.endAll();
    this.#keyHand.letGo();
    this.#updateMarkers();
  }

  /** Takes the next or the previous body by keys. Returns its index; null if there is none. */
  async chooseBody(by: 1 | -1): Promise<number | null> {
    const body = await this.#keyHand.choose(this.#tool === "look" ? "move" : this.#tool, by);
    this.#updateMarkers();
    return body;
  }

  /** Moves, turns or pulls the body that was chosen by keys. Returns false if none is. */
  moveChosen(steps: Steps): boolean {
    const moved = this.#keyHand.move(steps);
    if (moved) this.#updateMarkers();
    return moved;
  }

  /** Returns false if no body was chosen. */
  letGoChosen(): boolean {
    const hadChosen = this.#keyHand.letGo();
    this.#updateMarkers();
    return hadChosen;
  }

  /** So many pixels at the bottom are covered by something besides the usual texts. */
  setCovered(pixels: number): void {
    if (pixels === this.#covered) return;
    this.#covered = pixels;
    this.#fit();
    this.#changed = true;
  }

  get camera(): CameraState {
    return this.#orbitCamera.state;
  }

  set camera(state: CameraState) {
    this.#orbitCamera.state = state;
    this.#changed = true;
  }

  frameAll(): void {
    this.#orbitCamera.frameAll(this.#aspect(), false);
  }

  /** Orbits as a drag by so many pixels would. */
  orbit(dx: number, dy: number): void {
    this.#orbitCamera.rotate(-dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
  }

  /** Magnifies by a factor. */
  zoom(by: number): void {
    this.#orbitCamera.zoom(1 / by, 0, 0);
  }

  /** Moves the picture by so many pixels. */
  pan(dx: number, dy: number): void {
    const { width, height } = this.#area(0);
    const units = this.#orbitCamera.unitsPerPixel(width, height);
    this.#orbitCamera.pan(-dx * units, dy * units);
  }

  /** Projects a point of the world to CSS pixels in a lane, from the corner of the container. */
  project(point: Vector, lane = 0): Point {
    const area = this.#area(lane);
    const at = this.#toClip(point, area);
    return { x: area.x + ((1 + at.x) / 2) * area.width, y: area.y + ((1 - at.y) / 2) * area.height };
  }

  /** Draws, so that the canvas can be read in this task. */
  renderNow(): void {
    this.#changed = true;
    this.render();
  }

  /** Draws if anything has changed. */
  render(): void {
    if (pixelRatio() !== this.#shared.pixelRatio.value) this.#resize(); // the window has moved to another screen
    const moved = this.#orbitCamera.advance(performance.now());
    if (!moved && !this.#changed) return;
    this.#changed = false;
    this.#shadow.update(this.#webgl);
    for (let lane = 0; lane < this.#laneCount; lane++) this.#renderLane(lane);
    this.#updateLabels();
  }

  /**
   * Compiles all shaders in advance, in the background where the browser can. Querying a program's uniforms on first use
   * would block until pending drawing is done, so they are queried as soon as the programs are ready.
   */
  #compileShaders(): void {
    const { debug } = this.#webgl;
    debug.checkShaderErrors = import.meta.env.DEV; // checking blocks
    const materials = (this.#materials[0] = new BodyMaterials(this.#shared, 0));
    const triangle = new THREE.BufferGeometry();
    triangle.setAttribute("position", new THREE.BufferAttribute(new Float32Array(9), 3));
    const samples = materials.all.map((material) => new THREE.Mesh(triangle, material));
    this.#scene.add(...samples);
    const queryUniforms = (): void => {
      for (const program of this.#webgl.info.programs ?? []) {
        program.getUniforms();
        program.getAttributes();
      }
    };
    const { camera } = this.#orbitCamera;
    if (this.#webgl.extensions.has("KHR_parallel_shader_compile")) {
      void this.#webgl.compileAsync(this.#scene, camera).then(queryUniforms);
    } else {
      this.#webgl.compile(this.#scene, camera);
      setTimeout(queryUniforms);
    }
    this.#scene.remove(...samples);
  }

  #addCanvas(): void {
    if (getComputedStyle(this.#container).position === "static") this.#container.style.position = "relative";
    const { canvas } = this;
    Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block" });
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3-D view of the bodies and their contacts");
    this.#container.append(canvas);
    const lost = stageMessage("The browser has taken the graphics context away. The view returns as soon as there is one again.");
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault(); // otherwise it is not restored
      this.#container.append(lost);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      lost.remove();
      this.#shadow.markChanged();
      this.#changed = true;
    });
  }

  #listenToPointers(): Pointers {
    const { canvas } = this;
    const pointers = new Pointers(canvas, {
      press: (finger, at) => {
        const lane = this.#laneAt(at);
        if (this.#pointers.busy && lane !== this.#pressedLane) return false; // both hands are in one lane
        this.#pressedLane = lane;
        return this.#tool !== "look" && this.#hands.start(finger, this.#tool, at);
      },
      toolMove: (finger, at, by) => {
        this.#hands.move(finger, at, by);
        this.#updateMarkers();
      },
      toolWheel: (steps) => {
        this.#hands.wheel(steps);
        this.#updateMarkers();
      },
      toolCancel: () => this.#hands.cancelUnlessHeld(),
      toolEnd: (finger) => {
        this.#hands.end(finger);
        this.#updateMarkers();
      },
      orbit: (by) => this.orbit(by.x, by.y),
      pan: (by) => this.pan(by.x, by.y),
      zoom: (by, about) => this.#zoomAbout(by, about),
    });
    for (const name of ["pointerdown", "pointerup", "pointercancel"] as const) {
      canvas.addEventListener(name, () => this.setTool(this.#tool));
    }
    return pointers;
  }

  #createBodies(opened: Opened): void {
    const meshes = opened.meshes.map((mesh) => new MeshBuffers(mesh));
    this.#bodies = opened.bodies.map(({ mesh, color }, i) => {
      const materials = (this.#materials[i] ??= new BodyMaterials(this.#shared, i));
      materials.setColor(color);
      const body = new BodyView(meshes[mesh]!, materials, this.#lanes, this.#origin);
      body.setLayers(this.#layers);
      this.#bodyGroup.add(body.object);
      this.#shadow.scene.add(body.shadow);
      return body;
    });
  }

  #setLaneCount(count: number): void {
    if (count === this.#laneCount) return;
    this.#laneCount = count;
    this.#fit();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#container;
    this.#width = Math.max(1, clientWidth);
    this.#height = Math.max(1, clientHeight);
    const ratio = pixelRatio();
    this.#webgl.setPixelRatio(ratio);
    this.#webgl.setSize(this.#width, this.#height, false);
    this.#shared.pixelRatio.value = ratio;
    this.#fit();
    this.#changed = true;
    this.render(); // resizing clears the canvas
  }

  /** Keeps everything visible beside tools and text. */
  #fit(): void {
    const { height } = this.#area(0);
    const part = (pixels: number) => Math.min(MAX_INSET, pixels / height);
    const bottom = Math.max(part(BOTTOM_INSET), Math.min(MAX_COVERED, this.#covered / height));
    this.#orbitCamera.setInsets({ top: part(TOP_INSET), bottom }, this.#aspect());
  }

  #area(lane: number): Rectangle {
    return laneViewports(this.#width, this.#height, this.#laneCount)[lane]!;
  }

  #aspect(): number {
    const { width, height } = this.#area(0);
    return width / height;
  }

  #laneAt(at: Point): number {
    const lane = laneViewports(this.#width, this.#height, this.#laneCount).findIndex((area) => contains(area, at));
    return Math.max(0, lane);
  }

  /** Normalized device coordinates: -1 to 1 each if visible. */
  #toClip(point: Vector, area: Rectangle): THREE.Vector3 {
    this.#orbitCamera.updateCamera(area.width / area.height);
    return new THREE.Vector3(...point.map((value, i) => value - this.#origin[i]!)).project(this.#orbitCamera.camera);
  }

  #eye(): Vector {
    this.#orbitCamera.updateCamera(this.#aspect());
    return this.#orbitCamera.camera.position.toArray().map((value, i) => value + this.#origin[i]!) as Vector;
  }

  #ray(at: Point): Ray {
    const area = this.#area(Math.min(this.#pressedLane, this.#laneCount - 1));
    this.#orbitCamera.updateCamera(area.width / area.height);
    const { camera } = this.#orbitCamera;
    const x = (2 * (at.x - area.x)) / area.width - 1;
    const y = 1 - (2 * (at.y - area.y)) / area.height;
    const direction = new THREE.Vector3(x, y, 0.5).unproject(camera).sub(camera.position).normalize();
    return {
      origin: camera.position.toArray().map((value, i) => value + this.#origin[i]!) as Vector,
      direction: direction.toArray(),
    };
  }

  #zoomAbout(by: number, about: Point): void {
    const area = this.#area(this.#laneAt(about));
    const units = this.#orbitCamera.unitsPerPixel(area.width, area.height);
    const right = (about.x - area.x - area.width / 2) * units;
    const up = (area.y + area.height / 2 - about.y) * units;
    this.#orbitCamera.zoom(1 / by, right, up);
  }

  #updateMarkers(): void {
    [...this.#hands.held, this.#keyHand.held].forEach((held, i) => {
      this.#markers[i]!.show(held, held ? (this.#bodies[held.body] ?? null) : null);
    });
    this.#changed = true;
  }

  #renderLane(lane: number): void {
    const { x, y, width, height } = this.#area(lane);
    const ratio = this.#shared.pixelRatio.value;
    this.#orbitCamera.updateCamera(width / height);
    this.#shared.viewport.value.set(width * ratio, height * ratio);
    this.#webgl.setViewport(x, this.#height - y - height, width, height);
    this.#webgl.setScissor(x, this.#height - y - height, width, height);
    this.#lanes.forEach((view, i) => (view.object.visible = i === lane && view.error === null));
    for (const body of this.#bodies) body.selectLane(lane, this.#layers.faces);
    this.#webgl.render(this.#scene, this.#orbitCamera.camera);
  }

  #updateLabels(): void {
    this.#labels.show(
      laneViewports(this.#width, this.#height, this.#laneCount).map((area, i) => {
        const lane = this.#lanes[i]!;
        const place = (label: ScenePlace | null) => {
          if (label === null || lane.error !== null) return null;
          const seen = label.beside.filter((point) => isSeen(this.#toClip(point, area))).map((point) => this.project(point, i));
          return seen.length === 0 ? null : { text: label.text, at: seen.reduce((a, b) => (b.x > a.x ? b : a)) };
        };
        return { area, error: lane.error, distance: place(lane.closestLabel), impact: place(this.#impacts.label) };
      }),
    );
  }
}

/** In normalized device coordinates. */
function isSeen({ x, z }: THREE.Vector3): boolean {
  return Math.abs(x) < 1 && Math.abs(z) < 1;
}

function pixelRatio(): number {
  return Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
}

function pushBuffers(to: ArrayBuffer[], arrays: readonly (ArrayBufferView<ArrayBuffer> | null)[]): void {
  for (const array of arrays) if (array) to.push(array.buffer);
}

/** All arrays except the areas, which the bodies keep. */
function arraysOf({ hits, hitStarts, contacts, segments, costs, drawing }: LaneFrame): ArrayBufferView<ArrayBuffer>[] {
  return [hits, hitStarts, contacts, segments, ...(costs ? [costs.faces, costs.starts] : []), ...(drawing ? Object.values(drawing) : [])];
}

function impactArrays({ impacts }: Frame): ArrayBufferView<ArrayBuffer>[] {
  return impacts ? [impacts.points, impacts.boxes] : [];
}
