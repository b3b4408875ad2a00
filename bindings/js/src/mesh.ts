import { MESH } from './layout.js';
import { Handle, type Native, type Vector } from './native.js';

/**
 * What is built once from a rest shape: any number of bodies and worlds may share it. Bodies keep what they need, so a
 * mesh may be disposed of while they live.
 */
export class Mesh {
    /** @internal */
    readonly handle: Handle;
    readonly vertexCount: number;
    readonly triangleCount: number;
    /** Every edge has exactly two triangles, of opposite direction. */
    readonly closed: boolean;
    /** Corners of the box around the rest shape. */
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

    /** View: three coordinates a vertex, at rest. Not to be written. */
    get positions(): Float32Array {
        const first = this.native.word(this.handle.pointer + MESH.positions);
        return this.native.floats(first, 3 * this.vertexCount);
    }

    /** View: three vertices a triangle. Not to be written. */
    get triangles(): Uint32Array {
        const first = this.native.word(this.handle.pointer + MESH.triangles);
        return this.native.words(first, 3 * this.triangleCount);
    }

    dispose(): void {
        this.handle.dispose();
    }
}
