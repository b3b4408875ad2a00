// Files of the visitor: meshes, and assets with skins, morph targets and clips.

import type { Asset, Body, Mesh, Mote, World, WorldOptions } from "mote-collision";
import type { BodyInfo, Clip, DroppedFile, MeshData, Placement, Vector } from "../../protocol.js";
import { boxOf, cornersOf, diagonal, emptyBox, transformBox, union, type Box } from "../bounds.js";
import { IDENTITY, midpoint, translation, type Transform } from "../transform.js";
import { materialColors } from "./material_colors.js";
import { defaultPlacement, layOut } from "./placement.js";
import { AnimatedWorld, meshData, type AddOptions, type Source, type SourceWorld } from "./source.js";

const FRAMES_PER_SECOND = 60;
/** Frames in which the ball passes through a single body. A shorter clip is repeated to fill them. */
const BALL_FRAMES = 360;
const BALL_FACES = 1280;
const BALL_SAMPLES = 16;
/** Space between an asset and the meshes beside it, relative to its size. */
const SPACE_BESIDE = 0.15;

/** A file or the ball: one or several bodies. */
interface Item {
  addTo(world: World, options: AddOptions): Body[];
  dispose(): void;
}

/** How one body moves. `progress` is the fraction of all frames that has passed. */
interface BodyAnimation {
  transform(progress: number): Transform | null;
  show(body: Body, clip: number | null, time: number, progress: number): void;
}

const STANDS_STILL: BodyAnimation = { transform: () => IDENTITY, show: () => undefined };

export class FilesSource implements Source {
  readonly kind = "files";
  readonly title: string;
  readonly bodies: BodyInfo[] = [];
  readonly meshes: MeshData[] = [];
  readonly clips: Clip[] = [];
  readonly zUp: boolean;
  readonly hasDeformers: boolean;
  readonly frameSizeRatio = 1;
  readonly bounds: Box;
  readonly outline: Float32Array<ArrayBuffer>;
  readonly placement?: Placement;
  readonly #items: Item[] = [];
  readonly #animations: BodyAnimation[] = [];
  #hasBall = false;

