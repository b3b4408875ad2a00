import { checkIndex, checkInstance, checkVector } from './arguments.js';
import { Body, type BodyOptions } from './body.js';
import { Dynamics, type DynamicsOptions } from './dynamics.js';
import { MoteError } from './error.js';
import { findFeatures, type FeatureOptions, type Features } from './features.js';
import { Handle } from './handle.js';
import { BODY_FACE, BODY_OPTIONS, DISTANCE, DRAWING, SELF, SURFACE_POINT } from './layout.js';
import { Manifolds } from './manifold.js';
import { Mesh } from './mesh.js';
import { NONE, type Native } from './native.js';
import { withOptions, type WorldOptions } from './options.js';
import { faceOrNull, Report, type DetectOptions } from './report.js';
import { Resource } from './resource.js';
import { SweepReport, type SweepOptions } from './sweep.js';
import type { Vector } from './vector.js';
import { View, type ViewOptions } from './view.js';

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

/** A point of a body's surface. */
export interface SurfacePoint {
    /** The index of the body. */
    body: number;
    face: number;
    point: Vector;
    /** From the point that was asked about, or along the ray in multiples of its direction. */
    distance: number;
}

/** A face that a ball or a box overlaps. */
export interface BodyFace {
    body: number;
    face: number;
}

