import { DYNAMICS_OPTIONS, DYNAMICS_REPORT, GIVEN, RIGID } from './layout.js';
import { Handle, type Native, type Vector } from './native.js';
import type { Report } from './report.js';
import type { Body, World } from './world.js';

/** A unit quaternion. */
export type Rotation = [x: number, y: number, z: number, w: number];

const RESPONSES = ['senin', 'general', 'exchange', 'reflect'] as const;

/** Documented in include/mote/dynamics.h, with the defaults. */
export interface DynamicsOptions {
    response?: (typeof RESPONSES)[number];
    restitution?: number;
    gravity?: Vector;
    /** Bodies bounce off the inside of a box; none without. */
    walls?: { min: Vector; max: Vector } | undefined;
    wallRestitution?: number;
    pushApart?: number;
    surfaceVelocity?: boolean;
    lookAhead?: boolean;
    passes?: number;
}

/** Where a body is and how it moves. */
export interface RigidState {
    /** Of the origin of its own frame, in which `Body.positions` are. */
    position: Vector;
    /** From that frame to the world. */
    rotation: Rotation;
    /** Of the center of mass. */
    velocity: Vector;
    /** About axes of the world, in radians per unit of time. */
    angularVelocity: Vector;
    /** `Infinity`: nothing that it meets moves it. */
    mass: number;
}

export interface RigidOptions extends Partial<RigidState> {
    /** Unless there is a mass; default 1. */
    density?: number;
}

/** See mote_dynamics_report. */
export interface DynamicsReport {
    steps: number;
    time: number;
    momenta: { kineticEnergy: number; momentum: Vector; angularMomentum: Vector };
    potentialEnergy: number;
    shapeEnergy: number;
    impactEnergy: number;
    /** That one impact of the last step has given a body; 0 for none. */
    largestImpulse: number;
    longestWay: number;
    contacts: number;
    impacts: number;
    wallImpacts: number;
    stopped: number;
    /** Index of a body, or null. */
    lastStopped: number | null;
}

const RIGID_FIELDS = ['position', 'rotation', 'velocity', 'angularVelocity', 'mass', 'density'] as const;

const PLAIN_OPTIONS = [
    'restitution', 'gravity', 'wallRestitution', 'pushApart', 'surfaceVelocity', 'lookAhead', 'passes',
] as const;

function isPlainOption(name: string): name is (typeof PLAIN_OPTIONS)[number] {
    return (PLAIN_OPTIONS as readonly string[]).includes(name);
}

/** Moves bodies of a world: they fly, turn, meet and bounce, or are in a hand. */
export class Dynamics {
    readonly #native: Native;
    readonly #world: World;
    readonly #worldHandle: Handle;
    readonly #handle: Handle;

    /** @internal */
    constructor(native: Native, world: World, worldHandle: Handle, options: DynamicsOptions) {
        writeOptions(native, options);
        const { exports, scratch } = native;
        const out = scratch + DYNAMICS_OPTIONS.size;
        native.check(exports.dynamics_create(worldHandle.pointer, scratch, out));
        this.#native = native;
        this.#world = world;
        this.#worldHandle = worldHandle;
        this.#handle = new Handle(native.word(out), 'dynamics', (it) => exports.dynamics_destroy(it));
    }

    /**
     * From here on the body is placed by the dynamics; others are obstacles. It starts from where it is, at rest, but
     * for what is given. Its mass is that of the solid inside its surface, or of the box around it where the surface
     * encloses nothing.
     */
    add(body: Body, options: RigidOptions = {}): void {
        const index = this.#indexOf(body);
        this.#writeRigid(options);
        this.#check((dynamics, exports, scratch) => exports.dynamics_add(dynamics, index, scratch));
    }

