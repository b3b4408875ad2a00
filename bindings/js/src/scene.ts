import { checkIndex, checkText } from './arguments.js';
import { addAll, Body, type BodyOptions } from './body.js';
import { MoteError } from './error.js';
import type { SceneExports } from './exports.js';
import { Handle } from './handle.js';
import { Mesh } from './mesh.js';
import type { Native } from './native.js';
import { Resource } from './resource.js';
import type { World } from './world.js';

export interface SceneOptions {
    /** Seed of the scene's random choices, a whole number; default 1. */
    seed?: number;
    /** Multiplies all motion per frame; default 1. */
    speed?: number;
    /** Requested triangles per body, for models that can vary; 0, the default, is the scene's choice. */
    detail?: number;
}

export interface SceneBodyOptions extends Omit<BodyOptions, 'selfCollision'> {
    /** Test bodies also against themselves: all, none (the default), or those of `Scene.selfCollides`. */
    selfCollision?: boolean | 'scene';
    /**
     * Bodies that have a deformer keep no positions: detection evaluates only the vertices that it needs, with the same
     * result. `Body.touched` tells which. Default false.
     */
    onDemand?: boolean;
}

/** @internal The functions of the module with scenes. */
export function sceneExports(native: Native): SceneExports {
    if (!native.exports.scene_open)
        throw new MoteError('refused', 'the module has no scenes and models; load the module mote-scenes.wasm');
    return native.exports as unknown as SceneExports;
}

/** A built-in scene: bodies whose place and shape are known in every frame. Only in the module with scenes. */
export class Scene extends Resource {
    readonly #native: Native;
    readonly #exports: SceneExports;
    readonly #handle: Handle;
    readonly bodyCount: number;
    /** Frames that show what the scene is about; later ones are defined too. */
    readonly frameCount: number;
    /** The axis that points up when the scene is shown. */
    readonly up: 'y' | 'z';

    private constructor(
        native: Native,
        readonly name: string,
        options: SceneOptions,
    ) {
        super();
        const exports = sceneExports(native);
        const { seed = 1, speed = 1, detail = 0 } = options;
        checkIndex('detail', detail);
        const pointer = native.withText(checkText('name', name), (text) =>
            native.take((out) => exports.scene_open(text, seed, speed, detail, out)),
        );
        this.#native = native;
        this.#exports = exports;
        this.#handle = new Handle(native, pointer, 'scene', (scene) => exports.scene_close(scene));
        this.bodyCount = exports.scene_body_count(pointer);
        this.frameCount = exports.scene_frame_count(pointer);
        this.up = exports.scene_is_y_up(pointer) ? 'y' : 'z';
    }

    /** @internal */
    static of(native: Native, name: string, options: SceneOptions): Scene {
        return new Scene(native, name, options);
    }

    #checkBody(body: number): void {
        if (!(Number.isInteger(body) && body >= 0 && body < this.bodyCount))
            throw new RangeError(`body ${body}: the scene has only ${this.bodyCount} bodies`);
    }

    bodyName(body: number): string {
        this.#checkBody(body);
        return this.#native.text(this.#exports.scene_body_name(this.#handle.pointer, body));
    }

    /** True if the scene shows how the body collides with itself. */
    selfCollides(body: number): boolean {
        this.#checkBody(body);
        return this.#exports.scene_self_collides(this.#handle.pointer, body) !== 0;
    }

    /** True if the body never deforms: `transform` places its rest shape. */
    isRigid(body: number): boolean {
        this.#checkBody(body);
        return this.#exports.scene_is_rigid(this.#handle.pointer, body) !== 0;
    }

    /** True if the body can be evaluated on demand; see `addTo`. */
    hasDeformer(body: number): boolean {
        this.#checkBody(body);
        return this.#exports.scene_has_deformer(this.#handle.pointer, body) !== 0;
    }

    /** The rest shape of a body. The caller disposes of it; bodies of one model share memory. */
    mesh(body: number): Mesh {
        this.#checkBody(body);
        const scene = this.#handle.pointer;
        return Mesh.take(this.#native, (out) => this.#exports.scene_mesh(scene, body, out));
    }

    /**
     * Copy: the transform of a rigid body as twelve numbers, three columns of a rotation and a translation. For other
     * bodies it places a shape that only `positions` knows.
     */
    transform(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        const { scratch } = this.#native;
        this.#native.check(this.#exports.scene_transform(this.#handle.pointer, body, checkIndex('frame', frame), scratch));
        return this.#native.floats(scratch, 12).slice();
    }

    /** View: positions of a body in a frame, in world space; valid until the next call for the same body. */
    positions(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        checkIndex('frame', frame);
        const mesh = this.mesh(body);
        mesh.dispose(); // the scene keeps it
        const scene = this.#handle.pointer;
        const first = this.#native.take((out) => this.#exports.scene_positions(scene, body, frame, out));
        return this.#native.floats(first, 3 * mesh.vertexCount);
    }

    /** Adds all bodies of the scene, at rest; `show` moves them. */
    addTo(world: World, { selfCollision = false, onDemand = false, ...options }: SceneBodyOptions = {}): Body[] {
        return addAll(this.bodyCount, (i, added) => {
            const mesh = this.mesh(i);
            const self = selfCollision === 'scene' ? this.selfCollides(i) : selfCollision;
            try {
                added.push(world.add(mesh, { ...options, selfCollision: self }));
            } finally {
                mesh.dispose();
            }
            if (onDemand && this.hasDeformer(i)) Body.putOnDemand(added[i]!, this.#handle, i);
        });
    }

    /** Moves the bodies of `addTo` to a frame. A rigid body that was pulled keeps its shape. */
    show(frame: number, bodies: readonly Body[]): void {
        bodies.forEach((body, i) => this.showBody(i, frame, body));
    }

    /** Moves one body of `addTo` to a frame. */
    showBody(index: number, frame: number, body: Body): void {
        this.#checkBody(index);
        Body.show(body, this.#handle, index, checkIndex('frame', frame));
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
