import { MoteError } from './error.js';
import type { Handle } from './handle.js';
import { BODY_ID, CONTACT, ESTIMATE, PAIR, REPORT, STATS, UNEXAMINED } from './layout.js';
import { NONE, type Native } from './native.js';
import type { Vector } from './vector.js';

const STATES = ['begin', 'persist', 'end'] as const;
const RELATIONS = ['apart', 'touch', 'near', 'a-in-b', 'b-in-a'] as const;
const VERDICTS = ['undecided', 'touch', 'apart'] as const;
const DEPTH_KINDS = ['none', 'estimate', 'exact'] as const;

export interface DetectOptions {
    /**
     * Leave bodies with a position that is NaN or infinite out of the report, which lists them (`Report.invalid`), instead
     * of throwing. Default false.
     */
    skipInvalid?: boolean;
}

/** Two bodies that touch, by their indices; see mote_pair_report. */
export interface Pair {
    a: number;
    b: number;
    state: (typeof STATES)[number];
    relation: (typeof RELATIONS)[number];
    firstFacePair: number;
    facePairCount: number;
    firstContact: number;
    contactCount: number;
    /** The budget ended before the pair was finished: there may be more. */
    cutShort: boolean;
    /** There was no time for some contacts, or for the depth of some. */
    contactsCutShort: boolean;
}

/** Two bodies that a budget kept from being examined to the end; see mote_unexamined_pair. */
export interface UnexaminedPair {
    a: number;
    b: number;
    /** True if a part of the pair was examined. */
    begun: boolean;
}

/** One connected region of touching faces; see mote_contact. */
export interface Contact {
    point: Vector;
    normal: Vector;
    depth: number;
    depthKind: (typeof DEPTH_KINDS)[number];
    time: number;
    pair: number;
    facePairCount: number;
    firstSegment: number;
    segmentCount: number;
}

/** The estimate of a particle method for two bodies; see mote_pair_estimate. Faces are null if no points were found. */
export interface Estimate {
    a: number;
    b: number;
    verdict: (typeof VERDICTS)[number];
    probable: boolean;
    distance: number;
    onA: Vector;
    onB: Vector;
    faceA: number | null;
    faceB: number | null;
}

const SECONDS = ['updateSeconds', 'broadSeconds', 'pairsSeconds', 'reportSeconds', 'totalSeconds'] as const;
const COUNTERS = [
    'movedVertices', 'bodyPairs', 'clusterPairs', 'candidates', 'exactCalls', 'facePairs', 'forceEvaluations', 'hops',
    'touchedVertices', 'evaluatedVertices', 'boundedNodes', 'repartitions', 'certifiedPairs',
] as const;

const FACE_PAIRS = STATS.counters + 8 * COUNTERS.indexOf('facePairs');

/** The cost of a frame; see mote_stats. */
export type Stats = Record<(typeof SECONDS)[number] | (typeof COUNTERS)[number] | 'bytes', number>;

/** @internal */
export function faceOrNull(face: number): number | null {
    return face === NONE ? null : face;
}

/**
 * The result of one frame, valid until the next detect of its world; using it later throws. The typed arrays are views of
 * the module's memory, valid until the next call of the library: copy what you keep.
 */
export class Report {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #start: number;
    /** Number of detects so far. */
    readonly frame: number;

    private constructor(world: Handle) {
        const { native } = world;
        this.#native = native;
        this.#world = world;
        this.#start = native.take((out) => native.exports.world_report(world.pointer, out));
        this.frame = this.#readFrame();
    }

    /** @internal The report of the last detect. */
    static of(world: Handle): Report {
        return new Report(world);
    }

    #readFrame(): number {
        return Number(this.#native.data().getBigUint64(this.#start + REPORT.frame, true));
    }

    /** @internal False once a later detect has replaced it. */
    get isCurrent(): boolean {
        void this.#world.pointer;
        return this.#readFrame() === this.frame;
    }

