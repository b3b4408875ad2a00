import { checkIndex, checkVector } from './arguments.js';
import { MoteError } from './error.js';
import type { Handle } from './handle.js';
import { MANIFOLD, MANIFOLD_POINT, MANIFOLD_SIDE, MANIFOLDS } from './layout.js';
import type { Native } from './native.js';
import { Report } from './report.js';
import type { Vector } from './vector.js';

const STATES = ['begin', 'persist', 'end'] as const;
const FEATURES = ['vertex', 'edge', 'face'] as const;

/** A point of a manifold on one of the two bodies; see mote_manifold_side. */
export interface ManifoldSide {
    point: Vector;
    face: number;
    /** What of the face the point lies on. */
    feature: (typeof FEATURES)[number];
    corner: number;
    /** Barycentric: the point is the sum of the corners times these. */
    weights: Vector;
}

/** One point of a contact; see mote_manifold_point. */
export interface ManifoldPoint {
    /** The same as long as the point persists, and never used again. */
    id: number;
    state: 'begin' | 'persist';
    depth: number;
    a: ManifoldSide;
    b: ManifoldSide;
    /** Four numbers of the caller, which persist with the point: `Manifolds.setData`. */
    data: [number, number, number, number];
}

/** The points of one contact, or a contact that has ended; see mote_manifold. */
export interface Manifold {
    id: number;
    state: (typeof STATES)[number];
    a: number;
    b: number;
    firstPoint: number;
    pointCount: number;
}

/** The manifolds of a detect, valid until the next detect of the world; using it later throws. All are copies. */
export class Manifolds {
    readonly #native: Native;
    readonly #start: number;
    readonly #report: Report;

    private constructor(world: Handle) {
        const { native } = world;
        this.#native = native;
        this.#report = Report.of(world);
        this.#start = native.take((out) => native.exports.world_manifolds(world.pointer, out));
    }

    /** @internal */
    static of(world: Handle): Manifolds {
        return new Manifolds(world);
    }

    #word(offset: number): number {
        if (!this.#report.isCurrent) throw new MoteError('stale id', 'the manifolds have been replaced by a later detect');
        return this.#native.word(this.#start + offset);
    }

    #slice(from: number, to: number): Manifold[] {
        const first = this.#word(MANIFOLDS.manifolds);
        const data = this.#native.data();
        return Array.from({ length: to - from }, (_, i) => {
            const start = first + (from + i) * MANIFOLD.size;
            const at = (offset: number) => data.getUint32(start + offset, true);
            return {
                id: Number(data.getBigUint64(start + MANIFOLD.id, true)),
                state: STATES[at(MANIFOLD.state)]!,
                a: at(MANIFOLD.a),
                b: at(MANIFOLD.b),
                firstPoint: at(MANIFOLD.firstPoint),
                pointCount: at(MANIFOLD.pointCount),
            };
        });
    }

    /** Those of `Report.contacts`, in the same order. */
    contacts(): Manifold[] {
        return this.#slice(0, this.#word(MANIFOLDS.contactCount));
    }

    /** Contacts of the last frame that have ended. */
    ended(): Manifold[] {
        return this.#slice(this.#word(MANIFOLDS.contactCount), this.#word(MANIFOLDS.manifoldCount));
    }

    get pointCount(): number {
        return this.#word(MANIFOLDS.pointCount);
    }

    /** Those of a manifold start at its `firstPoint`. */
    points(): ManifoldPoint[] {
        const first = this.#word(MANIFOLDS.points);
        const data = this.#native.data();
        return Array.from({ length: this.pointCount }, (_, i) => {
            const start = first + i * MANIFOLD_POINT.size;
            const [p, q, r, s] = this.#native.floats(start + MANIFOLD_POINT.data, 4);
            return {
                id: Number(data.getBigUint64(start + MANIFOLD_POINT.id, true)),
                state: STATES[data.getUint32(start + MANIFOLD_POINT.state, true)] as 'begin' | 'persist',
                depth: data.getFloat32(start + MANIFOLD_POINT.depth, true),
                a: this.#side(start + MANIFOLD_POINT.a),
                b: this.#side(start + MANIFOLD_POINT.b),
                data: [p!, q!, r!, s!],
            };
        });
    }

    #side(start: number): ManifoldSide {
        const word = (offset: number) => this.#native.word(start + offset);
        return {
            point: this.#native.vector(start + MANIFOLD_SIDE.point),
            face: word(MANIFOLD_SIDE.face),
            feature: FEATURES[word(MANIFOLD_SIDE.feature)]!,
            corner: word(MANIFOLD_SIDE.corner),
            weights: this.#native.vector(start + MANIFOLD_SIDE.weights),
        };
    }

    /** Stores four numbers, such as impulses, with a point: the point with its id has them in the next frame. */
    setData(point: number, data: ArrayLike<number>): void {
        checkIndex('point', point, this.pointCount);
        const start = this.#word(MANIFOLDS.points) + point * MANIFOLD_POINT.size + MANIFOLD_POINT.data;
        this.#native.floats(start, 4).set(checkVector('data', data, 4));
    }
}