    /** The body stays where it is, as an obstacle. */
    remove(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_remove(dynamics, index));
    }

    /** A hand closes: the body stops, and moves only as `moveHeld` says. */
    hold(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_hold(dynamics, index));
    }

    /** Where the held body is to be at the end of the next step. */
    moveHeld(body: Body, position: Vector, rotation: Rotation): void {
        const index = this.#indexOf(body);
        this.#writeRigid({ position, rotation });
        this.#check((dynamics, exports, scratch) => exports.dynamics_move_held(dynamics, index, scratch));
    }

    /** The hand opens: the body goes on as it was moved in the last step. */
    release(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_release(dynamics, index));
    }

    isHeld(body: Body): boolean {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports, scratch) => exports.dynamics_is_held(dynamics, index, scratch));
        return this.#native.word(this.#native.scratch) !== 0;
    }

    state(body: Body): RigidState {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports, scratch) => exports.dynamics_get(dynamics, index, scratch));
        const { scratch } = this.#native;
        const numbers = (offset: number, count: number) => [...this.#native.doubles(scratch + offset, count)];
        return {
            position: numbers(RIGID.position, 3) as Vector,
            rotation: numbers(RIGID.rotation, 4) as Rotation,
            velocity: numbers(RIGID.velocity, 3) as Vector,
            angularVelocity: numbers(RIGID.angularVelocity, 3) as Vector,
            mass: numbers(RIGID.mass, 1)[0]!,
        };
    }

    /** Changes what is given. */
    set(body: Body, change: Partial<RigidState>): void {
        const index = this.#indexOf(body);
        this.#writeRigid(change);
        this.#check((dynamics, exports, scratch) => exports.dynamics_set(dynamics, index, scratch));
    }

    /** The body's shape is now that of `Body.positions`, and its inertia follows, if it encloses a volume. */
    setShape(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_set_shape(dynamics, index));
    }

    /** Lets time pass, detects and answers what meets. */
    step(time: number): Report {
        this.#check((dynamics, exports) => exports.dynamics_step(dynamics, time));
        return this.#world.report();
    }

    /** The first half of a step: all bodies move. Then detect, and `react` with the same time. */
    advance(time: number): void {
        this.#check((dynamics, exports) => exports.dynamics_advance(dynamics, time));
    }

    /** The second half: answers what the world's last detect has found. May move bodies apart. */
    react(time: number): void {
        this.#check((dynamics, exports) => exports.dynamics_react(dynamics, time));
    }

    /** Of the last step. */
    report(): DynamicsReport {
        this.#check((dynamics, exports, scratch) => exports.dynamics_report(dynamics, scratch));
        const { scratch } = this.#native;
        const data = this.#native.data();
        const number = (offset: number) => data.getFloat64(scratch + offset, true);
        const vector = (offset: number): Vector => [number(offset), number(offset + 8), number(offset + 16)];
        const count = (offset: number) => data.getUint32(scratch + offset, true);
        return {
            steps: Number(data.getBigUint64(scratch + DYNAMICS_REPORT.steps, true)),
            time: number(DYNAMICS_REPORT.time),
            momenta: {
                kineticEnergy: number(DYNAMICS_REPORT.kineticEnergy),
                momentum: vector(DYNAMICS_REPORT.momentum),
                angularMomentum: vector(DYNAMICS_REPORT.angularMomentum),
            },
            potentialEnergy: number(DYNAMICS_REPORT.potentialEnergy),
            shapeEnergy: number(DYNAMICS_REPORT.shapeEnergy),
            impactEnergy: number(DYNAMICS_REPORT.impactEnergy),
            largestImpulse: number(DYNAMICS_REPORT.largestImpulse),
            longestWay: number(DYNAMICS_REPORT.longestWay),
            contacts: count(DYNAMICS_REPORT.contacts),
            impacts: count(DYNAMICS_REPORT.impacts),
            wallImpacts: count(DYNAMICS_REPORT.wallImpacts),
            stopped: count(DYNAMICS_REPORT.stopped),
            lastStopped: count(DYNAMICS_REPORT.stopped) ? count(DYNAMICS_REPORT.lastStopped) : null,
        };
    }

    /** The bodies stay where they are. */
    dispose(): void {
        this.#handle.dispose();
    }

    #indexOf(body: Body): number {
        return body.indexIn(this.#worldHandle);
    }

    #check(call: (dynamics: number, exports: Native['exports'], scratch: number) => number): void {
        const { exports, scratch } = this.#native;
        this.#native.check(call(this.#handle.pointer, exports, scratch));
    }

    #writeRigid(rigid: RigidOptions): void {
        const { scratch } = this.#native;
        let given = 0;
        for (const name of RIGID_FIELDS) {
            const value = rigid[name];
            if (value === undefined) continue;
            put(this.#native, RIGID[name], value, name === 'rotation' ? 4 : 3);
            given |= GIVEN[name];
        }
        this.#native.words(scratch + RIGID.given, 1)[0] = given;
    }
}

/** Writes a number, a truth, or `count` numbers into the scratch area. */
function put(native: Native, offset: number, value: number | boolean | number[], count = 3): void {
    const numbers = Array.isArray(value) ? value : [Number(value)];
    if (Array.isArray(value) && value.length !== count)
        throw new RangeError(`${count} numbers are needed, not ${value.length}`);
    native.doubles(native.scratch + offset, numbers.length).set(numbers);
}

/** Leaves the options in the scratch area. */
function writeOptions(native: Native, options: DynamicsOptions): void {
    const { response, walls, ...others } = options;
    native.exports.dynamics_defaults(native.scratch);
    if (response !== undefined) {
        const index = RESPONSES.indexOf(response);
        if (index < 0) throw new RangeError(`option 'response': '${response}' is none of ${RESPONSES.join(', ')}`);
        put(native, DYNAMICS_OPTIONS.response, index);
    }
    if (walls) {
        put(native, DYNAMICS_OPTIONS.hasWalls, true);
        put(native, DYNAMICS_OPTIONS.wallsMin, walls.min);
        put(native, DYNAMICS_OPTIONS.wallsMax, walls.max);
    }
    for (const [name, value] of Object.entries(others)) {
        if (!isPlainOption(name)) throw new RangeError(`there is no option '${name}'`);
        if (value !== undefined) put(native, DYNAMICS_OPTIONS[name], value);
    }
}
