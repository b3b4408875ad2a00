import { checkBytes, checkFinite, checkIndex, checkText } from './arguments.js';
import { addAll, Body, type BodyOptions } from './body.js';
import { Handle } from './handle.js';
import { CLIP, PART } from './layout.js';
import { Mesh } from './mesh.js';
import { listOf, NONE, type Native } from './native.js';
import { Resource } from './resource.js';
import type { Bytes } from './vector.js';
import { World } from './world.js';

export interface AssetPart {
    /** The name of its node, made unique. */
    name: string;
    vertexCount: number;
    triangleCount: number;
    /** True if it has a skin or morph targets; otherwise only its node moves it. */
    deforms: boolean;
}

export interface AssetClip {
    name: string;
    /** In seconds. */
    start: number;
    end: number;
}

export interface AssetBodyOptions extends BodyOptions {
    /**
     * The deformers of the asset define the body's shape, and detection evaluates only the vertices that it needs
     * (`Body.touched`). All bodies on demand of an asset share one pose, in all worlds.
     */
    onDemand?: boolean;
}

/**
 * A GLB or glTF file: one part per node, moved by skins, morph targets and nodes through clips. Bodies keep what they
 * need, so an asset may be disposed of before them.
 */
export class Asset extends Resource {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly parts: readonly AssetPart[];
    readonly clips: readonly AssetClip[];
    /** True if z is up in the file; in glTF y is. */
    readonly zUp: boolean = false;

    private constructor(native: Native, file: Bytes, name: string) {
        super();
        const { exports } = native;
        const bytes = checkBytes('file', file);
        checkText('name', name);
        const pointer = native.withBytes(bytes, (data) =>
            native.withText(name, (text) => native.take((out) => exports.asset_open(data, bytes.length, text, out))),
        );
        this.#native = native;
        this.#handle = new Handle(native, pointer, 'asset', (asset) => exports.asset_release(asset));
        this.parts = listOf((i) => exports.asset_part_at(pointer, i), (part) => ({
            name: native.text(native.word(part + PART.name)),
            vertexCount: native.word(part + PART.vertexCount),
            triangleCount: native.word(part + PART.triangleCount),
            deforms: native.word(part + PART.deforms) !== 0,
        }));
        this.clips = listOf((i) => exports.asset_clip_at(pointer, i), (clip) => ({
            name: native.text(native.word(clip + CLIP.name)),
            start: native.data().getFloat64(clip + CLIP.start, true),
            end: native.data().getFloat64(clip + CLIP.end, true),
        }));
    }

    /** @internal */
    static of(native: Native, file: Bytes, name: string): Asset {
        return new Asset(native, file, name);
    }

    /** The mesh of a part in the rest pose. The caller disposes of it. */
    mesh(part: number): Mesh {
        const { exports } = this.#native;
        const asset = this.#handle.pointer;
        checkIndex('part', part, this.parts.length);
        return Mesh.take(this.#native, (out) => exports.asset_mesh(asset, part, out));
    }

    /** Adds one body per part, in the rest pose; bodies on demand have the present pose of the asset. */
    addTo(world: World, options: AssetBodyOptions = {}): Body[] {
        const { onDemand = false, ...others } = options;
        return addAll(this.parts.length, (i, added) =>
            added.push(World.addPart(world, this.#handle, i, onDemand, others)),
        );
    }

    /**
     * Moves the bodies of `addTo` to a time of a clip; times outside the clip are clamped.
     * Null is the rest pose.
     */
    show(clip: number | null, time: number, bodies: readonly Body[]): void {
        this.pose(clip, time);
        bodies.forEach((body, i) => this.showPart(i, body));
    }

    /** Sets the pose that `showPart` shows. */
    pose(clip: number | null, time: number): void {
        const asset = this.#handle.pointer;
        if (clip !== null && !this.clips[clip])
            throw new RangeError(`clip ${clip}: the asset has only ${this.clips.length} clips`);
        checkFinite('time', time);
        this.#native.check(this.#native.exports.asset_pose(asset, clip ?? NONE, time));
    }

    /** Moves one body of `addTo` to the pose of the asset. */
    showPart(part: number, body: Body): void {
        checkIndex('part', part, this.parts.length);
        Body.showPart(body, this.#handle, part);
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
