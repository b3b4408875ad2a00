// Files of the visitor: meshes, and assets with skins, morph targets and clips.

import type { Asset, Body, Mesh, Mote, World, WorldOptions } from "mote-collision";
import type { BodyInfo, Clip, DroppedFile, MeshData } from "../../protocol.js";
import { boxOf, diagonal, emptyBox, transformBox, union, type Box } from "../bounds.js";
import { IDENTITY, midpoint, translation, type Transform } from "../transform.js";
import { AnimatedWorld, meshData, type AddOptions, type Source, type SourceWorld } from "./source.js";

const FRAMES_PER_SECOND = 60;
/** Frames in which the ball passes through a single body. A shorter clip is repeated to fill them. */
const BALL_FRAMES = 360;
const BALL_FACES = 1280;
const BALL_SAMPLES = 16;

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
  readonly #items: Item[] = [];
  readonly #animations: BodyAnimation[] = [];
  #hasBall = false;

  constructor(mote: Mote, files: readonly DroppedFile[]) {
    this.title = files.map((file) => file.name).join(", ");
    const assets: Asset[] = [];
    try {
      for (const file of files) {
        if (isAsset(file)) assets.push(this.#addAsset(mote.openAsset(file.bytes, file.name)));
        else this.#addMesh(mote.readMesh(file.bytes, file.name), stem(file.name), STANDS_STILL);
      }
      const box = this.meshes.map((mesh) => boxOf(mesh.positions)).reduce(union, emptyBox());
      this.bounds = this.bodies.length === 1 ? union(box, this.#addBall(mote, box)) : box;
    } catch (error) {
      this.dispose();
      throw error;
    }
    // Scanners and printers write STL with z up. Of other files, only assets know their up axis.
    this.zUp = assets.some((asset) => asset.zUp) || files.every((file) => /\.stl$/i.test(file.name));
    this.hasDeformers = assets.some((asset) => asset.parts.some((part) => part.deforms));
  }

  #addBody(name: string, mesh: Mesh, animation: BodyAnimation): void {
    this.bodies.push({ name, mesh: this.meshes.push(meshData(mesh)) - 1 });
    this.#animations.push(animation);
  }

  #addMesh(mesh: Mesh, name: string, animation: BodyAnimation): void {
    this.#items.push({
      addTo: (world, { selfCollision }) => [world.add(mesh, { selfCollision: selfCollision === "all" })],
      dispose: () => mesh.dispose(),
    });
    this.#addBody(name, mesh, animation);
  }

  #addAsset(asset: Asset): Asset {
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
      });
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