    /** The address, if the world still has this report. */
    get #pointer(): number {
        if (!this.isCurrent)
            throw new MoteError('stale id', `the report of frame ${this.frame} has been replaced by a later detect`);
        return this.#start;
    }

    #word(offset: number): number {
        return this.#native.word(this.#pointer + offset);
    }

    /** Hash of pairs and faces, the same on every machine. */
    get hash(): bigint {
        return this.#native.data().getBigUint64(this.#pointer + REPORT.hash, true);
    }

    /** True if a budget ended the detect early. */
    get cutShort(): boolean {
        return this.#native.data().getUint8(this.#pointer + REPORT.cutShort) !== 0;
    }

    /** True if the result depends only on the input: false after a time budget has ended a detect. */
    get reproducible(): boolean {
        return this.#native.data().getUint8(this.#pointer + REPORT.reproducible) !== 0;
    }

    get pairCount(): number {
        return this.#word(REPORT.pairCount);
    }

    /** Of all pairs of bodies; with the option `detect: 'count'` they are counted, but not listed. */
    get facePairCount(): number {
        return Number(this.#native.data().getBigUint64(this.#pointer + REPORT.stats + FACE_PAIRS, true));
    }

    get contactCount(): number {
        return this.#word(REPORT.contactCount);
    }

    /**
     * View: face of a, face of b, for each face pair; those of a pair of bodies start at its `firstFacePair`. Empty with
     * `detect: 'count'`.
     */
    get facePairs(): Uint32Array {
        return this.#native.words(this.#word(REPORT.facePairs), 2 * this.#word(REPORT.facePairCount));
    }

    /** View: the contact of each face pair; empty without contacts. */
    get contactOf(): Uint32Array {
        const first = this.#word(REPORT.contactOf);
        return this.#native.words(first, first ? this.#word(REPORT.facePairCount) : 0);
    }

    /** View: the segments in which faces intersect, two points of three coordinates each. */
    get segments(): Float32Array {
        return this.#native.floats(this.#word(REPORT.segments), 6 * this.#word(REPORT.segmentCount));
    }

    /** Copies: the pairs of bodies that touch or have just separated. */
    pairs(): Pair[] {
        const data = this.#native.data();
        const first = this.#word(REPORT.pairs);
        return Array.from({ length: this.pairCount }, (_, i) => {
            const at = (offset: number) => data.getUint32(first + i * PAIR.size + offset, true);
            return {
                a: at(PAIR.a),
                b: at(PAIR.b),
                state: STATES[at(PAIR.state)]!,
                relation: RELATIONS[at(PAIR.relation)]!,
                firstFacePair: at(PAIR.firstFacePair),
                facePairCount: Number(data.getBigUint64(first + i * PAIR.size + PAIR.facePairCount, true)),
                firstContact: at(PAIR.firstContact),
                contactCount: at(PAIR.contactCount),
                cutShort: data.getUint8(first + i * PAIR.size + PAIR.cutShort) !== 0,
                contactsCutShort: data.getUint8(first + i * PAIR.size + PAIR.contactsCutShort) !== 0,
            };
        });
    }

    /** Copies. */
    contacts(): Contact[] {
        const data = this.#native.data();
        const first = this.#word(REPORT.contacts);
        return Array.from({ length: this.contactCount }, (_, i) => {
            const start = first + i * CONTACT.size;
            return {
                point: this.#native.vector(start + CONTACT.point),
                normal: this.#native.vector(start + CONTACT.normal),
                depth: data.getFloat32(start + CONTACT.depth, true),
                depthKind: DEPTH_KINDS[data.getUint32(start + CONTACT.depthKind, true)]!,
                time: data.getFloat32(start + CONTACT.time, true),
                pair: data.getUint32(start + CONTACT.pair, true),
                facePairCount: data.getUint32(start + CONTACT.facePairCount, true),
                firstSegment: data.getUint32(start + CONTACT.firstSegment, true),
                segmentCount: data.getUint32(start + CONTACT.segmentCount, true),
            };
        });
    }

    /** Copies: the estimates of particle methods. */
    estimates(): Estimate[] {
        const data = this.#native.data();
        const first = this.#word(REPORT.estimates);
        return Array.from({ length: this.#word(REPORT.estimateCount) }, (_, i) => {
            const start = first + i * ESTIMATE.size;
            return {
                a: data.getUint32(start + ESTIMATE.a, true),
                b: data.getUint32(start + ESTIMATE.b, true),
                verdict: VERDICTS[data.getUint32(start + ESTIMATE.verdict, true)]!,
                probable: data.getUint8(start + ESTIMATE.probable) !== 0,
                distance: data.getFloat32(start + ESTIMATE.distance, true),
                onA: this.#native.vector(start + ESTIMATE.onA),
                onB: this.#native.vector(start + ESTIMATE.onB),
                faceA: faceOrNull(data.getUint32(start + ESTIMATE.faceA, true)),
                faceB: faceOrNull(data.getUint32(start + ESTIMATE.faceB, true)),
            };
        });
    }

    /** Copy: indices of bodies that were skipped because a position is NaN or infinite. */
    invalid(): number[] {
        return this.#indices(REPORT.invalid, REPORT.invalidCount);
    }

    /** Copy: pairs of bodies that a budget kept from being examined to the end. */
    unexamined(): UnexaminedPair[] {
        const data = this.#native.data();
        const first = this.#word(REPORT.unexamined);
        return Array.from({ length: this.#word(REPORT.unexaminedCount) }, (_, i) => {
            const start = first + i * UNEXAMINED.size;
            return {
                a: data.getUint32(start + UNEXAMINED.a, true),
                b: data.getUint32(start + UNEXAMINED.b, true),
                begun: data.getUint8(start + UNEXAMINED.begun) !== 0,
            };
        });
    }

    /** Copy: indices of bodies that the search for pairs did not come to under a time budget. */
    unsearched(): number[] {
        return this.#indices(REPORT.unsearched, REPORT.unsearchedCount);
    }

    #indices(list: number, count: number): number[] {
        const first = this.#word(list);
        return Array.from({ length: this.#word(count) }, (_, i) => this.#native.word(first + i * BODY_ID.size));
    }

    /** Copy. */
    stats(): Stats {
        const data = this.#native.data();
        const start = this.#pointer + REPORT.stats;
        const stats = { bytes: data.getUint32(start + STATS.bytes, true) } as Stats;
        SECONDS.forEach((name, i) => (stats[name] = data.getFloat64(start + STATS.seconds + 8 * i, true)));
        COUNTERS.forEach((name, i) => (stats[name] = Number(data.getBigUint64(start + STATS.counters + 8 * i, true))));
        return stats;
    }
}
