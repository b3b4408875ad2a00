// 'mote check' for files in memory: finds every frame of an animation in which parts of it penetrate, touch or come near each
// other.

import { checkBytes, checkInstance, checkText } from './arguments.js';
import { MoteError } from './error.js';
import type { CheckExports } from './exports.js';
import { CHECK_RESULT } from './layout.js';
import { Mote } from './mote.js';
import type { Native } from './native.js';
import type { Bytes } from './vector.js';

const SPLITS = ['auto', 'file', 'node', 'mesh', 'material', 'component'] as const;
const WELDS = ['none', 'exact'] as const;
const SEVERITIES = ['clean', 'near', 'touch', 'penetrate'] as const;
const REMARKS = ['files', 'clip', 'content', 'baseline', 'output'] as const;
/** The value of the first of them in mote_check_remark_kind. */
const FIRST_REMARK = 5;

/** Documented in include/mote/check.h and docs/check.md, with the defaults. */
export interface CheckOptions {
    /** How the files are split into parts, which are checked against each other. */
    parts?: (typeof SPLITS)[number];
    /** Which vertices are merged; a number is a distance. */
    weld?: (typeof WELDS)[number] | number;
    /** The name of the only clip to check, or its number; otherwise all are. */
    clip?: string | number;
    /** Frames per second; default 30. */
    fps?: number;
    /** Check only the rest pose. */
    restPose?: boolean;
    /** Also find what happens between frames, where vertices move on straight lines. */
    between?: boolean;
    /** With `between`: how many times files are posed between two frames, so that the lines follow their curves; default 0. */
    substeps?: number;
    /** Check each part against itself too; by default if there is one part only. */
    self?: boolean;
    /** Pairs of parts not to check, such as "arm:sleeve" or "hair*". */
    ignore?: readonly string[];
    /** The only pairs of parts to check. */
    only?: readonly string[];
    /** Also find faces at most this far apart. */
    tolerance?: number;
    /** Seconds that checking may take. */
    timeBudget?: number;
    /** What counts as a failure; default "penetrate". */
    failOn?: Exclude<(typeof SEVERITIES)[number], 'clean'>;
    /** Penetrations count only if they are deeper than this, or of unknown depth. */
    failDepth?: number;
    /** With `failDepth`: penetrations of unknown depth do not count. */
    passUnknownDepth?: boolean;
    /** Kinds of remarks that do not make the check incomplete. */
    accept?: readonly (typeof REMARKS)[number][];
    /** Do not report face pairs that meet in the rest pose. */
    restBaseline?: boolean;
    /** List every pair of faces; default true. */
    faces?: boolean;
    /** Add the triangles around the worst place of this many episodes; default 0. */
    views?: number;
    /** Called before each frame and after the last; false ends the check. */
    onProgress?: (done: number, count: number) => boolean | void;
}

export interface CheckResult {
    /** Something of the severity `failOn` or worse was found. */
    failed: boolean;
    /** The report, as `mote check --json` writes it; docs/check.md describes it. */
    json: string;
}

/** Fields of js_check_options (module/check.h), in its order. */
const FIELDS = [
    'split', 'weld', 'weldTolerance', 'fps', 'restPose', 'between', 'substeps', 'self', 'tolerance', 'timeBudget', 'failOn',
    'failDepth', 'passUnknownDepth', 'accept', 'restBaseline', 'faces', 'viewCount',
] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], number>>;

const WELD_TOLERANCE = 2;
const SELF = { no: 1, yes: 2 } as const;

function choice(name: string, value: string | undefined, choices: readonly string[]): number | undefined {
    if (value === undefined) return undefined;
    const index = choices.indexOf(value);
    if (index < 0) throw new RangeError(`option '${name}': '${value}' is not one of ${choices.join(', ')}`);
    return index;
}

function bit(value: boolean | undefined): number | undefined {
    return value === undefined ? undefined : Number(value);
}

