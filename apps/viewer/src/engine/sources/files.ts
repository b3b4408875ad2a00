// Files of the visitor: meshes, and assets with skins, morph targets and clips.

import type { Asset, Body, Mesh, Mote, World, WorldOptions } from "mote-collision";
import type { BodyInfo, Clip, DroppedFile, MeshData } from "../../protocol.js";
import { boxOf, emptyBox, join, movedBox, sizeOf, type Box } from "../bounds.js";
import { middle, translation, type Transform } from "../transform.js";
import { MovedBodies } from "./moved_bodies.js";
import { meshData, type AddOptions, type Performance, type Source } from "./source.js";

const FRAMES_A_SECOND = 60;
/** Of one way of the ball through a body that came alone; of a clip that is shorter, as many rounds as it takes. */
const BALL_FRAMES = 360;
const BALL_FACES = 1280;
const LOOKS_AT_BALL = 16;

/** What a file has brought: one or several bodies of the source, from `first` on. */
interface Piece {
  first: number;
  count: number;
  addTo(world: World, options: AddOptions): Body[];
  /** `part` is how much of all frames has passed, 0 to 1. */
  transform(index: number, part: number): Transform | null;
  show(index: number, body: Body, clip: number | null, time: number, part: number): void;
  dispose(): void;
}

export class FilesSource implements Source {
  readonly kind = "files";
  readonly title: string;
  readonly bodies: BodyInfo[] = [];
  readonly meshes: MeshData[] = [];
  readonly clips: Clip[] = [];
  readonly zUp: boolean;
  readonly canOnDemand: boolean;
  readonly meetsItself = false;
  readonly part = 1;
  readonly bounds: Box;
  readonly #pieces: Piece[] = [];
  #hasBall = false;

  constructor(mote: Mote, files: readonly DroppedFile[]) {
    this.title = files.map((file) => file.name).join(", ");
    const assets: Asset[] = [];
    try {
      for (const file of files) {
        if (isAsset(file)) assets.push(this.#addAsset(mote.openAsset(file.bytes, file.name)));
        else this.#addMesh(mote.readMesh(file.bytes, file.name), stem(file.name));
      }
      const box = this.meshes.map((mesh) => boxOf(mesh.positions)).reduce(join, emptyBox());
      this.bounds = this.bodies.length === 1 ? join(box, this.#addBall(mote, box)) : box;
    } catch (error) {
      this.dispose();
      throw error;
    }
    // What scanners and printers write stands on z; of other files only assets tell.
    this.zUp = assets.some((asset) => asset.zUp) || files.every((file) => /\.stl$/i.test(file.name));
    this.canOnDemand = assets.some((asset) => asset.parts.some((part) => part.deforms));
  }

  /** Before its bodies are listed; from here on it is disposed of with all others. */
  #add(count: number, piece: Omit<Piece, "first" | "count">): void {
    this.#pieces.push({ first: this.bodies.length, count, ...piece });
  }

  #addMesh(mesh: Mesh, name: string): void {
    this.#add(1, {
      addTo: (world, { selfCollision }) => [world.add(mesh, { selfCollision })],
      transform: () => translation([0, 0, 0]),
      show: () => undefined,
      dispose: () => mesh.dispose(),
    });
    this.bodies.push({ name, mesh: this.meshes.push(meshData(mesh)) - 1 });
  }

  #addAsset(asset: Asset): Asset {
    if (this.clips.length === 0) this.clips.push(...asset.clips);
    let shown = { clip: NaN as number | null, time: NaN };
    this.#add(asset.parts.length, {
      addTo: (world, options) => asset.addTo(world, options),
      transform: () => null,
      show: (index, body, clip, time) => {
        const own = clip !== null && clip < asset.clips.length ? clip : null;
        if (shown.clip !== own || shown.time !== time) asset.pose(own, time);
        shown = { clip: own, time };
        asset.showPart(index, body);
      },
      dispose: () => asset.dispose(),
    });
    asset.parts.forEach((part, i) => {
      const mesh = asset.mesh(i);
      this.bodies.push({ name: part.name, mesh: this.meshes.push(meshData(mesh)) - 1 });
      mesh.dispose();
    });
    return asset;
  }

  /** Something to meet for a body that came alone: a ball that passes through it, again and again. Its way's box. */
  #addBall(mote: Mote, box: Box): Box {
    const size = sizeOf(box);
    const model = mote.makeModel(`sphere-${BALL_FACES}`);
    const radius = sizeOf({ min: model.min, max: model.max }) / (2 * Math.sqrt(3));
    const positions = model.positions.map((value) => (value * 0.1 * size) / radius);
    const mesh = mote.createMesh(positions, model.triangles.slice());
    model.dispose();
    this.#hasBall = true;
    const center = middle(box.min, box.max);
    const place = (part: number): Transform => {
      const angle = 2 * Math.PI * part;
      const reach = 0.4 * size * Math.cos(angle);
      const turn = 0.7 * Math.sin(2 * angle);
      return translation([
        center[0] + reach * Math.cos(turn),
        center[1] + 0.15 * size * Math.sin(angle),
        center[2] + reach * Math.sin(turn),
      ]);
    };
    this.#add(1, {
      addTo: (world, { selfCollision }) => [world.add(mesh, { selfCollision })],
      transform: (_, part) => place(part),
      show: (_index, body, _clip, _time, part) => body.setTransform(place(part)),
      dispose: () => mesh.dispose(),
    });
    this.bodies.push({ name: "ball", mesh: this.meshes.push(meshData(mesh)) - 1 });
    const ball = boxOf(positions);
    const looks = Array.from({ length: LOOKS_AT_BALL }, (_, i) => movedBox(place(i / LOOKS_AT_BALL), ball));
    return looks.reduce(join);
  }

  /** Frames of one round of a clip. */
  #roundOf(clip: number): number {
    const chosen = this.clips[clip];
    if (!chosen) return BALL_FRAMES;
    return Math.max(2, Math.round((chosen.end - chosen.start) * FRAMES_A_SECOND) + 1);
  }

  frameCount(clip: number): number {
    const round = this.#roundOf(clip);
    return this.#hasBall ? round * Math.ceil(BALL_FRAMES / round) : round;
  }

  perform(mote: Mote, options: WorldOptions, add: AddOptions): Performance {
    return new MovedBodies(
      mote.createWorld(options),
      (world) => this.#pieces.flatMap((piece) => piece.addTo(world, add)),
      (index, body, clip, frame) => this.#show(index, body, clip, frame),
    );
  }

  #pieceOf(index: number): Piece {
    return this.#pieces.find((piece) => index < piece.first + piece.count)!;
  }

  #show(index: number, body: Body, clip: number, frame: number): void {
    const piece = this.#pieceOf(index);
    const chosen = this.clips[clip];
    const inRound = frame % this.#roundOf(clip);
    const time = chosen ? Math.min(chosen.start + inRound / FRAMES_A_SECOND, chosen.end) : 0;
    piece.show(index - piece.first, body, chosen ? clip : null, time, frame / this.frameCount(clip));
  }

  transform(index: number, clip: number, frame: number): Transform | null {
    const piece = this.#pieceOf(index);
    return piece.transform(index - piece.first, frame / this.frameCount(clip));
  }

  dispose(): void {
    for (const piece of this.#pieces) piece.dispose();
  }
}

function isAsset(file: DroppedFile): boolean {
  return /\.(glb|gltf)$/i.test(file.name);
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, "");
}
