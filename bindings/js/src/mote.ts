import { checkBytes, checkIndices, checkNumbers, checkText } from './arguments.js';
import { Asset } from './asset.js';
import { Morph, Skin, type MorphTarget, type SkinOptions } from './deformers.js';
import type { Exports } from './exports.js';
import { ENTRY, METHOD } from './layout.js';
import { Mesh } from './mesh.js';
import type { MethodName } from './names.js';
import { listOf, Native } from './native.js';
import { optionsOf, type OptionInfo, type WorldOptions } from './options.js';
import { Player } from './player.js';
import { Scene, sceneExports, type SceneOptions } from './scene.js';
import { sharedMemory, startThreads, type ThreadOptions } from './threads.js';
import type { Bytes, Indices, Numbers } from './vector.js';
import { wasiImports } from './wasi.js';
import { World } from './world.js';

const ABILITIES = [
    'face-pairs', 'deforming', 'concave', 'self', 'tolerance', 'exact', 'threads', 'points', 'on-demand', 'sweep',
] as const;

export type Ability = (typeof ABILITIES)[number];

export interface MethodInfo {
    name: MethodName;
    summary: string;
    /** Without "threads" in a module that has none. */
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
    /** Empty in the module of the package, which has no scenes and models. */
    readonly scenes: readonly SceneInfo[];
    readonly models: readonly ModelInfo[];

    private constructor(native: Native) {
        this.#native = native;
        const { exports } = native;
        const text = (pointer: number) => native.text(native.word(pointer));
        this.version = native.text(exports.version());
        this.methods = listOf((i) => exports.method_at(i), (info) => ({
            name: text(info + METHOD.name) as MethodName,
            summary: text(info + METHOD.summary),
            abilities: ABILITIES.filter((_, bit) => native.word(info + METHOD.abilities) & (1 << bit)),
        }));
        this.scenes = listOf((i) => exports.scene_at?.(i) ?? 0, (info) => ({
            name: text(info + ENTRY.name),
            summary: text(info + ENTRY.summary),
            group: text(info + ENTRY.group),
            frameCount: native.word(info + ENTRY.frameCount),
        }));
        this.models = listOf((i) => exports.model_at?.(i) ?? 0, (info) => ({
            name: text(info + ENTRY.name),
            summary: text(info + ENTRY.summary),
        }));
    }

    /** @internal Starts a module from its bytes or its compiled form. */
    static async start(source: BufferSource | WebAssembly.Module, threads?: ThreadOptions): Promise<Mote> {
        const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
        let exports: Exports | undefined;
        const shared = threads && { memory: sharedMemory() };
        const imports = { wasi_snapshot_preview1: wasiImports(() => exports!.memory), ...(shared && { env: shared }) };
        const instance = await WebAssembly.instantiate(module, imports);
        exports = { ...(instance.exports as Exports), ...shared };
        exports._initialize();
        if (threads) startThreads(module, exports, threads);
        return new Mote(new Native(exports));
    }

    /** @internal */
    static nativeOf(mote: Mote): Native {
        return mote.#native;
    }

    /** Memory of the module in bytes; it grows when needed and never shrinks. */
    get memorySize(): number {
        return this.#native.exports.memory.buffer.byteLength;
    }

    /** The options that a method reads, or without an argument all options; those of all methods first. */
    options(method?: MethodName): OptionInfo[] {
        return optionsOf(this.#native, method);
    }

    createWorld(options: WorldOptions = {}): World {
        return World.create(this.#native, options);
    }

    /** Creates a mesh from three coordinates per vertex and three vertices per triangle; both are copied. */
    createMesh(positions: Numbers, triangles: Indices, options: MeshOptions = {}): Mesh {
        const native = this.#native;
        const corners = Float32Array.from(checkNumbers('positions', positions));
        const indices = Uint32Array.from(checkIndices('triangles', triangles));
        if (corners.length % 3 || indices.length % 3)
            throw new RangeError('the lengths of positions and triangles must be multiples of 3');
        const weld = Number(options.weld ?? false);
        return native.withArray(corners, (p) =>
            native.withArray(indices, (t) =>
                Mesh.take(native, (out) =>
                    native.exports.mesh_create(p, corners.length / 3, t, indices.length / 3, weld, out),
                ),
            ),
        );
    }

    /** Reads an OBJ, PLY, STL or OFF file, recognized by the extension of the name or by its first bytes, and welds it. */
    readMesh(file: Bytes, name: string): Mesh {
        const native = this.#native;
        const bytes = checkBytes('file', file);
        return native.withBytes(bytes, (data) =>
            native.withText(checkText('name', name), (text) =>
                Mesh.take(native, (out) => native.exports.mesh_read(data, bytes.length, text, out)),
            ),
        );
    }

    /** Creates a linear skin for bodies of a mesh; see `Body.setDeformers`. */
    createSkin(mesh: Mesh, options: SkinOptions): Skin {
        return Skin.of(this.#native, mesh, options);
    }

    /** Creates morph targets for bodies of a mesh; see `Body.setDeformers`. */
    createMorph(mesh: Mesh, targets: readonly MorphTarget[]): Morph {
        return Morph.of(this.#native, mesh, targets);
    }

    /** Opens a GLB file, or a glTF file with embedded buffers; messages refer to it by `name`. */
    openAsset(file: Bytes, name: string): Asset {
        return Asset.of(this.#native, file, name);
    }

    /** Plays a recording of `World.record` or `mote record`, with the recorded method or another. */
    play(recording: Bytes, method?: MethodName): Player {
        return Player.of(this.#native, recording, method);
    }

    /** Opens a built-in scene. Throws in a module without scenes. */
    openScene(name: string, options: SceneOptions = {}): Scene {
        return Scene.of(this.#native, name, options);
    }

    /** Creates a built-in model. Throws in a module without scenes. */
    makeModel(name: string): Mesh {
        const native = this.#native;
        const exports = sceneExports(native);
        return native.withText(checkText('name', name), (text) =>
            Mesh.take(native, (out) => exports.mesh_of_model(text, out)),
        );
    }
}
