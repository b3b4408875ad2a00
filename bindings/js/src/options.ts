import { OPTION } from './layout.js';
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
    neighborhood?: number;
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

const KINDS = ['boolean', 'integer', 'number', 'choice'] as const;

export interface OptionInfo {
    /** As in `WorldOptions`, such as "tolerance" or "smith.level". */
    name: string;
    kind: (typeof KINDS)[number];
    /** Of a choice, in the order of their numbers. */
    choices?: string[];
    default: number;
    /** What worlds are created with; may be infinite. */
    least: number;
    most: number;
}

/** There are no threads here. */
const LEFT_OUT = 'senin.own_thread';

function camelCase(name: string): string {
    return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
}

function choicesOf(native: Native, option: number): string[] | undefined {
    const first = native.word(option + OPTION.choices);
    if (!first) return undefined;
    const count = native.data().getFloat64(option + OPTION.most, true) + 1;
    return Array.from({ length: count }, (_, i) => native.text(native.word(first + 4 * i)));
}

function infoOf(native: Native, option: number, defaults: number): OptionInfo {
    const name = native.word(option + OPTION.name);
    const choices = choicesOf(native, option);
    return {
        name: camelCase(native.text(name)),
        kind: KINDS[native.word(option + OPTION.kind)]!,
        ...(choices && { choices }),
        default: native.exports.options_get(defaults, name),
        least: native.data().getFloat64(option + OPTION.least, true),
        most: native.data().getFloat64(option + OPTION.most, true),
    };
}

/** The options that make a difference to a method, general ones first. */
export function optionsOf(native: Native, method: string): OptionInfo[] {
    const { exports } = native;
    const infos: OptionInfo[] = [];
    withOptions(native, { method }, (defaults) => {
        for (let i = 0, option; (option = exports.option_at(i)); i++) {
            const left = native.text(native.word(option + OPTION.name)) === LEFT_OUT;
            if (!left && exports.option_concerns(option, defaults)) infos.push(infoOf(native, option, defaults));
        }
    });
    return infos;
}

function optionNamed(native: Native, name: string): number {
    for (let i = 0, option; (option = native.exports.option_at(i)); i++)
        if (native.text(native.word(option + OPTION.name)) === name) return option;
    return 0;
}

function numberOf(native: Native, name: string, value: unknown): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const option = optionNamed(native, name);
    const known = (option && choicesOf(native, option)) || [];
    const index = known.indexOf(String(value));
    if (index < 0) throw new RangeError(`option '${name}': '${value}' is none of ${known.join(', ') || 'its values'}`);
    return index;
}

function setAll(native: Native, pointer: number, prefix: string, values: object): void {
    for (const [key, value] of Object.entries(values)) {
        if (value === undefined) continue;
        const name = prefix + snakeCase(key);
        if (typeof value === 'object' && value !== null && prefix === '') {
            setAll(native, pointer, name + '.', value);
        } else {
            const number = numberOf(native, name, value);
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
