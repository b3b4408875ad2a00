import { Mesh } from './mesh.js';
import { Handle, type Native } from './native.js';
import { addAll, type Body, type BodyOptions, type World } from './world.js';

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

/** A built-in scene: bodies whose place and shape are known in every frame. */
export class Scene {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly bodyCount: number;
    /** Frames that show what the scene is about; later ones are defined too. */
    readonly frameCount: number;
    /** The axis that points up when the scene is shown. */
    readonly up: 'y' | 'z';

    /** @internal */
    constructor(
        native: Native,
        readonly name: string,
        options: SceneOptions,
    ) {
        const { seed = 1, speed = 1, detail = 0 } = options;
        const pointer = native.withText(name, (text) =>
            native.take((out) => native.exports.scene_open(text, seed, speed, detail, out)),
        );
        this.#native = native;
        this.#handle = new Handle(pointer, 'scene', (scene) => native.exports.scene_close(scene));
        this.bodyCount = native.exports.scene_body_count(pointer);
        this.frameCount = native.exports.scene_frame_count(pointer);
        this.up = native.exports.scene_is_y_up(pointer) ? 'y' : 'z';
    }

    #checkBody(body: number): void {
        if (!(Number.isInteger(body) && body >= 0 && body < this.bodyCount))
            throw new RangeError(`body ${body}: the scene has only ${this.bodyCount} bodies`);
    }

    bodyName(body: number): string {
        this.#checkBody(body);
        return this.#native.text(this.#native.exports.scene_body_name(this.#handle.pointer, body));
    }

    /** True if the scene shows how the body collides with itself. */
    selfCollides(body: number): boolean {
        this.#checkBody(body);
        return this.#native.exports.scene_self_collides(this.#handle.pointer, body) !== 0;
    }

    /** True if the body never deforms: `transform` places its rest shape. */
    isRigid(body: number): boolean {
        this.#checkBody(body);
        return this.#native.exports.scene_is_rigid(this.#handle.pointer, body) !== 0;
    }

    /** True if the body can be evaluated on demand; see `addTo`. */
    hasDeformer(body: number): boolean {
        this.#checkBody(body);
        return this.#native.exports.scene_has_deformer(this.#handle.pointer, body) !== 0;
    }

    /** The rest shape of a body. The caller disposes of it; bodies of one model share memory. */
    mesh(body: number): Mesh {
        this.#checkBody(body);
        const { exports } = this.#native;
        return new Mesh(this.#native, this.#native.take((out) => exports.scene_mesh(this.#handle.pointer, body, out)));
    }

    /**
     * Copy: the transform of a rigid body as twelve numbers, three columns of a rotation and a translation. For other
     * bodies it places a shape that only `positions` knows.
     */
    transform(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        const { exports, scratch } = this.#native;
        this.#native.check(exports.scene_transform(this.#handle.pointer, body, frame, scratch));
        return this.#native.floats(scratch, 12).slice();
    }

    /** View: positions of a body in a frame, in world space; valid until the next call for the same body. */
    positions(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        const { exports } = this.#native;
        const mesh = this.mesh(body);
        mesh.dispose(); // the scene keeps it
        const first = this.#native.take((out) => exports.scene_positions(this.#handle.pointer, body, frame, out));
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
            if (onDemand && this.hasDeformer(i)) added[i]!.putOnDemand(this.#handle.pointer, i);
        });
    }

    /** Moves the bodies of `addTo` to a frame. A rigid body that was pulled keeps its shape. */
    show(frame: number, bodies: readonly Body[]): void {
        bodies.forEach((body, i) => body.show(this.#handle.pointer, i, frame));
    }

    /** Moves one body of `addTo` to a frame. */
    showBody(index: number, frame: number, body: Body): void {
        this.#checkBody(index);
        body.show(this.#handle.pointer, index, frame);
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
