import { checkInstance } from './arguments.js';
import { Handle } from './handle.js';
import { MESH } from './layout.js';
import type { Native } from './native.js';
import { Resource } from './resource.js';
import type { Vector } from './vector.js';

/**
 * A rest shape, which any number of bodies and worlds may share. Bodies keep what they need, so a
 * mesh may be disposed of before them.
 */
export class Mesh extends Resource {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly vertexCount: number;
    readonly triangleCount: number;
    /** True if every edge has exactly two triangles with opposite directions. */
    readonly closed: boolean;
    /** Corners of the bounding box of the rest shape. */
    readonly min: Vector;
    readonly max: Vector;

    private constructor(native: Native, pointer: number) {
        super();
        this.#native = native;
        this.#handle = new Handle(native, pointer, 'mesh', (mesh) => native.exports.mesh_release(mesh));
        this.vertexCount = native.word(pointer + MESH.vertexCount);
        this.triangleCount = native.word(pointer + MESH.triangleCount);
        this.closed = native.word(pointer + MESH.closed) !== 0;
        this.min = native.vector(pointer + MESH.box);
        this.max = native.vector(pointer + MESH.box + 12);
    }

    /** @internal Takes a mesh over that a call writes to its argument. */
    static take(native: Native, call: (out: number) => number): Mesh {
        return new Mesh(native, native.take(call));
    }

    /** @internal */
    static pointerOf(mesh: Mesh, native: Native): number {
        return checkInstance('mesh', mesh, Mesh).#handle.pointerIn(native);
    }

    /** View: three coordinates per vertex, at rest. Read-only. */
    get positions(): Float32Array {
        const first = this.#native.word(this.#handle.pointer + MESH.positions);
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /** View: three vertices per triangle. Read-only. */
    get triangles(): Uint32Array {
        const first = this.#native.word(this.#handle.pointer + MESH.triangles);
        return this.#native.words(first, 3 * this.triangleCount);
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
