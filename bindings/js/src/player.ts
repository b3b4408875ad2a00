import { PLAYED_FRAME } from './layout.js';
import { Handle, type Native } from './native.js';
import type { Report } from './report.js';
import { World, type Body } from './world.js';

/** See mote_played_frame. */
export interface PlayedFrame {
    frame: number;
    finished: boolean;
    recordedHash: bigint;
    hash: bigint;
    facePairs: number;
    /** The hashes say something about each other. */
    compared: boolean;
    equal: boolean;
}

/** Plays a recording into a world of its own. */
export class Player {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly #world: Handle;
    /**
     * The world that is played into, for the life of the player: to be drawn and asked. What would change it or its
     * bodies throws, detecting too.
     */
    readonly world: World;
    readonly frameCount: number;

    /** @internal */
    constructor(native: Native, bytes: Uint8Array, method: string | undefined) {
        const create = (name: number) => {
            const data = native.allocate(bytes.length); // the player takes it over
            native.bytes(data, bytes.length).set(bytes);
            return native.take((out) => native.exports.player_create(data, bytes.length, name, out));
        };
        const pointer = method === undefined ? create(0) : native.withText(method, create);
        this.#native = native;
        this.#handle = new Handle(pointer, 'player', (player) => native.exports.player_destroy(player));
        this.#world = new Handle(native.exports.player_world(pointer), 'player', () => {});
        this.world = new World(native, this.#world);
        this.frameCount = native.exports.player_frame_count(pointer);
    }

    /** Takes in the next frame and detects; throws behind the last. */
    step(): PlayedFrame {
        const { exports, scratch } = this.#native;
        this.#native.check(exports.player_step(this.#handle.pointer, scratch));
        const data = this.#native.data();
        const wide = (offset: number) => data.getBigUint64(scratch + offset, true);
        const truth = (offset: number) => data.getUint8(scratch + offset) !== 0;
        return {
            frame: Number(wide(PLAYED_FRAME.frame)),
            finished: truth(PLAYED_FRAME.finished),
            recordedHash: wide(PLAYED_FRAME.recordedHash),
            hash: wide(PLAYED_FRAME.hash),
            facePairs: Number(wide(PLAYED_FRAME.facePairs)),
            compared: truth(PLAYED_FRAME.compared),
            equal: truth(PLAYED_FRAME.equal),
        };
    }

    /** Those of the last step: they may come and go with each. */
    get bodies(): Body[] {
        return this.world.bodies;
    }

    /** Of the last step. */
    report(): Report {
        return this.world.report();
    }

    dispose(): void {
        this.#world.dispose();
        this.#handle.dispose();
    }
}
