import { CLIP, PART } from './layout.js';
import { Mesh } from './mesh.js';
import { Handle, listOf, NONE, type Native } from './native.js';
import { addAll, type Body, type World } from './world.js';

export interface AssetPart {
    /** Of its node; no two parts have the same. */
    name: string;
    vertexCount: number;
    triangleCount: number;
    /** By a skin or morph targets; otherwise only its node moves it. */
    deforms: boolean;
}

export interface AssetClip {
    name: string;
    /** Seconds. */
    start: number;
    end: number;
}

export interface AssetBodyOptions {
    /**
     * The body is formed by the asset's deformers, and detection evaluates only the vertices that it needs
     * (`Body.touched`). All bodies on demand of an asset have one pose, whatever world they are in.
     */
    onDemand?: boolean;
    /** Also against itself: faces that share no vertex. */
    selfCollision?: boolean;
}

/**
 * A GLB or glTF file: parts, one a node, that skins, morph targets and nodes move through clips. Bodies keep what they
 * need, so an asset may be disposed of while they live.
 */
export class Asset {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly parts: readonly AssetPart[];
    readonly clips: readonly AssetClip[];
    /** Which way is up in the file; glTF has y. */
    readonly zUp: boolean = false;

    /** @internal */
    constructor(native: Native, bytes: Uint8Array, name: string) {
        const { exports } = native;
        const pointer = native.withBytes(bytes, (data) =>
            native.withText(name, (text) => native.take((out) => exports.asset_open(data, bytes.length, text, out))),
        );
        this.#native = native;
        this.#handle = new Handle(pointer, 'asset', (asset) => exports.asset_release(asset));
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

    /** A part in the rest pose, to be disposed of by the caller. */
    mesh(part: number): Mesh {
        const { exports } = this.#native;
        return new Mesh(this.#native, this.#native.take((out) => exports.asset_mesh(this.#handle.pointer, part, out)));
    }

    /** One body a part, in the rest pose; those on demand where the asset was posed last, which is at first that too. */
    addTo(world: World, options: AssetBodyOptions = {}): Body[] {
        const { onDemand = false, selfCollision = false } = options;
        return addAll(this.parts.length, (i, added) =>
            added.push(world.addPart(this.#handle.pointer, i, onDemand, selfCollision)),
        );
    }

    /**
     * Puts the bodies of `addTo` where they are at a time of a clip: the first and the last key hold outside of it.
     * Null is the rest pose.
     */
    show(clip: number | null, time: number, bodies: readonly Body[]): void {
        this.pose(clip, time);
        bodies.forEach((body, i) => this.showPart(i, body));
    }

    /** Where parts are that `showPart` shows from now on. */
    pose(clip: number | null, time: number): void {
        if (clip !== null && !this.clips[clip])
            throw new RangeError(`there is no clip ${clip}: the asset has ${this.clips.length}`);
        this.#native.check(this.#native.exports.asset_pose(this.#handle.pointer, clip ?? NONE, time));
    }

    /** Puts one body of `addTo` where the asset has been posed. */
    showPart(part: number, body: Body): void {
        body.showPart(this.#handle.pointer, part);
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
