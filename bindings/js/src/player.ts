import { checkBytes, checkText } from './arguments.js';
import type { Body } from './body.js';
import { Handle } from './handle.js';
import { PLAYED_FRAME } from './layout.js';
import type { MethodName } from './names.js';
import type { Native } from './native.js';
import type { Report } from './report.js';
import { Resource } from './resource.js';
import type { Bytes } from './vector.js';
import { World } from './world.js';

/** See mote_played_frame. */
export interface PlayedFrame {
    frame: number;
    finished: boolean;
    recordedHash: bigint;
    hash: bigint;
    facePairs: number;
    /** True if the hashes can be compared. */
    compared: boolean;
    equal: boolean;
}

/** Plays a recording in its own world. */
export class Player extends Resource {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly #world: Handle;
    /**
     * The world of the player, valid as long as the player, for drawing and queries. Methods that would change it or its
     * bodies throw, including `detect`.
     */
    readonly world: World;
    readonly frameCount: number;

    private constructor(native: Native, recording: Bytes, method: MethodName | undefined) {
        super();
        const bytes = checkBytes('recording', recording);
        const create = (name: number) => {
            const data = native.allocate(bytes.length); // the player takes it over
            native.bytes(data, bytes.length).set(bytes);
            return native.take((out) => native.exports.player_create(data, bytes.length, name, out));
        };
        const pointer = method === undefined ? create(0) : native.withText(checkText('method', method), create);
        this.#native = native;
        this.#handle = new Handle(native, pointer, 'player', (player) => native.exports.player_destroy(player));
        this.#world = new Handle(native, native.exports.player_world(pointer), 'player', () => {}, this.#handle);
        this.world = World.of(this.#world);
        this.frameCount = native.exports.player_frame_count(pointer);
    }

    /** @internal */
    static of(native: Native, recording: Bytes, method: MethodName | undefined): Player {
        return new Player(native, recording, method);
    }

    /** Plays the next frame and detects; throws after the last. */
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

    /** The bodies of the last step; each step may add and remove some. */
    get bodies(): Body[] {
        return this.world.bodies;
    }

    /** The report of the last step. */
    report(): Report {
        return this.world.report();
    }

    dispose(): void {
        this.#world.dispose();
        this.#handle.dispose();
    }
}
