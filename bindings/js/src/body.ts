import { checkIndices, checkInstance, checkNumbers, checkVector, kindOf } from './arguments.js';
import { Deformer } from './deformers.js';
import { MoteError } from './error.js';
import type { Handle } from './handle.js';
import { MESH, MOTION } from './layout.js';
import { Mesh } from './mesh.js';
import type { Native } from './native.js';
import { Pull } from './pull.js';
import type { Indices, Numbers, Vector } from './vector.js';

export interface BodyOptions {
    /** Also test faces of the body that share no vertex against each other. */
    selfCollision?: boolean;
    /** With selfCollision: also test faces that share one vertex, for contact elsewhere. */
    selfSharedVertex?: boolean;
    /** With selfCollision: also test faces that share an edge, for being folded onto each other. */
    selfSharedEdge?: boolean;
    /** 32 bits that describe the body; default 1. */
    category?: number;
    /** Categories of the bodies it collides with, 32 bits; default all. */
    mask?: number;
}

/** A body at one end of a step. What is not given is as in the body's present shape. */
export interface MotionEnd {
    /** The vertices, in the frame of the body; copied. */
    positions?: Numbers;
    /** Twelve numbers, as in `Body.setTransform`. */
    transform?: ArrayLike<number>;
}

/** A mesh in a world, with its present shape and placement. */
export class Body {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #generation: number;

    /** The index of the body in reports. */
    readonly index: number;

    private constructor(world: Handle, index: number) {
        const { native } = world;
        this.index = index;
        this.#native = native;
        this.#world = world;
        this.#generation = native.exports.world_generation(world.pointer, index);
    }

    get vertexCount(): number {
        return this.#native.word(this.#mesh + MESH.vertexCount);
    }

    get triangleCount(): number {
        return this.#native.word(this.#mesh + MESH.triangleCount);
    }

    /** @internal */
    static of(world: Handle, index: number): Body {
        return new Body(world, index);
    }

    /** @internal The index in reports of `world`, which must still contain the body. */
    static indexIn(body: Body, world: Handle): number {
        if (world !== checkInstance('body', body, Body).#world)
            throw new MoteError('bad argument', 'the body belongs to another world');
        void body.#here;
        return body.index;
    }

    /** @internal */
    static putOnDemand(body: Body, scene: Handle, sceneBody: number): void {
        const { native } = scene;
        native.check(native.exports.world_put_on_demand!(body.#hereIn(native), body.index, scene.pointer, sceneBody));
    }

    /** @internal */
    static show(body: Body, scene: Handle, sceneBody: number, frame: number): void {
        const { native } = scene;
        const world = checkInstance('body', body, Body).#hereIn(native);
        native.check(native.exports.world_show!(world, body.index, scene.pointer, sceneBody, frame));
    }

    /** @internal */
    static showPart(body: Body, asset: Handle, part: number): void {
        const { native } = asset;
        const world = checkInstance('body', body, Body).#hereIn(native);
        native.check(native.exports.world_show_part(world, body.index, asset.pointer, part));
    }

    #hereIn(native: Native): number {
        void this.#here;
        return this.#world.pointerIn(native);
    }

    /** The world. Throws if the body was removed, even if another has its index by now. */
    get #here(): number {
        const world = this.#world.pointer;
        if (this.#native.exports.world_generation(world, this.index) !== this.#generation)
            throw new MoteError('stale id', `body ${this.index} was removed from its world`);
        return world;
    }

    get #mesh(): number {
        return this.#take((world, out) => this.#native.exports.world_mesh(world, this.index, out));
    }

    #take(call: (world: number, out: number) => number): number {
        return this.#native.take((out) => call(this.#here, out));
    }

    /** View: three vertices per triangle, numbered as in `present` and `positions`. Read-only. */
    get triangles(): Uint32Array {
        return this.#native.words(this.#native.word(this.#mesh + MESH.triangles), 3 * this.triangleCount);
    }

