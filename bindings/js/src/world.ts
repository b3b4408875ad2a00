import { Dynamics, type DynamicsOptions } from './dynamics.js';
import { MoteError } from './error.js';
import { DISTANCE, DRAWING, MESH, SURFACE_POINT } from './layout.js';
import type { Mesh } from './mesh.js';
import { Handle, NONE, type Native, type Vector } from './native.js';
import { withOptions, type WorldOptions } from './options.js';
import { Pull } from './pull.js';
import { faceOrNull, Report } from './report.js';

export interface BodyOptions {
    /** Also test faces of the body that share no vertex against each other. */
    selfCollision?: boolean;
    /** With selfCollision: also test faces that share one vertex, for contact elsewhere. */
    selfSharedVertex?: boolean;
}

/** See mote_distance; faces are null beyond the limit. */
export interface Distance {
    distance: number;
    onA: Vector;
    onB: Vector;
    faceA: number | null;
    faceB: number | null;
    worth: 'exact' | 'upper-bound';
    trianglePairs: number;
}

export interface RayHit {
    body: number;
    face: number;
    point: Vector;
    /** Distance along the ray, in multiples of its direction. */
    distance: number;
}

/** Names of the kinds in a drawing; see mote_draw_kind. */
export const DRAW_KINDS = [
    'body', 'region', 'cluster', 'cell', 'particle', 'seed', 'hint', 'plane', 'closest',
] as const;

/**
 * The debug drawing of the method, as views that are valid until the next call of the library; docs/debug-draw.md lists which
 * method draws what. A box is seven words: its kind and the six floats of its corners. A point is six: its kind, its
 * body, its id and three floats; the id of a particle stays from frame to frame. A vector is eight: its kind, its body,
 * three floats of its start and three of its direction; for a particle that is the force on it, for a plane its normal.
 * Kinds, bodies and ids are read from the words, coordinates from the floats.
 */
export interface Drawing {
    boxCount: number;
    boxWords: Uint32Array;
    boxFloats: Float32Array;
    pointCount: number;
    pointWords: Uint32Array;
    pointFloats: Float32Array;
    vectorCount: number;
    vectorWords: Uint32Array;
    vectorFloats: Float32Array;
    /** Two points of three coordinates per segment. */
    segments: Float32Array;
}

/** A mesh in a world, with its present shape and placement. */
export class Body {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #generation: number;
    readonly vertexCount: number;
    readonly triangleCount: number;