  /** Assets stay where they are, because clips move them; meshes can be placed beside them. */
  constructor(mote: Mote, files: readonly DroppedFile[], placement?: Placement) {
    this.title = files.map((file) => file.name).join(", ");
    const assets: Asset[] = [];
    // Scanners and printers write STL with z up. Of other files, only assets know their up axis, which is y in glTF.
    this.zUp = files.every((file) => /\.stl$/i.test(file.name));
    try {
      for (const file of files.filter(isAsset)) assets.push(this.#addAsset(mote.openAsset(file.bytes, file.name), file));
      const ofAssets = this.meshes.map((mesh) => boxOf(mesh.positions));
      const chosen = this.#addMeshes(mote, files.filter((file) => !isAsset(file)), ofAssets.reduce(union, emptyBox()), placement);
      if (chosen) this.placement = chosen;
      const boxes = this.meshes.map((mesh) => boxOf(mesh.positions));
      if (this.bodies.length === 1) boxes.push(this.#addBall(mote, boxes[0]!));
      this.bounds = boxes.reduce(union, emptyBox());
      this.outline = cornersOf(boxes);
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.hasDeformers = assets.some((asset) => asset.parts.some((part) => part.deforms));
  }

  /** `beside` is the box of what the meshes are placed beside. Returns how they were placed; null if there is no choice. */
  #addMeshes(mote: Mote, files: readonly DroppedFile[], beside: Box, placement: Placement | undefined): Placement | null {
    const read: { name: string; mesh: Mesh }[] = [];
    try {
      for (const file of files) read.push({ name: stem(file.name), mesh: mote.readMesh(file.bytes, file.name) });
      const boxes = read.map(({ mesh }) => boxOf(mesh.positions));
      const others = this.meshes.length > 0 ? [beside] : [];
      const hasChoice = read.length > 0 && boxes.length + others.length > 1;
      const chosen = hasChoice ? (placement ?? defaultPlacement([...others, ...boxes])) : null;
      if (chosen === "beside") {
        const size = diagonal(others[0] ?? boxes[0]!);
        const positions = read.map(({ mesh }) => mesh.positions.slice());
        layOut(positions, size, others[0] ? others[0].max[0] + SPACE_BESIDE * size : 0, this.zUp);
        read.forEach((each, i) => {
          const moved = mote.createMesh(positions[i]!, each.mesh.triangles);
          each.mesh.dispose();
          each.mesh = moved;
        });
      }
      for (const { name, mesh } of read.splice(0)) this.#addMesh(mesh, name, STANDS_STILL);
      return chosen;
    } finally {
      for (const { mesh } of read) mesh.dispose();
    }
  }

  #addBody(name: string, mesh: Mesh, animation: BodyAnimation, color?: Vector): void {
    this.bodies.push({ name, mesh: this.meshes.push(meshData(mesh)) - 1, ...(color && { color }) });
    this.#animations.push(animation);
  }

  #addMesh(mesh: Mesh, name: string, animation: BodyAnimation): void {
    this.#items.push({
      addTo: (world, { selfCollision }) => [world.add(mesh, { selfCollision: selfCollision === "all" })],
      dispose: () => mesh.dispose(),
    });
    this.#addBody(name, mesh, animation);
  }

  #addAsset(asset: Asset, file: DroppedFile): Asset {
    const colors = materialColors(file.bytes);
    this.#items.push({
      addTo: (world, { onDemand, selfCollision }) =>
        asset.addTo(world, { onDemand, selfCollision: selfCollision === "all" }),
      dispose: () => asset.dispose(),
    });
    if (this.clips.length === 0) this.clips.push(...asset.clips);
    let posed = { clip: NaN as number | null, time: NaN };
    asset.parts.forEach((part, i) => {
      const mesh = asset.mesh(i);
      this.#addBody(part.name, mesh, {
        transform: () => null,
        show: (body, clip, time) => {
          const own = clip !== null && clip < asset.clips.length ? clip : null;
          if (posed.clip !== own || posed.time !== time) asset.pose(own, time);
          posed = { clip: own, time };
          asset.showPart(i, body);
        },
      }, colors.get(part.name));
      mesh.dispose();
    });
    return asset;
  }

  /** Adds a ball that repeatedly passes through a single body, so that there is a collision. Returns its bounds. */
  #addBall(mote: Mote, box: Box): Box {
    const size = diagonal(box);
    const model = mote.makeModel(`sphere-${BALL_FACES}`);
    const radius = diagonal({ min: model.min, max: model.max }) / (2 * Math.sqrt(3));
    const positions = model.positions.map((value) => (value * 0.1 * size) / radius);
    const mesh = mote.createMesh(positions, model.triangles.slice());
    model.dispose();
    this.#hasBall = true;
    const center = midpoint(box.min, box.max);
    const transform = (progress: number): Transform => {
      const angle = 2 * Math.PI * progress;
      const reach = 0.4 * size * Math.cos(angle);
      const turn = 0.7 * Math.sin(2 * angle);
      return translation([
        center[0] + reach * Math.cos(turn),
        center[1] + 0.15 * size * Math.sin(angle),
        center[2] + reach * Math.sin(turn),
      ]);
    };
    const show: BodyAnimation["show"] = (body, _clip, _time, progress) => body.setTransform(transform(progress));
    this.#addMesh(mesh, "ball", { transform, show });
    const ball = boxOf(positions);
    const samples = Array.from({ length: BALL_SAMPLES }, (_, i) => transformBox(transform(i / BALL_SAMPLES), ball));
    return samples.reduce(union);
  }

  #clipFrames(clip: number): number {
    const chosen = this.clips[clip];
    if (!chosen) return BALL_FRAMES;
    return Math.max(2, Math.round((chosen.end - chosen.start) * FRAMES_PER_SECOND) + 1);
  }

  frameCount(clip: number): number {
    const frames = this.#clipFrames(clip);
    return this.#hasBall ? frames * Math.ceil(BALL_FRAMES / frames) : frames;
  }

  createWorld(mote: Mote, options: WorldOptions, add: AddOptions): SourceWorld {
    return new AnimatedWorld(
      mote.createWorld(options),
      (world) => this.#items.flatMap((item) => item.addTo(world, add)),
      (index, body, clip, frame) => this.#showBody(index, body, clip, frame),
    );
  }

  #showBody(index: number, body: Body, clip: number, frame: number): void {
    const chosen = this.clips[clip];
    const clipFrame = frame % this.#clipFrames(clip);
    const time = chosen ? Math.min(chosen.start + clipFrame / FRAMES_PER_SECOND, chosen.end) : 0;
    this.#animations[index]!.show(body, chosen ? clip : null, time, frame / this.frameCount(clip));
  }

  transform(index: number, clip: number, frame: number): Transform | null {
    return this.#animations[index]!.transform(frame / this.frameCount(clip));
  }

  dispose(): void {
    for (const item of this.#items) item.dispose();
  }
}

function isAsset(file: DroppedFile): boolean {
  return /\.(glb|gltf)$/i.test(file.name);
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
