import { Handle, type Native, type Vector } from './native.js';

/** A hand that holds a patch of a body's surface; see `Body.pull`. */
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
     * The grasped point is now there, in world space, and what is nearer to it than the radius follows. Counted from
     * the shape that the body had when it was grasped, wherever the hand has been since. Beyond half the radius or so
     * the surface folds.
     */
    moveTo(point: Vector): void {
        const { exports, scratch } = this.#native;
        this.#native.floats(scratch, 3).set(point);
        this.#native.check(exports.pull_move(this.#handle.pointer, this.#world.pointer, scratch));
    }

    /** The hand opens: the body keeps its shape. */
    dispose(): void {
        this.#handle.dispose();
    }
}