function fieldsOf(options: CheckOptions): Fields {
    const { weld, self, accept = [] } = options;
    const given: { [field in keyof Fields]: number | undefined } = {
        split: choice('parts', options.parts, SPLITS),
        weld: typeof weld === 'number' ? WELD_TOLERANCE : choice('weld', weld, WELDS),
        weldTolerance: typeof weld === 'number' ? weld : undefined,
        fps: options.fps,
        restPose: bit(options.restPose),
        between: bit(options.between),
        substeps: options.substeps,
        self: self === undefined ? undefined : self ? SELF.yes : SELF.no,
        tolerance: options.tolerance,
        timeBudget: options.timeBudget,
        failOn: choice('failOn', options.failOn, SEVERITIES),
        failDepth: options.failDepth,
        passUnknownDepth: bit(options.passUnknownDepth),
        accept: accept.reduce((bits, name) => bits | (1 << (FIRST_REMARK + choice('accept', name, REMARKS)!)), 0),
        restBaseline: bit(options.restBaseline),
        faces: bit(options.faces),
        viewCount: options.views,
    };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const KNOWN = new Set<string>([
    'parts', 'weld', 'clip', 'fps', 'restPose', 'between', 'substeps', 'self', 'ignore', 'only', 'tolerance', 'timeBudget',
    'failOn', 'failDepth', 'passUnknownDepth', 'accept', 'restBaseline', 'faces', 'views', 'onProgress',
]);

/** Memory that the C side takes over: bytes, or text that ends with a zero. */
function given(native: Native, bytes: Uint8Array): number {
    const pointer = native.allocate(bytes.length);
    native.bytes(pointer, bytes.length).set(bytes);
    return pointer;
}

function givenText(native: Native, name: string, text: string): number {
    return given(native, new TextEncoder().encode(checkText(name, text) + '\0'));
}

/** A check of the C side, from creation to the report. */
class Check {
    readonly #native: Native;
    readonly #exports: CheckExports;
    readonly #options: number;
    readonly #pointer: number;

    constructor(native: Native) {
        if (!native.exports.check_create) throw new MoteError('refused', 'the module has no check; load the one of the package');
        this.#native = native;
        this.#exports = native.exports as unknown as CheckExports;
        this.#options = native.allocate(8 * FIELDS.length);
        this.#pointer = native.take((out) => this.#exports.check_create(this.#options, out));
    }

    addFile(name: string, bytes: Uint8Array): void {
        const input = !/\.(bin|png|jpe?g|ktx2|webp)$/i.test(name);
        const [text, data] = [givenText(this.#native, 'name', name), given(this.#native, bytes)];
        this.#native.check(this.#exports.check_add_file(this.#pointer, text, data, bytes.length, Number(input)));
    }

    set(options: CheckOptions): void {
        const unknown = Object.keys(options).find((name) => !KNOWN.has(name));
        if (unknown !== undefined) throw new RangeError(`unknown option '${unknown}'`);
        const fields = fieldsOf(options);
        FIELDS.forEach((name, i) => {
            const value = fields[name];
            if (value === undefined) return;
            if (typeof value !== 'number') throw new TypeError(`option '${name}': expected a number`);
            this.#native.doubles(this.#options, FIELDS.length)[i] = value;
        });
        for (const rule of options.ignore ?? [])
            this.#native.check(this.#exports.check_add_ignore(this.#pointer, givenText(this.#native, 'ignore', rule)));
        for (const rule of options.only ?? [])
            this.#native.check(this.#exports.check_add_only(this.#pointer, givenText(this.#native, 'only', rule)));
        if (options.clip !== undefined)
            this.#exports.check_set_clip(this.#pointer, givenText(this.#native, 'clip', String(options.clip)));
    }

    /** Reads the files; gives the number of frames to check. */
    open(): number {
        return this.#native.take((out) => this.#exports.check_open(this.#pointer, this.#options, out));
    }

    /** Checks the next frame; false after the last. */
    next(): boolean {
        return this.#native.take((out) => this.#exports.check_next(this.#pointer, out)) !== 0;
    }

    finish(): CheckResult {
        const { scratch } = this.#native;
        this.#native.check(this.#exports.check_finish(this.#pointer, scratch));
        const word = (offset: number) => this.#native.word(scratch + offset);
        const json = this.#native.bytes(word(CHECK_RESULT.json), word(CHECK_RESULT.jsonSize));
        return { failed: word(CHECK_RESULT.failed) !== 0, json: new TextDecoder().decode(json) };
    }

    dispose(): void {
        this.#exports.check_destroy(this.#pointer);
        this.#native.exports.release(this.#options);
    }
}

/** Lets the page live between frames. */
const PATIENCE = 50;

function pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
}

async function run(check: Check, onProgress: CheckOptions['onProgress']): Promise<void> {
    const count = check.open();
    let last = performance.now();
    for (let done = 0; onProgress?.(done, count) !== false && check.next(); done++) {
        if (performance.now() - last < PATIENCE) continue;
        await pause();
        last = performance.now();
    }
}

/**
 * Checks GLB and glTF files, given by their names, together with the buffers that they refer to. Reading happens in the
 * module, which is a sandbox.
 */
export async function check(
    mote: Mote, files: Readonly<Record<string, Bytes>>, options: CheckOptions = {},
): Promise<CheckResult> {
    const work = new Check(Mote.nativeOf(checkInstance('mote', mote, Mote)));
    try {
        work.set(options);
        for (const [name, bytes] of Object.entries(files)) work.addFile(name, checkBytes(name, bytes));
        await run(work, options.onProgress);
        return work.finish();
    } finally {
        work.dispose();
    }
}
