import { checkVector } from './arguments.js';
import { Handle } from './handle.js';
import type { Native } from './native.js';
import { Resource } from './resource.js';
import type { Vector } from './vector.js';

/** Pulls a patch of a body's surface; see `Body.pull`. */
export class Pull extends Resource {
    readonly #native: Native;
    readonly #world: Handle;
    readonly #handle: Handle;

    private constructor(native: Native, world: Handle, pointer: number) {
        super();
        this.#native = native;
        this.#world = world;
        this.#handle = new Handle(native, pointer, 'pull', (pull) => native.exports.pull_release(pull));
    }

    /** @internal */
    static of(native: Native, world: Handle, pointer: number): Pull {
        return new Pull(native, world, pointer);
    }

    /**
     * Moves the grabbed point, in world space; vertices closer to it than the radius follow. Always relative to the
     * shape that the body had when the pull began. Beyond about half the radius
     * the surface folds over itself.
     */
    moveTo(point: Vector): void {
        const { exports, scratch } = this.#native;
        const pull = this.#handle.pointer;
        this.#native.floats(scratch, 3).set(checkVector('point', point));
        this.#native.check(exports.pull_move(pull, this.#world.pointer, scratch));
    }

    /** Ends the pull; the body keeps its shape. */
    dispose(): void {
        this.#handle.dispose();
    }
}