    /**
     * View, writable: the positions of the body, initially the rest shape. After writing,
     * call `setPositions`, and do not change it again before the last query of the frame.
     */
    get positions(): Float32Array {
        const first = this.#take((world, out) => this.#native.exports.world_positions(world, this.index, out));
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /** Uses the contents of `positions`, to which an argument is copied first. */
    setPositions(positions?: Numbers): void {
        if (positions) {
            const numbers = this.#coordinates('positions', positions);
            this.positions.set(numbers);
        }
        this.#native.check(this.#native.exports.world_set_positions(this.#here, this.index));
    }

    /** Three numbers per vertex. Views of the module's memory are copied, because they end when it grows. */
    #coordinates(name: string, positions: Numbers): ReturnType<typeof checkNumbers> {
        const own = ArrayBuffer.isView(positions) && positions.buffer === this.#native.exports.memory.buffer;
        return checkNumbers(name, own ? positions.slice() : positions, 3 * this.vertexCount);
    }

    /** Twelve numbers: three columns of a rotation and a translation, applied to the positions; null is the identity. */
    setTransform(transform: ArrayLike<number> | null): void {
        const { exports, scratch } = this.#native;
        if (transform !== null) this.#native.floats(scratch, 12).set(checkVector('transform', transform, 12));
        this.#native.check(exports.world_set_transform(this.#here, this.index, transform ? scratch : 0));
    }

    /**
     * The same in the caller's space, in double: the world's origin is subtracted before anything is rounded, and the body
     * stays in place when the origin moves (`World.setOrigin`). With a transform, they are those before it.
     */
    setGlobalPositions(positions: Numbers): void {
        const { exports } = this.#native;
        const numbers = this.#coordinates('positions', positions);
        const first = this.#take((world, out) => exports.world_global_positions(world, this.index, out));
        this.#native.doubles(first, 3 * this.vertexCount).set(numbers);
        this.#native.check(exports.world_set_global_positions(this.#here, this.index));
    }

    /** As `setTransform`, with a translation in the caller's space, which stays in place when the origin moves. */
    setGlobalTransform(transform: ArrayLike<number> | null): void {
        const { exports, scratch } = this.#native;
        if (transform !== null) this.#native.doubles(scratch, 12).set(checkVector('transform', transform, 12));
        this.#native.check(exports.world_set_global_transform(this.#here, this.index, transform ? scratch : 0));
    }

