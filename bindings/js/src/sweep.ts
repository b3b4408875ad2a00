import { MoteError } from './error.js';
import type { Handle } from './handle.js';
import {
    BODY_ID, BODY_STEP, SWEEP, SWEEP_STATS, SWEPT_CONTACT, SWEPT_FACES, SWEPT_IMPACT, SWEPT_PAIR,
} from './layout.js';
import type { Native } from './native.js';
import type { Vector } from './vector.js';

const FINDS = ['all', 'first', 'earliest'] as const;
const KINDS = ['vertex-face', 'face-vertex', 'edges'] as const;

/** What a sweep reports; see mote_sweep_def. */
export interface SweepOptions {
    /** All impacts, the first of each pair of bodies, or the first of all; default all. */
    find?: (typeof FINDS)[number];
    /** Also list the face pairs that meet at some time in the step. */
    facePairs?: boolean;
    /** Also compute where each impact happens and its normal. */
    contacts?: boolean;
    /** Also compute the safe step of each vertex; see `Body.safeSteps`. */
    vertexSteps?: boolean;
    /** Also find a step whose rounded positions are proved to be free. */
    verify?: boolean;
    /** An impact is when primitives come within this distance of each other; default 0. */
    separation?: number;
}

/** Encloses the first time, from 0 to 1, at which two things share a point. */
export interface ImpactTime {
    low: number;
    high: number;
}

/** Two bodies that meet in the step, by their indices; see mote_swept_pair. */
export interface SweptPair {
    a: number;
    b: number;
    first: ImpactTime;
    firstImpact: number;
    impactCount: number;
    firstFacePair: number;
    facePairCount: number;
    meetsAtStart: boolean;
    cutShort: boolean;
}

/** A vertex and a face, or two edges, that meet in the step; see mote_swept_impact. */
export interface SweptImpact {
    kind: (typeof KINDS)[number];
    /** In `SweepReport.pairs`. */
    pair: number;
    /** The vertex and the corners of the face, or the ends of both edges. */
    vertices: [number, number, number, number];
    faceA: number;
    faceB: number;
    time: ImpactTime;
}

/** Where an impact happens; see mote_swept_contact. */
export interface SweptContact {
    time: number;
    point: Vector;
    normal: Vector;
}

/** Two faces that share a point at some time in the step; see mote_swept_faces. */
export interface SweptFaces {
    faceA: number;
    faceB: number;
    atStart: boolean;
    time: ImpactTime;
}

const SECONDS = [
    'updateSeconds', 'broadSeconds', 'pairsSeconds', 'reportSeconds', 'verifySeconds', 'totalSeconds',
] as const;
const COUNTERS = [
    'movedVertices', 'bodyPairs', 'clusterPairs', 'trianglePairs', 'candidates', 'exactCalls', 'evaluatedVertices',
    'boundedNodes',
] as const;

/** The cost of a sweep; see mote_sweep_stats. */
export type SweepStats = Record<(typeof SECONDS)[number] | (typeof COUNTERS)[number] | 'bytes', number>;

/** The result of one sweep, valid until the next sweep of its world; using it later throws. */
export class SweepReport {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #start: number;
    /** Number of sweeps so far. */
    readonly sweep: number;

    private constructor(world: Handle) {
        const { native } = world;
        this.#native = native;
        this.#world = world;
        this.#start = native.take((out) => native.exports.world_sweep_report(world.pointer, out));
        this.sweep = this.#readSweep();
    }

    /** @internal */
    static make(world: Handle, options: SweepOptions): SweepReport {
        const { facePairs, contacts, vertexSteps, verify, find = 'all', separation = 0 } = options;
        if (!FINDS.includes(find)) throw new TypeError(`find: ${String(find)} is none of ${FINDS.join(', ')}`);
        const parts =
            (facePairs ? 1 : 0) | (contacts ? 2 : 0) | (vertexSteps ? 4 : 0) | (verify ? 8 : 0);
        const { native } = world;
        native.check(native.exports.world_sweep(world.pointer, FINDS.indexOf(find), parts, separation));
        return new SweepReport(world);
    }

    #readSweep(): number {
        return Number(this.#native.data().getBigUint64(this.#start + SWEEP.sweep, true));
    }

    /** The address, if the world still has this report. */
    get #pointer(): number {
        void this.#world.pointer;
        if (this.#readSweep() !== this.sweep)
            throw new MoteError('stale id', `the report of sweep ${this.sweep} has been replaced by a later one`);
        return this.#start;
    }

