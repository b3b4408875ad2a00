import { checkIndex, checkNumbers } from './arguments.js';
import { Body } from './body.js';
import { Columns } from './columns.js';
import { MoteError } from './error.js';
import type { Handle } from './handle.js';
import { RAY, SIGNED_DISTANCE, SURFACE_POINT } from './layout.js';
import { NONE, type Native } from './native.js';
import { Resource } from './resource.js';
import type { Numbers } from './vector.js';

/** The winding number of a point that is on the surface. */
export const ON_SURFACE = 0x7fffffff;

/** Which bodies a question is about. */
export interface ViewOptions {
    /** Categories of bodies, 32 bits; default all. */
    mask?: number;
}

export interface RayOptions extends ViewOptions {
    /** How far the rays reach, in multiples of their directions: one number, or one per ray; default `Infinity`. */
    tMax?: number | Numbers;
}

/** Points of surfaces, one element per question, or three for coordinates. */
export interface SurfacePoints {
    /** Indices of bodies. */
    bodies: Uint32Array;
    /** 0xffffffff where there is none; the distance is then infinite. */
    faces: Uint32Array;
    points: Float32Array;
    /** From the points that were asked about, or along rays in multiples of their directions. */
    distances: Float32Array;
}

/** See mote_signed_distance. One element per point, or three for coordinates. */
export interface SignedDistances {
    /** Positive outside, negative inside, 0 on the surface. */
    distances: Float32Array;
    /** Unit vectors in which the distance rises. */
    gradients: Float32Array;
    closest: Float32Array;
    faces: Uint32Array;
    /** As of `View.windings`. */
    windings: Int32Array;
}

/**
 * A world as it is at `World.freeze`, for many questions at a time. Until `dispose` the world does not change: what would
 * change it, and its own queries, throw. All results are copies. docs/queries.md says what is exact.
 */
export class View extends Resource {
    readonly #native: Native;
    readonly #world: Handle;
    #isOpen = true;

    private constructor(world: Handle, mask: number) {
        super();
        this.#native = world.native;
        this.#world = world;
        this.#native.check(this.#native.exports.world_freeze(world.pointer, checkIndex('mask', mask)));
    }

    /** @internal */
    static of(world: Handle, { mask = NONE }: ViewOptions): View {
        return new View(world, mask);
    }

    get #pointer(): number {
        if (!this.#isOpen) throw new MoteError('stale id', 'the view has been disposed of');
        return this.#world.pointer;
    }

