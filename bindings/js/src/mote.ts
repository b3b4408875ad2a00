import { Asset } from './asset.js';
import type { Exports } from './exports.js';
import { ENTRY, METHOD } from './layout.js';
import { Mesh } from './mesh.js';
import { listOf, Native } from './native.js';
import { optionsOf, type OptionInfo, type WorldOptions } from './options.js';
import { Player } from './player.js';
import { Scene, type SceneOptions } from './scene.js';
import { wasiImports } from './wasi.js';
import { World } from './world.js';

const ABILITIES = [
    'face-pairs', 'deforming', 'concave', 'self', 'tolerance', 'exact', 'threads', 'points', 'on-demand',
] as const;

export type Ability = (typeof ABILITIES)[number];

export interface MethodInfo {
    name: string;
    summary: string;
    abilities: Ability[];
}

export interface ModelInfo {
    /** In a name like "sphere-N", N may be replaced by a number, or "-N" be left out. */
    name: string;
    summary: string;
}

export interface SceneInfo extends ModelInfo {
    group: string;
    frameCount: number;
}

export interface MeshOptions {
    /** Merge vertices with equal positions. */
    weld?: boolean;
}

/** One instance of the module, with its own memory. */
export class Mote {
    readonly #native: Native;
    readonly version: string;
    readonly methods: readonly MethodInfo[];
    readonly scenes: readonly SceneInfo[];
    readonly models: readonly ModelInfo[];

    /** @internal */
    constructor(native: Native) {
        this.#native = native;
        const { exports } = native;
        const text = (pointer: number) => native.text(native.word(pointer));
        this.version = native.text(exports.version());
        this.methods = listOf((i) => exports.method_at(i), (info) => ({
            name: text(info + METHOD.name),
            summary: text(info + METHOD.summary),
            abilities: ABILITIES.filter((_, bit) => native.word(info + METHOD.abilities) & (1 << bit)),
        }));
        this.scenes = listOf((i) => exports.scene_at(i), (info) => ({
            name: text(info + ENTRY.name),
            summary: text(info + ENTRY.summary),
            group: text(info + ENTRY.group),
            frameCount: native.word(info + ENTRY.frameCount),
        }));
        this.models = listOf((i) => exports.model_at(i), (info) => ({
            name: text(info + ENTRY.name),
            summary: text(info + ENTRY.summary),
        }));
    }

    /** Memory of the module in bytes; it grows when needed and never shrinks. */
    get memorySize(): number {
        return this.#native.exports.memory.buffer.byteLength;
    }

    /** The options that a method reads, or without an argument all options; those of all methods first. */
    options(method?: string): OptionInfo[] {
        return optionsOf(this.#native, method);
    }

    createWorld(options: WorldOptions = {}): World {
        return World.create(this.#native, options);
    }

    /** Opens a built-in scene. */
    openScene(name: string, options: SceneOptions = {}): Scene {
        return new Scene(this.#native, name, options);
    }

    /** Creates a mesh from three coordinates per vertex and three vertices per triangle; both are copied. */
    createMesh(positions: ArrayLike<number>, triangles: ArrayLike<number>, options: MeshOptions = {}): Mesh {
        const native = this.#native;
        const corners = Float32Array.from(positions);
        const indices = Uint32Array.from(triangles);
        if (corners.length % 3 || indices.length % 3)
            throw new RangeError('the lengths of positions and triangles must be multiples of 3');
        return native.withBytes(bytesOf(corners), (p) =>
            native.withBytes(bytesOf(indices), (t) => {
                const weld = Number(options.weld ?? false);
                const create = (out: number) =>
                    native.exports.mesh_create(p, corners.length / 3, t, indices.length / 3, weld, out);
                return new Mesh(native, native.take(create));
            }),
        );
    }

    /** Reads an OBJ, PLY, STL or OFF file, recognized by the extension of the name or by its first bytes, and welds it. */
    readMesh(bytes: Uint8Array, name: string): Mesh {
        const native = this.#native;
        return native.withBytes(bytes, (data) =>
            native.withText(name, (text) =>
                new Mesh(native, native.take((out) => native.exports.mesh_read(data, bytes.length, text, out))),
            ),
        );
    }

    /** Opens a GLB file, or a glTF file with embedded buffers; messages refer to it by `name`. */
    openAsset(bytes: Uint8Array, name: string): Asset {
        return new Asset(this.#native, bytes, name);
    }

    /** Creates a built-in model. */
    makeModel(name: string): Mesh {
        const native = this.#native;
        return native.withText(name, (text) =>
            new Mesh(native, native.take((out) => native.exports.mesh_of_model(text, out))),
        );
    }

    /** Plays a recording of `World.record` or `mote record`, with the recorded method or another. */
    play(recording: Uint8Array, method?: string): Player {
        return new Player(this.#native, recording, method);
    }
}

function bytesOf(array: Float32Array | Uint32Array): Uint8Array {
    return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Starts a module from its bytes or its compiled form. */
export async function start(source: BufferSource | WebAssembly.Module): Promise<Mote> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    let exports: Exports | undefined;
    const imports = { wasi_snapshot_preview1: wasiImports(() => exports!.memory) };
    exports = (await WebAssembly.instantiate(module, imports)).exports as Exports;
    exports._initialize();
    return new Mote(new Native(exports));
}
