import { Handle, type Native, type Vector } from './native.js';

/** Pulls a patch of a body's surface; see `Body.pull`. */
export class Pull {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #handle: Handle;

    /** @internal */
    constructor(native: Native, world: Handle, pointer: number) {
        this.#native = native;
        this.#world = world;
        this.#handle = new Handle(pointer, 'pull', (pull) => native.exports.pull_release(pull));
    }

    /**
     * Moves the grabbed point, in world space; vertices closer to it than the radius follow. Always relative to the
     * shape that the body had when the pull began. Beyond about half the radius
     * the surface folds over itself.
     */
    moveTo(point: Vector): void {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(point);
        this.#native.check(exports.pull_move(this.#handle.pointer, this.#world.pointer, scratch));
    }

    /** Ends the pull; the body keeps its shape. */
    dispose(): void {
        this.#handle.dispose();
    }
}
