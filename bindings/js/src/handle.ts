// Handles of the C side and what frees them: `dispose`, `using`, or the garbage collector.

import { MoteError } from './error.js';
import type { Native } from './native.js';

interface Forgotten {
    pointer: number;
    giveBack: (pointer: number) => void;
}

/** Frees what was forgotten. The collector calls it between tasks, never during a call of the library. */
const registry = new FinalizationRegistry<Forgotten>(({ pointer, giveBack }) => giveBack(pointer));

/**
 * A handle of the C side, valid until it is disposed of. Whatever needs the C side to be there refers to the handle, which
 * keeps it from being collected.
 */
export class Handle {
    #pointer: number;

    /** `giveBack` must not refer to the handle or to anything that does. */
    constructor(
        readonly native: Native,
        pointer: number,
        private readonly what: string,
        private readonly giveBack: (pointer: number) => void,
        /** A handle that lives as long as this one. */
        readonly keeps?: Handle,
    ) {
        this.#pointer = pointer;
        registry.register(this, { pointer, giveBack }, this);
    }

    get pointer(): number {
        if (!this.#pointer) throw new MoteError('stale id', `the ${this.what} has been disposed of`);
        return this.#pointer;
    }

    /** False once it has been disposed of. */
    get isOpen(): boolean {
        return this.#pointer !== 0;
    }

    /** The pointer, for a call of this instance of the module. */
    pointerIn(native: Native): number {
        if (native !== this.native)
            throw new MoteError('bad argument', `the ${this.what} belongs to another instance of the module`);
        return this.pointer;
    }

    dispose(): void {
        if (!this.#pointer) return;
        registry.unregister(this);
        const pointer = this.#pointer;
        this.#pointer = 0;
        this.giveBack(pointer);
    }
}
