import type { Native } from './native.js';

/** Documented in include/mote/method.h, as are those below. */
export interface SmithOptions {
    level?: number;
    rootIsRegion?: boolean;
    skipBoxes?: boolean;
    faceBox?: boolean;
    bintree?: boolean;
    paperFacePair?: boolean;
}

export interface SeninOptions {
    particles?: number;
    reach?: number;
    reachPart?: number;
    movement?: 'vertices' | 'edges' | 'faces';
    leastMoving?: number;
    mostSteps?: number;
    tolerance?: number;
    neighbourhood?: number;
    closestPairs?: number;
    faces?: number;
    pursue?: boolean;
    coldStart?: boolean;
    cacheSteps?: number;
    cacheDistance?: number;
}

export interface LbgOptions {
    particles?: number;
    count?: 'spheres' | 'shadows' | 'kissing';
    literalAreas?: boolean;
    distance?: 'mean-edge' | 'all-pairs';
    closestPairs?: number;
    pursue?: boolean;
    faces?: number;
    acceptable?: number;
    literalRectangles?: boolean;
}

export interface PairedOptions {
    starts?: number;
    flood?: boolean;
}

/** Documented in include/mote/world.h. */
export interface WorldOptions {
    /** A name of `Mote.methods`; default "hybrid". */
    method?: string;
    /** The papers' own rules in place of the better defaults; what else is given here comes on top. */
    literal?: boolean;
    detect?: 'all' | 'first' | 'count';
    tolerance?: number;
    contacts?: boolean;
    containment?: boolean;
    certify?: boolean;
    /** Seconds. */
    timeBudget?: number;
    candidateBudget?: number;
    seed?: number;
    smith?: SmithOptions;
    senin?: SeninOptions;
    lbg?: LbgOptions;
    paired?: PairedOptions;
}

/** Enumerators in the order of the C side. */
const ENUMERATORS: Record<string, readonly string[]> = {
    detect: ['all', 'first', 'count'],
    'senin.movement': ['vertices', 'edges', 'faces'],
    'lbg.count': ['spheres', 'shadows', 'kissing'],
    'lbg.distance': ['mean-edge', 'all-pairs'],
};

function numberOf(name: string, value: unknown): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const known = ENUMERATORS[name] ?? [];
    const index = known.indexOf(String(value));
    if (index < 0) throw new RangeError(`option '${name}': '${value}' is none of ${known.join(', ') || 'its values'}`);
    return index;
}

function snakeCase(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
}

function setAll(native: Native, pointer: number, prefix: string, values: object): void {
    for (const [key, value] of Object.entries(values)) {
        if (value === undefined) continue;
        const name = prefix + snakeCase(key);
        if (typeof value === 'object' && value !== null && prefix === '') {
            setAll(native, pointer, name + '.', value);
        } else {
            const number = numberOf(name, value);
            native.check(native.withText(name, (text) => native.exports.options_set(pointer, text, number)));
        }
    }
}

/** Hands the options to `use` as a definition of the C side. */
export function withOptions<T>(native: Native, options: WorldOptions, use: (pointer: number) => T): T {
    const { method, literal, ...others } = options;
    const pointer = native.take((out) => native.exports.options_create(out));
    try {
        if (method !== undefined)
            native.check(native.withText(method, (text) => native.exports.options_method(pointer, text)));
        if (literal) native.exports.options_literal(pointer);
        setAll(native, pointer, '', others);
        return use(pointer);
    } finally {
        native.exports.release(pointer);
    }
}