    /** Calls with `count` structs of the C side and room for as many results. */
    #ask<T>(input: Float32Array, size: number, call: (input: number, out: number) => number, read: (out: number) => T): T {
        const native = this.#native;
        return native.withArray(input, (pointer) => {
            const out = native.allocate(size);
            try {
                native.check(call(pointer, out));
                return read(out);
            } finally {
                native.exports.release(out);
            }
        });
    }

    #surfacePoints(out: number, count: number): SurfacePoints {
        const found = new Columns(this.#native, out, count, SURFACE_POINT.size);
        return {
            bodies: found.words(SURFACE_POINT.body),
            faces: found.words(SURFACE_POINT.face),
            points: found.floats(SURFACE_POINT.point, 3),
            distances: found.floats(SURFACE_POINT.distance),
        };
    }

    /** The points of any body closest to `points`, three coordinates each, no farther away than `limit`. */
    closestPoints(points: Numbers, options: ViewOptions & { limit?: number } = {}): SurfacePoints {
        const { limit = Infinity, mask = NONE } = options;
        const [world, input] = [this.#pointer, coordinates('points', points)];
        const count = input.length / 3;
        const { exports } = this.#native;
        checkIndex('mask', mask);
        return this.#ask(
            input, count * SURFACE_POINT.size,
            (from, out) => exports.view_closest_points(world, mask, from, count, limit, out),
            (out) => this.#surfacePoints(out, count),
        );
    }

    /**
     * How often a closed body encloses each point, exactly: 0 is outside, `ON_SURFACE` on the surface. Throws for a body whose
     * mesh is not closed.
     */
    windings(body: Body, points: Numbers): Int32Array {
        const [world, index] = [this.#pointer, Body.indexIn(body, this.#world)];
        const input = coordinates('points', points);
        const count = input.length / 3;
        return this.#ask(
            input, 4 * count,
            (from, out) => this.#native.exports.view_windings(world, index, from, count, out),
            (out) => new Int32Array(this.#native.words(out, count)),
        );
    }

    /** Distances of points from a closed body, negative inside. The sign is exact. */
    signedDistances(body: Body, points: Numbers): SignedDistances {
        const [world, index] = [this.#pointer, Body.indexIn(body, this.#world)];
        const input = coordinates('points', points);
        const count = input.length / 3;
        return this.#ask(
            input, count * SIGNED_DISTANCE.size,
            (from, out) => this.#native.exports.view_signed_distances(world, index, from, count, out),
            (out) => {
                const found = new Columns(this.#native, out, count, SIGNED_DISTANCE.size);
                return {
                    distances: found.floats(SIGNED_DISTANCE.distance),
                    gradients: found.floats(SIGNED_DISTANCE.gradient, 3),
                    closest: found.floats(SIGNED_DISTANCE.closest, 3),
                    faces: found.words(SIGNED_DISTANCE.face),
                    windings: new Int32Array(found.words(SIGNED_DISTANCE.winding)),
                };
            },
        );
    }

    /** What each ray hits first. */
    rays(origins: Numbers, directions: Numbers, options: RayOptions = {}): SurfacePoints {
        const { world, mask, rays, count } = this.#rays(origins, directions, options);
        return this.#ask(
            rays, count * SURFACE_POINT.size,
            (from, out) => this.#native.exports.view_rays(world, mask, from, count, out),
            (out) => this.#surfacePoints(out, count),
        );
    }

    /** One byte per ray: 1 if it hits anything. Faster than `rays`. */
    raysBlocked(origins: Numbers, directions: Numbers, options: RayOptions = {}): Uint8Array {
        const { world, mask, rays, count } = this.#rays(origins, directions, options);
        return this.#ask(
            rays, count,
            (from, out) => this.#native.exports.view_rays_blocked(world, mask, from, count, out),
            (out) => this.#native.bytes(out, count).slice(),
        );
    }

    /** All hits, sorted by distance: those of ray i are the elements from first[i] to first[i + 1] - 1. */
    raysAll(origins: Numbers, directions: Numbers, options: RayOptions = {}): SurfacePoints & { first: Uint32Array } {
        const { world, mask, rays, count } = this.#rays(origins, directions, options);
        const firstSize = 4 * (count + 1);
        const ask = (capacity: number): (SurfacePoints & { first: Uint32Array }) | number =>
            this.#ask(
                rays, firstSize + capacity * SURFACE_POINT.size,
                (from, out) => {
                    const result = this.#native.exports.view_rays_all(
                        world, mask, from, count, out, out + firstSize, capacity,
                    );
                    return this.#native.word(out + 4 * count) > capacity ? 0 : result;
                },
                (out) => {
                    const first = this.#native.words(out, count + 1).slice();
                    const hits = first[count]!;
                    return hits > capacity ? hits : { ...this.#surfacePoints(out + firstSize, hits), first };
                },
            );
        let found = ask(4 * count);
        if (typeof found === 'number') found = ask(found);
        return found as Exclude<typeof found, number>;
    }

    #rays(origins: Numbers, directions: Numbers, { tMax = Infinity, mask = NONE }: RayOptions) {
        const world = this.#pointer;
        const from = coordinates('origins', origins);
        const to = checkNumbers('directions', directions, from.length);
        const count = from.length / 3;
        const limits = typeof tMax === 'number' ? null : checkNumbers('tMax', tMax, count);
        const rays = new Float32Array((count * RAY.size) / 4);
        for (let i = 0; i < count; i++) {
            const at = (i * RAY.size) / 4;
            for (let k = 0; k < 3; k++) {
                rays[at + RAY.origin / 4 + k] = from[3 * i + k]!;
                rays[at + RAY.direction / 4 + k] = to[3 * i + k]!;
            }
            rays[at + RAY.tMax / 4] = limits ? limits[i]! : (tMax as number);
        }
        return { world, mask: checkIndex('mask', mask), rays, count };
    }

    /** The world may change again. */
    dispose(): void {
        if (!this.#isOpen) return;
        this.#isOpen = false;
        if (this.#world.isOpen) this.#native.check(this.#native.exports.world_thaw(this.#world.pointer));
    }
}

/** Three per point. */
function coordinates(name: string, value: Numbers): Float32Array {
    const numbers = checkNumbers(name, value);
    if (numbers.length % 3) throw new RangeError(`${name}: expected three numbers per point, not ${numbers.length}`);
    return Float32Array.from(numbers);
}
