import { Dynamics, type DynamicsOptions } from './dynamics.js';
import { MoteError } from './error.js';
import { DISTANCE, DRAWING, MESH, SURFACE_POINT } from './layout.js';
import type { Mesh } from './mesh.js';
import { Handle, NONE, type Native, type Vector } from './native.js';
import { withOptions, type WorldOptions } from './options.js';
import { Pull } from './pull.js';
import { faceOrNull, Report } from './report.js';

export interface BodyOptions {
    /** Also against itself: faces that share no vertex. */
    selfCollision?: boolean;
    /** With selfCollision: also faces that share one vertex and meet elsewhere too. */
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
    /** Along the ray, in units of its direction's length. */
    distance: number;
}

/** What the numbers in a drawing stand for; see mote_draw_kind. */
export const DRAW_KINDS = [
    'body', 'region', 'cluster', 'cell', 'particle', 'seed', 'hint', 'plane', 'closest',
] as const;

/**
 * What the method looked at, as views that are valid until the next call of the library; docs/debug-draw.md says which
 * method offers what. A box is seven words: its kind and the six floats of its corners. A point is six: its kind, its
 * body, its id and three floats; the id of a particle stays from frame to frame. A vector is eight: its kind, its body,
 * three floats of where it is and three of itself; that of a particle is the force on it, that of a plane its normal.
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
    /** Two points of three coordinates a segment. */
    segments: Float32Array;
}

/** One mesh in one world, in its present shape and place. */
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
        /** As reports name it. */
        readonly index: number,
    ) {
        this.#native = native;
        this.#world = world;
        this.#generation = native.exports.world_generation(world.pointer, index);
        this.vertexCount = native.word(this.#mesh + MESH.vertexCount);
        this.triangleCount = native.word(this.#mesh + MESH.triangleCount);
    }

    /** @internal As reports of that world name it, which must still have this body. */
    indexIn(world: Handle): number {
        if (world !== this.#world) throw new MoteError('bad argument', 'the body is one of another world');
        void this.#here;
        return this.index;
    }

    /** The world, which still has this body: another may have its index by now. */
    get #here(): number {
        const world = this.#world.pointer;
        if (this.#native.exports.world_generation(world, this.index) !== this.#generation)
            throw new MoteError('stale id', `there is no body ${this.index} in the world any more`);
        return world;
    }

    get #mesh(): number {
        return this.#take((world, out) => this.#native.exports.world_mesh(world, this.index, out));
    }

    #take(call: (world: number, out: number) => number): number {
        return this.#native.take((out) => call(this.#here, out));
    }

    /** View: three vertices a triangle, numbered as in `present` and `positions`. Not to be written. */
    get triangles(): Uint32Array {
        return this.#native.words(this.#native.word(this.#mesh + MESH.triangles), 3 * this.triangleCount);
    }

    /**
     * View, to be written: the array from which the body takes its positions, at first the rest shape. After writing
     * call `setPositions`, and then leave it unchanged until the last query of the frame.
     */
    get positions(): Float32Array {
        const first = this.#take((world, out) => this.#native.exports.world_positions(world, this.index, out));
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /** The body is now where `positions` says; they may be given, and are then copied there. */
    setPositions(positions?: ArrayLike<number>): void {
        if (positions) {
            if (positions.length !== 3 * this.vertexCount)
                throw new RangeError(`${positions.length} coordinates for ${this.vertexCount} vertices`);
            this.positions.set(positions);
        }
        this.#native.check(this.#native.exports.world_set_positions(this.#here, this.index));
    }

    /** Twelve numbers: three columns of a rotation and a translation, applied after positions; null takes it away. */
    setTransform(transform: ArrayLike<number> | null): void {
        const { exports, scratch } = this.#native;
        if (transform) {
            if (transform.length !== 12) throw new RangeError(`a transform is 12 numbers, not ${transform.length}`);
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

    /** View: positions as detection sees them, rounded and transformed; valid until it is asked for again. */
    present(): Float32Array {
        const first = this.#take((world, out) => this.#native.exports.world_present(world, this.index, out));
        return this.#native.floats(first, 3 * this.vertexCount);
    }

    /**
     * Takes hold of a point of the surface, in world space; what is nearer to it than `radius` follows when the pull
     * moves. Not for bodies on demand or of players.
     */
    pull(point: Vector, radius: number): Pull {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(point);
        const out = scratch + 16;
        this.#native.check(exports.pull_create(this.#here, this.index, scratch, radius, out));
        return new Pull(this.#native, this.#world, this.#native.word(out));
    }

    /** View: one byte a face, as `World.mark` left it. */
    get marks(): Uint8Array {
        const first = this.#take((world, out) => this.#native.exports.world_marks(world, this.index, out));
        return this.#native.bytes(first, this.triangleCount);
    }

    /**
     * View: one byte a vertex of a body on demand: 0 no detect has evaluated it, 1 an earlier one has, 2 the last one
     * has. Empty for other bodies.
     */
    get touched(): Uint8Array {
        const first = this.#take((world, out) => this.#native.exports.world_touched(world, this.index, out));
        return this.#native.bytes(first, first ? this.vertexCount : 0);
    }

    /**
     * View: the area of each vertex, 0xffffffff where it has none, as the last `World.draw` saw it; null where the method
     * cuts no areas.
     */
    areas(): Uint32Array | null {
        const first = this.#take((world, out) => this.#native.exports.world_areas(world, this.index, out));
        return first ? this.#native.words(first, this.vertexCount) : null;
    }

    /** Takes the body out of its world; it must not be used any more. */
    remove(): void {
        this.#native.check(this.#native.exports.world_remove(this.#here, this.index));
    }
}

/** Holds bodies and answers, frame by frame, which of them touch, where, and how far apart they are. */
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

    /** All that are in the world, by ascending index. */
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

    /** Never reports the two together, or does so again. */
    ignorePair(a: Body, b: Body, ignore: boolean): void {
        const [first, second] = [a, b].map((body) => body.indexIn(this.#handle)) as [number, number];
        const { exports } = this.#native;
        this.#native.check(exports.world_ignore_pair(this.#handle.pointer, first, second, Number(ignore)));
    }

    /** Finds what touches. */
    detect(): Report {
        this.#native.check(this.#native.exports.world_detect(this.#handle.pointer));
        return this.report();
    }

    /** Of the last detect. */
    report(): Report {
        const { exports } = this.#native;
        return new Report(this.#native, this.#native.take((out) => exports.world_report(this.#handle.pointer, out)));
    }

    /** Writes the marks of all bodies: 1 for faces that meet another in the last report, else 0. */
    mark(): void {
        this.#native.check(this.#native.exports.world_mark(this.#handle.pointer));
    }

    /** What the last detect looked at. */
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

    /** Of the surfaces of two bodies; infinite when beyond `limit`. */
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

    /** The first body and face that the ray meets, or null. */
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

    /** Lets bodies of this world move, meet and bounce. Needs `contacts`, which worlds have unless told otherwise. */
    createDynamics(options: DynamicsOptions = {}): Dynamics {
        return new Dynamics(this.#native, this, this.#handle, options);
    }

    /** Records all that the world is told from here on. */
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

/** @internal Bodies 0 to `count`, each added by `add`; none of them if one is refused. */
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
