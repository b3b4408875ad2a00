import { checkText } from './arguments.js';
import { METHOD, OPTION } from './layout.js';
import type { GeneralOptions, MethodName, MethodOptions } from './names.js';
import type { Native } from './native.js';

/**
 * Options of a world. Each method ignores those that it does not read. Contacts need all face pairs: the default of `contacts`
 * is true with `detect: 'all'`, and false otherwise.
 */
export interface WorldOptions extends GeneralOptions, MethodOptions {
    /** Default "hybrid". */
    method?: MethodName;
    /** The values of the papers instead of the defaults; options that are also given take precedence. */
    literal?: boolean;
}

type Fields<T> = Extract<keyof NonNullable<T>, string>;

/** As in `WorldOptions`, such as "tolerance" or "smith.rootIsRegion". */
export type OptionName =
    | keyof GeneralOptions
    | { [M in keyof MethodOptions]-?: `${M}.${Fields<MethodOptions[M]>}` }[keyof MethodOptions];

const KINDS = ['boolean', 'integer', 'number', 'choice'] as const;

export interface OptionInfo {
    name: OptionName;
    /** One line. */
    summary: string;
    kind: (typeof KINDS)[number];
    /** For a choice, in the order of their numbers. */
    choices?: string[];
    /** For a choice the index, for a boolean 0 or 1, as are `literal`, `min` and `max`. */
    default: number;
    /** The value with `literal: true`. */
    literal: number;
    min: number;
    /** Infinite where infinity is accepted; the largest float where any finite number is. */
    max: number;
    /** The names of the methods that read it. */
    methods: MethodName[];
}

/** The value of MOTE_DETECT_ALL. */
const DETECT_ALL = 0;

/** Not listed: the module has no threads. */
const NOT_LISTED = 'senin.own_thread';

function camelCase(name: string): string {
    return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
}

function choicesOf(native: Native, option: number): string[] | undefined {
    const first = native.word(option + OPTION.choices);
    if (!first) return undefined;
    const count = native.data().getFloat64(option + OPTION.max, true) + 1;
    return Array.from({ length: count }, (_, i) => native.text(native.word(first + 4 * i)));
}

function infoOf(native: Native, option: number, literals: number): OptionInfo {
    const { exports } = native;
    const name = native.word(option + OPTION.name);
    const choices = choicesOf(native, option);
    const number = (field: number) => native.data().getFloat64(option + field, true);
    return {
        name: camelCase(native.text(name)) as OptionName,
        summary: native.text(native.word(option + OPTION.summary)),
        kind: KINDS[native.word(option + OPTION.kind)]!,
        ...(choices && { choices }),
        default: number(OPTION.defaultValue),
        literal: exports.options_get(literals, name),
        min: number(OPTION.min),
        max: number(OPTION.max),
        methods: methodsOf(native).filter((_, i) => exports.option_concerns(option, i)),
    };
}

function methodsOf(native: Native): MethodName[] {
    const names: MethodName[] = [];
    for (let i = 0, method; (method = native.exports.method_at(i)); i++)
        names.push(native.text(native.word(method + METHOD.name)) as MethodName);
    return names;
}

/** @internal The options that a method reads, or all; those of all methods first. */
export function optionsOf(native: Native, method?: MethodName): OptionInfo[] {
    const infos: OptionInfo[] = [];
    withOptions(native, { literal: true, ...(method !== undefined && { method }) }, (literals) => {
        for (let i = 0, option; (option = native.exports.option_at(i)); i++)
            if (native.text(native.word(option + OPTION.name)) !== NOT_LISTED)
                infos.push(infoOf(native, option, literals));
    });
    return method === undefined ? infos : infos.filter((info) => info.methods.includes(method));
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
    if (index < 0) throw new RangeError(`option '${name}': '${value}' is not one of ${known.join(', ') || 'its values'}`);
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

/** @internal Hands the options to `use` as a definition of the C side. */
export function withOptions<T>(native: Native, options: WorldOptions, use: (pointer: number) => T): T {
    const { method, literal, ...others } = options;
    const pointer = native.take((out) => native.exports.options_create(out));
    try {
        if (method !== undefined)
            native.check(native.withText(checkText('method', method), (text) => native.exports.options_method(pointer, text)));
        if (literal) native.exports.options_literal(pointer);
        setAll(native, pointer, '', others);
        const detect = native.withText('detect', (name) => native.exports.options_get(pointer, name));
        if (detect !== DETECT_ALL && others.contacts === undefined) setAll(native, pointer, '', { contacts: false });
        return use(pointer);
    } finally {
        native.exports.release(pointer);
    }
}