    #word(offset: number): number {
        return this.#native.word(this.#pointer + offset);
    }

    #double(offset: number): number {
        return this.#native.data().getFloat64(this.#pointer + offset, true);
    }

    #flag(offset: number): boolean {
        return this.#native.data().getUint8(this.#pointer + offset) !== 0;
    }

    /** Copies of all elements of a list. */
    #list<T>(list: number, count: number, size: number, make: (at: number, data: DataView) => T): T[] {
        const [first, data] = [this.#word(list), this.#native.data()];
        return Array.from({ length: first ? this.#word(count) : 0 }, (_, i) => make(first + i * size, data));
    }

    /** Hash of pairs, impacts, faces and times, the same on every machine. */
    get hash(): bigint {
        return this.#native.data().getBigUint64(this.#pointer + SWEEP.hash, true);
    }

    /** True if a budget ended the sweep early: all safe steps are 0. */
    get cutShort(): boolean {
        return this.#flag(SWEEP.cutShort);
    }

    /** No impact is before this time: the world may move up to it. 1 if there is none. */
    get safeStep(): number {
        return this.#double(SWEEP.safeStep);
    }

    /** With `verify`: a time at which positions rounded to float are proved to be free of intersections. */
    get verifiedStep(): number {
        return this.#double(SWEEP.verifiedStep);
    }

    /** With `verify`: no faces meet at the start. */
    get startIsFree(): boolean {
        return this.#flag(SWEEP.startIsFree);
    }

    get pairCount(): number {
        return this.#word(SWEEP.pairCount);
    }

    get impactCount(): number {
        return this.#word(SWEEP.impactCount);
    }

    get facePairCount(): number {
        return this.#word(SWEEP.facePairCount);
    }

    /** Copies: the pairs of bodies that meet. */
    pairs(): SweptPair[] {
        return this.#list(SWEEP.pairs, SWEEP.pairCount, SWEPT_PAIR.size, (at, data) => ({
            a: data.getUint32(at + SWEPT_PAIR.a, true),
            b: data.getUint32(at + SWEPT_PAIR.b, true),
            first: timeAt(data, at + SWEPT_PAIR.first),
            firstImpact: data.getUint32(at + SWEPT_PAIR.firstImpact, true),
            impactCount: data.getUint32(at + SWEPT_PAIR.impactCount, true),
            firstFacePair: data.getUint32(at + SWEPT_PAIR.firstFacePair, true),
            facePairCount: data.getUint32(at + SWEPT_PAIR.facePairCount, true),
            meetsAtStart: data.getUint8(at + SWEPT_PAIR.meetsAtStart) !== 0,
            cutShort: data.getUint8(at + SWEPT_PAIR.cutShort) !== 0,
        }));
    }

    /** Copies: by pairs of bodies, and sorted by time within each. */
    impacts(): SweptImpact[] {
        return this.#list(SWEEP.impacts, SWEEP.impactCount, SWEPT_IMPACT.size, (at, data) => {
            const word = (offset: number) => data.getUint32(at + offset, true);
            const vertex = (i: number) => word(SWEPT_IMPACT.vertices + 4 * i);
            return {
                kind: KINDS[word(SWEPT_IMPACT.kind)]!,
                pair: word(SWEPT_IMPACT.pair),
                vertices: [vertex(0), vertex(1), vertex(2), vertex(3)],
                faceA: word(SWEPT_IMPACT.faceA),
                faceB: word(SWEPT_IMPACT.faceB),
                time: timeAt(data, at + SWEPT_IMPACT.time),
            };
        });
    }

    /** Copies: where each impact happens; empty without `contacts`. */
    contacts(): SweptContact[] {
        return this.#list(SWEEP.contacts, SWEEP.impactCount, SWEPT_CONTACT.size, (at, data) => ({
            time: data.getFloat64(at + SWEPT_CONTACT.time, true),
            point: this.#native.vector(at + SWEPT_CONTACT.point),
            normal: this.#native.vector(at + SWEPT_CONTACT.normal),
        }));
    }

    /** Copies: those of a pair of bodies start at its `firstFacePair`; empty without the option `facePairs`. */
    facePairs(): SweptFaces[] {
        return this.#list(SWEEP.facePairs, SWEEP.facePairCount, SWEPT_FACES.size, (at, data) => ({
            faceA: data.getUint32(at + SWEPT_FACES.faceA, true),
            faceB: data.getUint32(at + SWEPT_FACES.faceB, true),
            atStart: data.getUint8(at + SWEPT_FACES.atStart) !== 0,
            time: timeAt(data, at + SWEPT_FACES.time),
        }));
    }

    /** Copies: of each body, by its index, a time before which it has no impact; empty if only the earliest was sought. */
    bodySteps(): { body: number; safeStep: number }[] {
        return this.#list(SWEEP.bodySteps, SWEEP.bodyStepCount, BODY_STEP.size, (at, data) => ({
            body: data.getUint32(at + BODY_STEP.body, true),
            safeStep: data.getFloat64(at + BODY_STEP.safeStep, true),
        }));
    }

    /** Copy: indices of bodies that were left out because a position is NaN or infinite. */
    invalid(): number[] {
        return this.#list(SWEEP.invalid, SWEEP.invalidCount, BODY_ID.size, (at, data) => data.getUint32(at, true));
    }

    /** Copy. */
    stats(): SweepStats {
        const [data, start] = [this.#native.data(), this.#pointer + SWEEP.stats];
        const stats = { bytes: data.getUint32(start + SWEEP_STATS.bytes, true) } as SweepStats;
        SECONDS.forEach((name, i) => (stats[name] = data.getFloat64(start + SWEEP_STATS.seconds + 8 * i, true)));
        COUNTERS.forEach((name, i) => (stats[name] = Number(data.getBigUint64(start + SWEEP_STATS.counters + 8 * i, true))));
        return stats;
    }
}

function timeAt(data: DataView, at: number): ImpactTime {
    return { low: data.getFloat64(at, true), high: data.getFloat64(at + 8, true) };
}