/** Names of the kinds in a drawing; see mote_draw_kind. */
export const DRAW_KINDS = [
    'body', 'region', 'cluster', 'cell', 'particle', 'seed', 'hint', 'plane', 'closest', 'swept', 'impact', 'manifold', 'hit',
    'gradient',
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

/** Holds bodies and finds, frame by frame, which of them touch, where, and how far apart they are. */
export class World extends Resource {
    readonly #native: Native;
    readonly #handle: Handle;

    private constructor(handle: Handle) {
        super();
        this.#native = handle.native;
        this.#handle = handle;
    }

    /** @internal */
    static of(handle: Handle): World {
        return new World(handle);
    }

    /** @internal */
    static create(native: Native, options: WorldOptions): World {
        const pointer = withOptions(native, options, (def) =>
            native.take((out) => native.exports.world_create(def, out)),
        );
        return new World(new Handle(native, pointer, 'world', (world) => native.exports.world_destroy(world)));
    }

    add(mesh: Mesh, options: BodyOptions = {}): Body {
        const { exports, scratch } = this.#native;
        const world = this.#handle.pointer;
        const pointer = Mesh.pointerOf(mesh, this.#native);
        this.#writeBodyOptions(options);
        const out = scratch + BODY_OPTIONS.size;
        this.#native.check(exports.world_add(world, pointer, scratch, out));
        return Body.of(this.#handle, this.#native.word(out));
    }

    /** Writes the options to the scratch area. */
    #writeBodyOptions(options: BodyOptions): void {
        const { selfCollision, selfSharedVertex, selfSharedEdge, category = 1, mask = NONE } = options;
        const words = this.#native.words(this.#native.scratch, 3);
        words[BODY_OPTIONS.self / 4] =
            (selfCollision ? SELF.collision : 0) | (selfSharedVertex ? SELF.sharedVertex : 0) |
            (selfSharedEdge ? SELF.sharedEdge : 0);
        words[BODY_OPTIONS.category / 4] = checkIndex('category', category);
        words[BODY_OPTIONS.mask / 4] = checkIndex('mask', mask);
    }

    /** All bodies of the world, by ascending index. */
    get bodies(): Body[] {
        const list: Body[] = [];
        const next = (from: number) => this.#native.exports.world_next_body(this.#handle.pointer, from) >>> 0;
        for (let i = next(0); i !== NONE; i = next(i + 1)) list.push(Body.of(this.#handle, i));
        return list;
    }

    /** @internal */
    static addPart(world: World, asset: Handle, part: number, onDemand: boolean, options: BodyOptions): Body {
        const { native } = asset;
        const pointer = checkInstance('world', world, World).#handle.pointerIn(native);
        world.#writeBodyOptions(options);
        const out = native.scratch + BODY_OPTIONS.size;
        native.check(
            native.exports.world_add_part(pointer, asset.pointer, part, Number(onDemand), native.scratch, out),
        );
        return Body.of(world.#handle, native.word(out));
    }

    /** Excludes a pair of bodies from reports, or includes it again. */
    ignorePair(a: Body, b: Body, ignore: boolean): void {
        const [first, second] = [Body.indexIn(a, this.#handle), Body.indexIn(b, this.#handle)];
        const { exports } = this.#native;
        this.#native.check(exports.world_ignore_pair(this.#handle.pointer, first, second, Number(ignore)));
    }

    /**
     * Finds all bodies and faces that touch. Throws if a body has a position that is NaN or infinite, after the others have
     * been tested; see `DetectOptions.skipInvalid`.
     */
    detect(options: DetectOptions = {}): Report {
        this.#native.check(this.#native.exports.world_detect(this.#handle.pointer));
        return this.report({ skipInvalid: false, ...options });
    }

    /** The report of the last detect; throws as `detect` does only if asked to. */
    report({ skipInvalid = true }: DetectOptions = {}): Report {
        const report = Report.of(this.#handle);
        if (!skipInvalid) this.#refuseInvalid(report.invalid());
        return report;
    }

    /**
     * Finds, exactly, what bodies run into while they move as `Body.setMotion` says; bodies without a motion rest. Changes
     * neither the bodies nor the report of `detect`. The methods with the ability "sweep" can do it.
     */
    sweep(options: SweepOptions = {}): SweepReport {
        return SweepReport.make(this.#handle, options);
    }

    /** Points of the contacts of the last detect, with ids that persist; needs the option `manifoldPoints`. */
    manifolds(): Manifolds {
        return Manifolds.of(this.#handle);
    }

    #refuseInvalid(bodies: number[]): void {
        if (bodies[0] === undefined) return;
        const present = Body.of(this.#handle, bodies[0]).present();
        const vertex = Math.trunc(present.findIndex((x) => !Number.isFinite(x)) / 3);
        const [x, y, z] = present.subarray(3 * vertex);
        throw new MoteError(
            'bad data',
            `body ${bodies[0]}: vertex ${vertex} is at (${x}, ${y}, ${z}), so the body was not tested; ` +
                'detect({ skipInvalid: true }) leaves such bodies out',
        );
    }

    /** Changes the option `timeBudget` from the next detect on; 0 is no limit. */
    setTimeBudget(seconds: number): void {
        this.#native.check(this.#native.exports.world_set_time_budget(this.#handle.pointer, seconds));
    }

    /** Gives back memory that earlier frames needed and the present bodies do not. The next frame allocates what it needs. */
    trim(): void {
        this.#native.check(this.#native.exports.world_trim(this.#handle.pointer));
    }

    /** Writes the marks of all bodies: 1 for faces that touch another in the last report, otherwise 0. */
    mark(): void {
        this.#native.check(this.#native.exports.world_mark(this.#handle.pointer));
    }

    /** The debug drawing of the last detect. */
    draw(): Drawing {
        return this.#drawing(this.#native.take((out) => this.#native.exports.world_draw(this.#handle.pointer, out)));
    }

    /** The debug drawing of the last sweep: the boxes of bodies over the step, and its contacts with their normals. */
    drawSweep(): Drawing {
        return this.#drawing(this.#native.take((out) => this.#native.exports.world_draw_sweep(this.#handle.pointer, out)));
    }

    #drawing(drawing: number): Drawing {
        const native = this.#native;
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
        const [first, second] = [Body.indexIn(a, this.#handle), Body.indexIn(b, this.#handle)];
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
    ray(origin: Vector, direction: Vector, tMax = Infinity): SurfacePoint | null {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(checkVector('origin', origin));
        this.#native.floats(scratch + 12, 3).set(checkVector('direction', direction));
        const out = scratch + 32;
        this.#native.check(exports.world_ray(this.#handle.pointer, scratch, tMax, out));
        return this.#surfacePoint(out);
    }

    /** The point of a body's surface closest to `point`, or null if it is farther away than `limit`. */
    closestPoint(body: Body, point: Vector, limit = Infinity): SurfacePoint | null {
        const { exports, scratch } = this.#native;
        const index = Body.indexIn(body, this.#handle);
        this.#native.floats(scratch, 3).set(checkVector('point', point));
        const out = scratch + 32;
        this.#native.check(exports.world_closest_point(this.#handle.pointer, index, scratch, limit, out));
        return this.#surfacePoint(out);
    }

    /** Copies: the faces that share a point with a ball, by body and face. */
    overlapSphere(center: Vector, radius: number): BodyFace[] {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(checkVector('center', center));
        const out = scratch + 32;
        this.#native.check(exports.world_overlap_sphere(this.#handle.pointer, scratch, radius, out, out + 4));
        return this.#bodyFaces(out);
    }

    /** Copies: the faces that share a point with a box, by body and face. */
    overlapBox(min: Vector, max: Vector): BodyFace[] {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(checkVector('min', min));
        this.#native.floats(scratch + 12, 3).set(checkVector('max', max));
        const out = scratch + 32;
        this.#native.check(exports.world_overlap_box(this.#handle.pointer, scratch, out, out + 4));
        return this.#bodyFaces(out);
    }

    /**
     * Vertex-face and edge-edge pairs within a distance, exactly, between bodies that collide and of bodies with
     * `selfCollision` with themselves, of the positions that were set last.
     */
    features(options: FeatureOptions = {}): Features {
        return findFeatures(this.#handle, options);
    }

    /** A view of the bodies as they are now, for many points and rays at a time. Dispose of it before anything changes. */
    freeze(options: ViewOptions = {}): View {
        return View.of(this.#handle, options);
    }

    /**
     * The point of the caller's space that all coordinates in float are relative to, initially 0. Far from it they lose
     * precision: keep it near what matters. Moving it keeps bodies with global positions or a global transform in place;
     * others move with it.
     */
    get origin(): Vector {
        const { exports, scratch } = this.#native;
        this.#native.check(exports.world_get_origin(this.#handle.pointer, scratch));
        const [x, y, z] = this.#native.doubles(scratch, 3);
        return [x!, y!, z!];
    }

    setOrigin(origin: Vector): void {
        const { exports, scratch } = this.#native;
        this.#native.doubles(scratch, 3).set(checkVector('origin', origin));
        this.#native.check(exports.world_set_origin(this.#handle.pointer, scratch));
    }

    #bodyFaces(out: number): BodyFace[] {
        const words = this.#native.words(this.#native.word(out), (BODY_FACE.size / 4) * this.#native.word(out + 4));
        return Array.from({ length: this.#native.word(out + 4) }, (_, i) => {
            const first = (i * BODY_FACE.size) / 4;
            return { body: words[first + BODY_FACE.body / 4]!, face: words[first + BODY_FACE.face / 4]! };
        });
    }

    #surfacePoint(out: number): SurfacePoint | null {
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
        return Dynamics.of(this, this.#handle, options);
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