    /**
     * Gives the body another mesh, in its rest shape: one that was cut, torn or remeshed. The body stays the same, with its
     * transform; all its views, positions and deformers end. `newFaceOf` says for each face of the old mesh which face of the
     * new one it is, or 0xffffffff: contacts on these faces persist (`World.manifolds`). Not for bodies of a dynamics.
     */
    setMesh(mesh: Mesh, newFaceOf?: Indices): void {
        const pointer = Mesh.pointerOf(mesh, this.#native);
        const world = this.#here;
        const faces = Uint32Array.from(newFaceOf ? checkIndices('newFaceOf', newFaceOf) : []);
        this.#native.check(
            this.#native.withArray(faces, (first) =>
                this.#native.exports.world_set_mesh(world, this.index, pointer, newFaceOf ? first : 0, faces.length),
            ),
        );
    }

    /**
     * Lets deformers of the body's mesh shape it, one after the other, instead of positions: detection evaluates only the
     * vertices that it needs. Call it again whenever their parameters have changed. None: the body has the rest shape, and
     * can be given positions again.
     */
    setDeformers(deformers: readonly Deformer[]): void {
        if (!Array.isArray(deformers)) throw new TypeError(`deformers: expected an array, not ${kindOf(deformers)}`);
        const world = this.#here;
        const pointers = Uint32Array.from(deformers, (deformer) => Deformer.handleOf(deformer).pointerIn(this.#native));
        this.#native.check(
            this.#native.withArray(pointers, (first) =>
                this.#native.exports.world_set_deformers(world, this.index, first, pointers.length),
            ),
        );
    }

    /**
     * Promises that all present positions, with the transform applied, lie in a box, until the body is moved. The vertices
     * of a body are not read if its promised box overlaps no other body. Null withdraws the promise.
     */
    setBounds(bounds: { min: Vector; max: Vector } | null): void {
        const { exports, scratch } = this.#native;
        if (bounds) {
            this.#native.floats(scratch, 3).set(checkVector('bounds.min', bounds.min));
            this.#native.floats(scratch + 12, 3).set(checkVector('bounds.max', bounds.max));
        }
        this.#native.check(exports.world_set_bounds(this.#here, this.index, bounds ? scratch : 0));
    }

    /**
     * Says where the body is at the start and at the end of a step: its vertices move on straight lines between the two, and
     * `World.sweep` finds what it runs into. It lasts until the body is moved or given positions; null ends it too.
     */
    setMotion(motion: { start?: MotionEnd; end?: MotionEnd } | null): void {
        const { exports, scratch } = this.#native;
        const ends = [motion?.start ?? {}, motion?.end ?? {}];
        let parts = 0;
        ends.forEach(({ positions }, end) => {
            if (!positions) return;
            const numbers = this.#coordinates(end ? 'end.positions' : 'start.positions', positions);
            const first = this.#take((world, out) => exports.world_motion(world, this.index, end, out));
            this.#native.floats(first, 3 * this.vertexCount).set(numbers);
            parts |= MOTION.positions << (end * MOTION.end);
        });
        ends.forEach(({ transform }, end) => {
            if (!transform) return;
            const numbers = checkVector(end ? 'end.transform' : 'start.transform', transform, 12);
            this.#native.floats(scratch + 48 * end, 12).set(numbers);
            parts |= MOTION.transform << (end * MOTION.end);
        });
        this.#native.check(exports.world_set_motion(this.#here, this.index, parts, scratch));
    }

    /** View: positions at a time from 0 to 1 of the body's motion, in world space; valid until the next call. */
    positionsAt(time: number): Float32Array {
        const first = this.#take((world, out) => this.#native.exports.world_positions_at(world, this.index, time, out));
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /**
     * Copy: for each vertex a time before which nothing that it takes part in has an impact; 1 if there is none. After a sweep
     * with `vertexSteps`.
     */
    safeSteps(): Float64Array {
        const world = this.#here;
        return this.#native.withArray(new Float64Array(this.vertexCount), (out) => {
            this.#native.check(this.#native.exports.world_safe_steps(world, this.index, out));
            return this.#native.doubles(out, this.vertexCount).slice();
        });
    }

    /** View: positions as detection sees them, in world space; valid until the next call. */
    present(): Float32Array {
        const first = this.#take((world, out) => this.#native.exports.world_present(world, this.index, out));
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /**
     * Grabs a point of the surface, in world space; vertices closer to it than `radius` follow when the pull
     * moves. Not for bodies on demand or of players.
     */
    pull(point: Vector, radius: number): Pull {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(checkVector('point', point));
        const out = scratch + 16;
        this.#native.check(exports.pull_create(this.#here, this.index, scratch, radius, out));
        return Pull.of(this.#native, this.#world, this.#native.word(out));
    }

    /** View: one byte per face, as written by `World.mark`. */
    get marks(): Uint8Array {
        const first = this.#take((world, out) => this.#native.exports.world_marks(world, this.index, out));
        return this.#native.bytes(first, this.triangleCount);
    }

    /**
     * View: one byte per vertex of a body on demand: 0 if it was never evaluated, 1 if by an earlier detect, 2 if by the last
     * one. Empty for other bodies.
     */
    get touched(): Uint8Array {
        const first = this.#take((world, out) => this.#native.exports.world_touched(world, this.index, out));
        return this.#native.bytes(first, first ? this.vertexCount : 0);
    }

    /**
     * View: the area of each vertex at the last `World.draw`, or 0xffffffff for none; null if the method
     * has no areas.
     */
    areas(): Uint32Array | null {
        const first = this.#take((world, out) => this.#native.exports.world_areas(world, this.index, out));
        return first ? this.#native.words(first, this.vertexCount) : null;
    }

    /** Removes the body from its world; it must not be used afterwards. */
    remove(): void {
        this.#native.check(this.#native.exports.world_remove(this.#here, this.index));
    }
}

/** @internal Adds `count` bodies with `add`; removes all of them if one fails. */
export function addAll(count: number, add: (index: number, added: Body[]) => void): Body[] {
    const added: Body[] = [];
    try {
        for (let i = 0; i < count; i++) add(i, added);
    } catch (error) {
        for (const body of added) body.remove();
        throw error;
    }
    return added;
}
