import { checkVector, kindOf } from './arguments.js';
import { Body } from './body.js';
import { Handle } from './handle.js';
import { DYNAMICS_OPTIONS, DYNAMICS_REPORT, GIVEN, RIGID } from './layout.js';
import type { Native } from './native.js';
import type { DetectOptions, Report } from './report.js';
import { Resource } from './resource.js';
import type { Rotation, Vector } from './vector.js';
import type { World } from './world.js';

const RESPONSES = ['senin', 'general', 'exchange', 'reflect'] as const;

/** Documented in include/mote/dynamics.h, with the defaults. */
export interface DynamicsOptions {
    response?: (typeof RESPONSES)[number];
    restitution?: number;
    gravity?: Vector;
    /** A box whose inside bodies bounce off; none if absent. */
    walls?: { min: Vector; max: Vector } | undefined;
    wallRestitution?: number;
    pushApart?: number;
    surfaceVelocity?: boolean;
    lookAhead?: boolean;
    passes?: number;
}

/** Placement and motion of a body. */
export interface RigidState {
    /** Position of the origin of the body's frame, in which `Body.positions` are. */
    position: Vector;
    /** Rotation from that frame to the world. */
    rotation: Rotation;
    /** Velocity of the center of mass. */
    velocity: Vector;
    /** About axes of the world, in radians per unit of time. */
    angularVelocity: Vector;
    /** May be `Infinity`: then no impact moves the body. */
    mass: number;
}

export interface RigidOptions extends Partial<RigidState> {
    /** Used if no mass is given; default 1. */
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
    /** The largest impulse of one impact in the last step; 0 if there was none. */
    largestImpulse: number;
    longestWay: number;
    contacts: number;
    impacts: number;
    wallImpacts: number;
    stopped: number;
    /** The index of a body, or null. */
    lastStopped: number | null;
}

const RIGID_FIELDS = ['position', 'rotation', 'velocity', 'angularVelocity', 'mass', 'density'] as const;

const PLAIN_OPTIONS = [
    'restitution', 'gravity', 'wallRestitution', 'pushApart', 'surfaceVelocity', 'lookAhead', 'passes',
] as const;

function isPlainOption(name: string): name is (typeof PLAIN_OPTIONS)[number] {
    return (PLAIN_OPTIONS as readonly string[]).includes(name);
}

/** Simulates bodies of a world: they fly, rotate, collide and bounce, or are held. */
export class Dynamics extends Resource {
    readonly #native: Native;
    readonly #world: World;
    readonly #worldHandle: Handle;
    readonly #handle: Handle;

    private constructor(world: World, worldHandle: Handle, options: DynamicsOptions) {
        super();
        const { native } = worldHandle;
        writeOptions(native, options);
        const { exports, scratch } = native;
        const out = scratch + DYNAMICS_OPTIONS.size;
        native.check(exports.dynamics_create(worldHandle.pointer, scratch, out));
        this.#native = native;
        this.#world = world;
        this.#worldHandle = worldHandle;
        this.#handle = new Handle(native, native.word(out), 'dynamics', (it) => exports.dynamics_destroy(it));
    }

    /** @internal */
    static of(world: World, worldHandle: Handle, options: DynamicsOptions): Dynamics {
        return new Dynamics(world, worldHandle, options);
    }

    /**
     * Adds a body, which the dynamics moves from then on; other bodies are obstacles. It starts at its present placement,
     * at rest, unless given otherwise. Its mass is that of the volume inside its surface, or of its bounding box if the
     * surface encloses no volume.
     */
    add(body: Body, options: RigidOptions = {}): void {
        const index = this.#indexOf(body);
        this.#writeRigid(options);
        this.#check((dynamics, exports, scratch) => exports.dynamics_add(dynamics, index, scratch));
    }

    /** Removes a body, which becomes an obstacle. */
    remove(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_remove(dynamics, index));
    }

    /** Holds a body: it stops, and moves only by `moveHeld`. */
    hold(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_hold(dynamics, index));
    }

    /** Sets where a held body will be at the end of the next step. */
    moveHeld(body: Body, position: Vector, rotation: Rotation): void {
        const index = this.#indexOf(body);
        this.#writeRigid({ position, rotation });
        this.#check((dynamics, exports, scratch) => exports.dynamics_move_held(dynamics, index, scratch));
    }

    /** Releases a held body, which continues with the velocity of the last step. */
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

    /** Changes the given properties. */
    set(body: Body, change: Partial<RigidState>): void {
        const index = this.#indexOf(body);
        this.#writeRigid(change);
        this.#check((dynamics, exports, scratch) => exports.dynamics_set(dynamics, index, scratch));
    }

    /** Updates the inertia to the shape of `Body.positions`, if that encloses a volume. */
    setShape(body: Body): void {
        const index = this.#indexOf(body);
        this.#check((dynamics, exports) => exports.dynamics_set_shape(dynamics, index));
    }

    /** Moves all bodies, detects, and responds to contacts. Throws for positions that are NaN as `World.detect` does. */
    step(time: number, options: DetectOptions = {}): Report {
        this.#check((dynamics, exports) => exports.dynamics_step(dynamics, time));
        return this.#world.report({ skipInvalid: false, ...options });
    }

    /** The first half of a step: moves all bodies. Then detect, and call `react` with the same time. */
    advance(time: number): void {
        this.#check((dynamics, exports) => exports.dynamics_advance(dynamics, time));
    }

    /** The second half of a step: responds to the last report of the world. May move bodies apart. */
    react(time: number): void {
        this.#check((dynamics, exports) => exports.dynamics_react(dynamics, time));
    }

    /** The report of the last step. */
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
        void this.#handle.pointer; // before the body, whose world may be gone too
        return Body.indexIn(body, this.#worldHandle);
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
            const count = name === 'rotation' ? 4 : name === 'mass' || name === 'density' ? 1 : 3;
            put(this.#native, name, RIGID[name], value, count);
            given |= GIVEN[name];
        }
        this.#native.words(scratch + RIGID.given, 1)[0] = given;
    }
}

/** Writes a number, a boolean, or `count` numbers into the scratch area. */
function put(native: Native, name: string, offset: number, value: number | boolean | number[], count: number): void {
    if (count === 1 && typeof value !== 'number' && typeof value !== 'boolean')
        throw new TypeError(`${name}: expected a number, not ${kindOf(value)}`);
    const numbers = count === 1 ? [Number(value)] : checkVector(name, value as number[], count);
    native.doubles(native.scratch + offset, count).set(numbers);
}

/** Writes the options into the scratch area. */
function writeOptions(native: Native, options: DynamicsOptions): void {
    const { response, walls, ...others } = options;
    native.exports.dynamics_defaults(native.scratch);
    if (response !== undefined) {
        const index = RESPONSES.indexOf(response);
        if (index < 0) throw new RangeError(`option 'response': '${response}' is not one of ${RESPONSES.join(', ')}`);
        put(native, 'response', DYNAMICS_OPTIONS.response, index, 1);
    }
    if (walls) {
        put(native, 'walls', DYNAMICS_OPTIONS.hasWalls, true, 1);
        put(native, 'walls.min', DYNAMICS_OPTIONS.wallsMin, walls.min, 3);
        put(native, 'walls.max', DYNAMICS_OPTIONS.wallsMax, walls.max, 3);
    }
    for (const [name, value] of Object.entries(others)) {
        if (!isPlainOption(name)) throw new RangeError(`unknown option '${name}'`);
        if (value !== undefined) put(native, name, DYNAMICS_OPTIONS[name], value, name === 'gravity' ? 3 : 1);
    }
}
