import { MESH } from './layout.js';
import { Handle, type Native, type Vector } from './native.js';

/**
 * A rest shape, which any number of bodies and worlds may share. Bodies keep what they need, so a
 * mesh may be disposed of before them.
 */
export class Mesh {
    /** @internal */
    readonly handle: Handle;
    readonly vertexCount: number;
    readonly triangleCount: number;
    /** True if every edge has exactly two triangles with opposite directions. */
    readonly closed: boolean;
    /** Corners of the bounding box of the rest shape. */
    readonly min: Vector;
    readonly max: Vector;

    /** @internal */
    constructor(
        private readonly native: Native,
        pointer: number,
    ) {
        this.handle = new Handle(pointer, 'mesh', (mesh) => native.exports.mesh_release(mesh));
        this.vertexCount = native.word(pointer + MESH.vertexCount);
        this.triangleCount = native.word(pointer + MESH.triangleCount);
        this.closed = native.word(pointer + MESH.closed) !== 0;
        this.min = native.vector(pointer + MESH.box);
        this.max = native.vector(pointer + MESH.box + 12);
    }

    /** View: three coordinates per vertex, at rest. Read-only. */
    get positions(): Float32Array {
        const first = this.native.word(this.handle.pointer + MESH.positions);
        return this.native.floats(first, 3 * this.vertexCount);
    }

    /** View: three vertices per triangle. Read-only. */
    get triangles(): Uint32Array {
        const first = this.native.word(this.handle.pointer + MESH.triangles);
        return this.native.words(first, 3 * this.triangleCount);
    }

    dispose(): void {
        this.handle.dispose();
    }
}
