import { checkIndex, checkIndices, checkInstance, checkNumbers, kindOf } from './arguments.js';
import { MoteError } from './error.js';
import type { Exports } from './exports.js';
import { Handle } from './handle.js';
import { Mesh } from './mesh.js';
import type { Native } from './native.js';
import { Resource } from './resource.js';
import type { Indices, Numbers } from './vector.js';

const MAX_INFLUENCES = 8;
const MAX_BONES = 65536;

/** See mote_skin_def. */
export interface SkinOptions {
    boneCount: number;
    /** 1 to 8; default 4. */
    influencesPerVertex?: number;
    /** `influencesPerVertex` bones for each vertex of the mesh. */
    bones: Indices;
    /** One weight for each bone above, 0 or more. Those of a vertex are divided by their sum. */
    weights: Numbers;
}

/** A shape that some vertices are drawn towards; see mote_morph_target. */
export interface MorphTarget {
    /** The vertices that move, each at most once; all of them if absent. */
    vertices?: Indices;
    /** Three coordinates for each of them: the displacement at weight 1. */
    deltas: Numbers;
}

/**
 * Shapes the bodies it is given to (`Body.setDeformers`). Detection evaluates only the vertices of such a body that it
 * needs, so that a frame costs what is near other bodies, not what the body has.
 */
export abstract class Deformer extends Resource {
    readonly #handle: Handle;

    /** @internal */
    protected constructor(native: Native, what: string, create: (exports: Exports, out: number) => number) {
        super();
        const { exports } = native;
        const pointer = native.take((out) => create(exports, out));
        this.#handle = new Handle(native, pointer, what, (it) => exports.deformer_release(it));
    }

    /** @internal */
    static handleOf(deformer: Deformer): Handle {
        return checkInstance('deformer', deformer, Deformer).#handle;
    }

    /** Bodies keep the deformers they have. */
    dispose(): void {
        this.#handle.dispose();
    }
}

/** A linear skin: each vertex follows the weighted mean of some bones, all of which start at the identity. */
export class Skin extends Deformer {
    readonly boneCount: number;

    private constructor(native: Native, mesh: Mesh, options: SkinOptions) {
        const { boneCount, influencesPerVertex = 4 } = options;
        checkIndex('boneCount', boneCount, MAX_BONES + 1);
        checkIndex('influencesPerVertex', influencesPerVertex, MAX_INFLUENCES + 1);
        const count = influencesPerVertex * mesh.vertexCount;
        const bones = checkIndices('bones', options.bones);
        const weights = checkNumbers('weights', options.weights, count);
        if (bones.length !== count) throw new RangeError(`bones: expected ${count} numbers, not ${bones.length}`);
        const wrong = bones.findIndex((bone) => bone >= boneCount); // would wrap around in 16 bits
        if (wrong >= 0)
            throw new MoteError('bad data', `bones: element ${wrong} is ${bones[wrong]}, but there are ${boneCount} bones`);
        super(native, 'skin', (exports, out) =>
            native.withArray(Uint16Array.from(bones), (b) =>
                native.withArray(Float32Array.from(weights), (w) =>
                    exports.deformer_skin(Mesh.pointerOf(mesh, native), boneCount, influencesPerVertex, b, w, out),
                ),
            ),
        );
        this.boneCount = boneCount;
    }

    /** @internal */
    static of(native: Native, mesh: Mesh, options: SkinOptions): Skin {
        return new Skin(native, mesh, options);
    }

    /**
     * Sets the pose: twelve numbers per bone, three columns of a matrix and a translation, which map the rest shape. Then
     * call `Body.setDeformers` again for the bodies that have the skin.
     */
    setBones(bones: Numbers): void {
        const { native, pointer } = Deformer.handleOf(this);
        const numbers = Float32Array.from(checkNumbers('bones', bones, 12 * this.boneCount));
        native.check(native.withArray(numbers, (b) => native.exports.deformer_set_bones(pointer, b, this.boneCount)));
    }
}

/** Morph targets, whose weights are 0 initially. */
export class Morph extends Deformer {
    readonly targetCount: number;

    private constructor(native: Native, mesh: Mesh, targets: readonly MorphTarget[]) {
        const { counts, vertices, deltas } = joined(mesh, targets);
        super(native, 'morph', (exports, out) =>
            native.withArray(counts, (c) =>
                native.withArray(vertices, (v) =>
                    native.withArray(deltas, (d) =>
                        exports.deformer_morph(Mesh.pointerOf(mesh, native), targets.length, c, v, d, out),
                    ),
                ),
            ),
        );
        this.targetCount = targets.length;
    }

    /** @internal */
    static of(native: Native, mesh: Mesh, targets: readonly MorphTarget[]): Morph {
        return new Morph(native, mesh, targets);
    }

    /** One weight per target. Then call `Body.setDeformers` again for the bodies that have the targets. */
    setWeights(weights: Numbers): void {
        const { native, pointer } = Deformer.handleOf(this);
        const numbers = Float32Array.from(checkNumbers('weights', weights, this.targetCount));
        native.check(native.withArray(numbers, (w) => native.exports.deformer_set_weights(pointer, w, this.targetCount)));
    }
}

/** The arrays of all targets, one after the other. */
function joined(mesh: Mesh, targets: readonly MorphTarget[]) {
    if (!Array.isArray(targets)) throw new TypeError(`targets: expected an array, not ${kindOf(targets)}`);
    const lists = targets.map(({ vertices }, i) =>
        vertices ? checkIndices(`targets[${i}].vertices`, vertices) : Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v),
    );
    const total = lists.reduce((sum, list) => sum + list.length, 0);
    const joint = {
        counts: Uint32Array.from(lists, (list) => list.length),
        vertices: new Uint32Array(total),
        deltas: new Float32Array(3 * total),
    };
    let first = 0;
    targets.forEach(({ deltas }, i) => {
        const list = lists[i]!;
        joint.vertices.set(list, first);
        joint.deltas.set(checkNumbers(`targets[${i}].deltas`, deltas, 3 * list.length), 3 * first);
        first += list.length;
    });
    return joint;
}