    /** @internal */
    constructor(
        native: Native,
        world: Handle,
        /** The index of the body in reports. */
        readonly index: number,
    ) {
        this.#native = native;
        this.#world = world;
        this.#generation = native.exports.world_generation(world.pointer, index);
        this.vertexCount = native.word(this.#mesh + MESH.vertexCount);
        this.triangleCount = native.word(this.#mesh + MESH.triangleCount);
    }

    /** @internal The index in reports of `world`, which must still contain this body. */
    indexIn(world: Handle): number {
        if (world !== this.#world) throw new MoteError('bad argument', 'the body belongs to another world');
        void this.#here;
        return this.index;
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
    setPositions(positions?: ArrayLike<number>): void {
        if (positions) {
            if (positions.length !== 3 * this.vertexCount)
                throw new RangeError(`${positions.length} coordinates for ${this.vertexCount} vertices`);
            this.positions.set(positions);
        }
        this.#native.check(this.#native.exports.world_set_positions(this.#here, this.index));
    }

    /** Twelve numbers: three columns of a rotation and a translation, applied to the positions; null is the identity. */
    setTransform(transform: ArrayLike<number> | null): void {
        const { exports, scratch } = this.#native;
        if (transform) {
            if (transform.length !== 12) throw new RangeError(`transform: expected 12 numbers, not ${transform.length}`);
            this.#native.floats(scratch, 12).set(transform);
        }
        this.#native.check(exports.world_set_transform(this.#here, this.index, transform ? scratch : 0));
    }

    /** @internal `scene` is the handle of a scene, here and below. */
    putOnDemand(scene: number, sceneBody: number): void {
        const { exports } = this.#native;
        this.#native.check(exports.world_put_on_demand(this.#here, this.index, scene, sceneBody));
    }

    /** @internal */
    show(scene: number, sceneBody: number, frame: number): void {
        const { exports } = this.#native;
        this.#native.check(exports.world_show(this.#here, this.index, scene, sceneBody, frame));
    }

    /** @internal `asset` is the handle of an asset. */
    showPart(asset: number, part: number): void {
        const { exports } = this.#native;
        this.#native.check(exports.world_show_part(this.#here, this.index, asset, part));
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
        this.#native.floats(scratch, 3).set(point);
        const out = scratch + 16;
        this.#native.check(exports.pull_create(this.#here, this.index, scratch, radius, out));
        return new Pull(this.#native, this.#world, this.#native.word(out));
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

/** Holds bodies and finds, frame by frame, which of them touch, where, and how far apart they are. */
export class World {
    readonly #native: Native;
    readonly #handle: Handle;

    /** @internal */
    constructor(native: Native, handle: Handle) {
        this.#native = native;
        this.#handle = handle;
    }

    /** @internal */
    static create(native: Native, options: WorldOptions): World {
        const pointer = withOptions(native, options, (def) =>
            native.take((out) => native.exports.world_create(def, out)),
        );
        return new World(native, new Handle(pointer, 'world', (world) => native.exports.world_destroy(world)));
    }

    add(mesh: Mesh, options: BodyOptions = {}): Body {
        const { selfCollision = false, selfSharedVertex = false } = options;
        const index = this.#native.take((out) =>
            this.#native.exports.world_add(
                this.#handle.pointer, mesh.handle.pointer, Number(selfCollision), Number(selfSharedVertex), out,
            ),
        );
        return new Body(this.#native, this.#handle, index);
    }

    /** All bodies of the world, by ascending index. */
    get bodies(): Body[] {
        const list: Body[] = [];
        const next = (from: number) => this.#native.exports.world_next_body(this.#handle.pointer, from) >>> 0;
        for (let i = next(0); i !== NONE; i = next(i + 1)) list.push(new Body(this.#native, this.#handle, i));
        return list;
    }

    /** @internal `asset` is the handle of an asset. */
    addPart(asset: number, part: number, onDemand: boolean, selfCollision: boolean): Body {
        const { exports } = this.#native;
        const index = this.#native.take((out) =>
            exports.world_add_part(
                this.#handle.pointer, asset, part, Number(onDemand), Number(selfCollision), out,
            ),
        );
        return new Body(this.#native, this.#handle, index);
    }

    /** Excludes a pair of bodies from reports, or includes it again. */
    ignorePair(a: Body, b: Body, ignore: boolean): void {
        const [first, second] = [a, b].map((body) => body.indexIn(this.#handle)) as [number, number];
        const { exports } = this.#native;
        this.#native.check(exports.world_ignore_pair(this.#handle.pointer, first, second, Number(ignore)));
    }

    /** Finds all bodies and faces that touch. */
    detect(): Report {
        this.#native.check(this.#native.exports.world_detect(this.#handle.pointer));
        return this.report();
    }

    /** The report of the last detect. */
    report(): Report {
        const { exports } = this.#native;
        return new Report(this.#native, this.#native.take((out) => exports.world_report(this.#handle.pointer, out)));
    }

    /** Writes the marks of all bodies: 1 for faces that touch another in the last report, otherwise 0. */
    mark(): void {
        this.#native.check(this.#native.exports.world_mark(this.#handle.pointer));
    }

    /** The debug drawing of the last detect. */
    draw(): Drawing {
        const native = this.#native;
        const drawing = native.take((out) => native.exports.world_draw(this.#handle.pointer, out));
        const word = (offset: number) => native.word(drawing + offset);
        const [boxes, boxCount] = [word(DRAWING.boxes), word(DRAWING.boxCount)];
        const [points, pointCount] = [word(DRAWING.points), word(DRAWING.pointCount)];
        const [vectors, vectorCount] = [word(DRAWING.vectors), word(DRAWING.vectorCount)];
        return {
            boxCount,
            boxWords: native.words(boxes, 7 * boxCount),
            boxFloats: native.floats(boxes, 7 * boxCount),
            pointCount,
            pointWords: native.words(points, 6 * pointCount),
            pointFloats: native.floats(points, 6 * pointCount),
            vectorCount,
            vectorWords: native.words(vectors, 8 * vectorCount),
            vectorFloats: native.floats(vectors, 8 * vectorCount),
            segments: native.floats(word(DRAWING.segments), 6 * word(DRAWING.segmentCount)),
        };
    }

    /** The distance between the surfaces of two bodies; infinite if it exceeds `limit`. */
    distance(a: Body, b: Body, limit = Infinity): Distance {
        const [first, second] = [a, b].map((body) => body.indexIn(this.#handle)) as [number, number];
        const { exports, scratch } = this.#native;
        this.#native.check(exports.world_distance(this.#handle.pointer, first, second, limit, scratch));
        const data = this.#native.data();
        return {
            distance: data.getFloat32(scratch + DISTANCE.distance, true),
            onA: this.#native.vector(scratch + DISTANCE.onA),
            onB: this.#native.vector(scratch + DISTANCE.onB),
            faceA: faceOrNull(data.getUint32(scratch + DISTANCE.faceA, true)),
            faceB: faceOrNull(data.getUint32(scratch + DISTANCE.faceB, true)),
            worth: data.getUint32(scratch + DISTANCE.worth, true) === 0 ? 'exact' : 'upper-bound',
            trianglePairs: Number(data.getBigUint64(scratch + DISTANCE.trianglePairs, true)),
        };
    }

    /** The first body and face that the ray hits, or null. */
    ray(origin: Vector, direction: Vector, tMax = Infinity): RayHit | null {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 6).set([...origin, ...direction]);
        const out = scratch + 32;
        this.#native.check(exports.world_ray(this.#handle.pointer, scratch, tMax, out));
        const face = this.#native.word(out + SURFACE_POINT.face);
        if (face === NONE) return null;
        return {
            body: this.#native.word(out + SURFACE_POINT.body),
            face,
            point: this.#native.vector(out + SURFACE_POINT.point),
            distance: this.#native.data().getFloat32(out + SURFACE_POINT.distance, true),
        };
    }

    /** Creates a simulation of bodies of this world. Needs the option `contacts`, which is on by default. */
    createDynamics(options: DynamicsOptions = {}): Dynamics {
        return new Dynamics(this.#native, this, this.#handle, options);
    }

    /** Starts recording all changes to the world. */
    record(): void {
        this.#native.check(this.#native.exports.world_record(this.#handle.pointer));
    }

    /** Copy: the bytes of a file that `mote replay` and `Mote.play` read. */
    stopRecording(): Uint8Array {
        const { exports, scratch } = this.#native;
        this.#native.check(exports.world_record_stop(this.#handle.pointer, scratch, scratch + 4));
        return this.#native.bytes(this.#native.word(scratch), this.#native.word(scratch + 4)).slice();
    }

    dispose(): void {
        this.#handle.dispose();
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
