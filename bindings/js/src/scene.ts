import { Mesh } from './mesh.js';
import { Handle, type Native } from './native.js';
import { addAll, type Body, type BodyOptions, type World } from './world.js';

export interface SceneOptions {
    /** Of the scene's random choices, a whole number; default 1. */
    seed?: number;
    /** 1, the default, is the scene's own; scales all motion per frame. */
    speed?: number;
    /** Triangles wanted of each body where the model has a choice; 0, the default, is the scene's own. */
    detail?: number;
}

export interface SceneBodyOptions extends BodyOptions {
    /**
     * Bodies that have a deformer keep no positions: detection evaluates only the vertices that it needs, and finds
     * what it would have found. `Body.touched` tells which. Default false.
     */
    onDemand?: boolean;
}

/** A built-in scene: bodies whose place and form are known in every frame. */
export class Scene {
    readonly #native: Native;
    readonly #handle: Handle;
    readonly bodyCount: number;
    /** Frames that show what the scene is about; later ones are defined too. */
    readonly frameCount: number;

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
    }

    #checkBody(body: number): void {
        if (!(Number.isInteger(body) && body >= 0 && body < this.bodyCount))
            throw new RangeError(`there is no body ${body}: the scene has ${this.bodyCount}`);
    }

    bodyName(body: number): string {
        this.#checkBody(body);
        return this.#native.text(this.#native.exports.scene_body_name(this.#handle.pointer, body));
    }

    /** The body never changes its form: `transform` places its rest shape. */
    isRigid(body: number): boolean {
        this.#checkBody(body);
        return this.#native.exports.scene_is_rigid(this.#handle.pointer, body) !== 0;
    }

    /** The body can be on demand; see `addTo`. */
    hasDeformer(body: number): boolean {
        this.#checkBody(body);
        return this.#native.exports.scene_has_deformer(this.#handle.pointer, body) !== 0;
    }

    /** The rest shape of a body, to be disposed of by the caller; bodies of one model share memory. */
    mesh(body: number): Mesh {
        this.#checkBody(body);
        const { exports } = this.#native;
        return new Mesh(this.#native, this.#native.take((out) => exports.scene_mesh(this.#handle.pointer, body, out)));
    }

    /**
     * Copy: the transform of a rigid body as twelve numbers, three columns of a rotation and a translation. Of other
     * bodies it places a form that only `positions` knows.
     */
    transform(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        const { exports, scratch } = this.#native;
        this.#native.check(exports.scene_transform(this.#handle.pointer, body, frame, scratch));
        return this.#native.floats(scratch, 12).slice();
    }

    /** View: positions of a body in a frame, in world space; valid until its next frame is asked for. */
    positions(body: number, frame: number): Float32Array {
        this.#checkBody(body);
        const { exports } = this.#native;
        const mesh = this.mesh(body);
        mesh.dispose(); // the scene keeps it
        const first = this.#native.take((out) => exports.scene_positions(this.#handle.pointer, body, frame, out));
        return this.#native.floats(first, 3 * mesh.vertexCount);
    }

    /** All bodies of the scene, at rest; `show` moves them. */
    addTo(world: World, options: SceneBodyOptions = {}): Body[] {
        return addAll(this.bodyCount, (i, added) => {
            const mesh = this.mesh(i);
            try {
                added.push(world.add(mesh, options));
            } finally {
                mesh.dispose();
            }
            if (options.onDemand && this.hasDeformer(i)) added[i]!.putOnDemand(this.#handle.pointer, i);
        });
    }

    /** Puts bodies of `addTo` where they are in a frame. A rigid one that was pulled keeps its shape and is moved. */
    show(frame: number, bodies: readonly Body[]): void {
        bodies.forEach((body, i) => body.show(this.#handle.pointer, i, frame));
    }

    /** Puts one body of `addTo` where it is in a frame. */
    showBody(index: number, frame: number, body: Body): void {
        this.#checkBody(index);
        body.show(this.#handle.pointer, index, frame);
    }

    dispose(): void {
        this.#handle.dispose();
    }
}
