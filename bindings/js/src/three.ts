// Meshes of three.js as bodies: rigid ones, skinned ones and those with morph targets. Nothing of three.js is imported but its
// types, so that any copy of it will do.

import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute, Matrix4, Mesh as ThreeMesh, SkinnedMesh } from 'three';

import { checkInstance, kindOf } from './arguments.js';
import type { Body, BodyOptions } from './body.js';
import type { Deformer, Morph, Skin } from './deformers.js';
import { MoteError } from './error.js';
import type { Mesh } from './mesh.js';
import { Mote } from './mote.js';
import type { WorldOptions } from './options.js';
import type { DetectOptions, Pair, Report } from './report.js';
import { Resource } from './resource.js';
import type { World } from './world.js';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** Two objects that touch; the indices `a` and `b` are those of their bodies. */
export interface ObjectPair extends Pair {
    objectA: ThreeMesh;
    objectB: ThreeMesh;
}

export interface ObjectReport {
    report: Report;
    /** Copies: the pairs of objects that touch or have just separated. */
    pairs: ObjectPair[];
}

// ---------------------------------------------------------------------------------------------
// Geometry

/** The components of an attribute as floats, whatever its type: integers may be normalized, attributes interleaved. */
function readAttribute(geometry: BufferGeometry, name: string, size: number, attribute?: Attribute): Float32Array {
    const read = attribute ?? (geometry.getAttribute(name) as Attribute | undefined);
    if (!read) throw new TypeError(`the geometry has no attribute '${name}'`);
    if (read.itemSize !== size)
        throw new RangeError(`attribute '${name}': ${read.itemSize} components per vertex, expected ${size}`);
    const { count } = read;
    if (!('isInterleavedBufferAttribute' in read) && read.array instanceof Float32Array)
        return read.array.subarray(0, size * count);
    const components = ['getX', 'getY', 'getZ', 'getW'] as const;
    return Float32Array.from({ length: size * count }, (_, i) => read[components[i % size]!](Math.trunc(i / size)));
}

/** Changes whenever the page marks the positions by `needsUpdate`. */
function positionVersion(geometry: BufferGeometry): number {
    const attribute = geometry.getAttribute('position') as Attribute;
    return 'isInterleavedBufferAttribute' in attribute ? attribute.data.version : attribute.version;
}

/** Three vertices per triangle. */
function trianglesOf(geometry: BufferGeometry, vertexCount: number): Uint32Array {
    const { index } = geometry;
    const triangles = Uint32Array.from({ length: index?.count ?? vertexCount }, (_, i) => (index ? index.getX(i) : i));
    if (triangles.length % 3)
        throw new RangeError(`the geometry has ${triangles.length} ${index ? 'indices' : 'vertices'}, not three per triangle`);
    return triangles;
}

/** Displacements of the morph targets; those of targets that are positions are relative to the rest shape. */
function morphDeltas(geometry: BufferGeometry, positions: Float32Array): Float32Array[] {
    return (geometry.morphAttributes.position ?? []).map((attribute, i) => {
        const target = readAttribute(geometry, `morphAttributes.position[${i}]`, 3, attribute as Attribute);
        if (target.length !== positions.length)
            throw new RangeError(`morphAttributes.position[${i}]: ${target.length / 3} vertices, expected ${positions.length / 3}`);
        return geometry.morphTargetsRelative ? target : target.map((x, j) => x - positions[j]!);
    });
}

interface Influences {
    bones: Uint16Array;
    weights: Float32Array;
}

/** Bones and weights. Vertices without any weight follow bone 0, as `SkinnedMesh.normalizeSkinWeights` has it. */
function influencesOf(geometry: BufferGeometry): Influences {
    const bones = Uint16Array.from(readAttribute(geometry, 'skinIndex', 4));
    const weights = readAttribute(geometry, 'skinWeight', 4).slice();
    for (let i = 0; i < weights.length; i += 4)
        if (!weights[i] && !weights[i + 1] && !weights[i + 2] && !weights[i + 3]) weights[i] = 1;
    return { bones, weights };
}

/** For each vertex the first one whose numbers in all lists are the same. `sizes` are numbers per vertex. */
function firstEqual(count: number, lists: ArrayLike<number>[], sizes: number[]): Uint32Array {
    const bits = new Float32Array(1);
    const word = new Uint32Array(bits.buffer);
    const hashOf = (vertex: number) => {
        let hash = 0;
        lists.forEach((list, k) => {
            for (let i = vertex * sizes[k]!; i < (vertex + 1) * sizes[k]!; i++) {
                bits[0] = list[i]! + 0; // -0 becomes 0
                hash = Math.imul(hash ^ word[0]!, 0x9e3779b1);
                hash ^= hash >>> 15;
            }
        });
        return hash;
    };
    const same = (v: number, w: number) =>
        lists.every((list, k) => {
            const size = sizes[k]!;
            for (let i = 0; i < size; i++) if (list[v * size + i] !== list[w * size + i]) return false;
            return true;
        });
    const buckets = new Map<number, number[]>();
    return Uint32Array.from({ length: count }, (_, vertex) => {
        const hash = hashOf(vertex);
        const bucket = buckets.get(hash);
        const first = bucket?.find((other) => same(vertex, other));
        if (first !== undefined) return first;
        if (bucket) bucket.push(vertex);
        else buckets.set(hash, [vertex]);
        return vertex;
    });
}

/** What objects with the same geometry share. */
interface Shape {
    geometry: BufferGeometry;
    mesh: Mesh;
    /** That of the positions which became the mesh. */
    version: number;
    deltas: Float32Array[];
    influences: Influences | null;
}

/**
 * Vertices with the same position and motion become one: geometries split them where normals or texture coordinates differ,
 * which is no border of the surface.
 */
function shapeOf(mote: Mote, geometry: BufferGeometry, skinned: boolean): Shape {
    const positions = readAttribute(geometry, 'position', 3);
    const count = positions.length / 3;
    const deltas = morphDeltas(geometry, positions);
    const influences = skinned ? influencesOf(geometry) : null;
    const lists: ArrayLike<number>[] = [positions, ...deltas];
    const sizes = lists.map(() => 3);
    if (influences) {
        lists.push(influences.bones, influences.weights);
        sizes.push(4, 4);
    }
    const first = firstEqual(count, lists, sizes);
    const triangles = trianglesOf(geometry, count).map((vertex) => first[vertex] ?? vertex);
    return { geometry, mesh: mote.createMesh(positions, triangles), version: positionVersion(geometry), deltas, influences };
}

/**
 * The mesh of a geometry in its rest shape. Vertices with the same position and motion are one in its triangles; faces and
 * vertices keep their numbers. The caller disposes of it.
 */
export function meshOf(mote: Mote, geometry: BufferGeometry): Mesh {
    return shapeOf(checkInstance('mote', mote, Mote), geometry, 'skinIndex' in geometry.attributes).mesh;
}

// ---------------------------------------------------------------------------------------------
// Matrices

/** The twelve numbers of `Body.setTransform`. */
export function transformOf(matrix: Matrix4): number[] {
    return columnsOf(matrix.elements);
}

function columnsOf(e: ArrayLike<number>): number[] {
    if (e[3] || e[7] || e[11] || e[15] !== 1) throw new MoteError('bad data', `the matrix is a projection: ${Array.from(e)}`);
    return [e[0]!, e[1]!, e[2]!, e[4]!, e[5]!, e[6]!, e[8]!, e[9]!, e[10]!, e[12]!, e[13]!, e[14]!];
}

/** The product of two matrices by columns. */
function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
    return Array.from({ length: 16 }, (_, i) => {
        const [row, column] = [i % 4, i - (i % 4)];
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += a[row + 4 * k]! * b[column + k]!;
        return sum;
    });
}

// ---------------------------------------------------------------------------------------------
// Objects

function isSkinned(object: ThreeMesh): object is SkinnedMesh {
    return (object as Partial<SkinnedMesh>).isSkinnedMesh === true;
}

/** Where the bones take the rest shape, in world space; as the shaders of three.js compute it. */
function bonesOf({ skeleton, bindMatrix, bindMatrixInverse, bindMode, matrixWorld }: SkinnedMesh): Float32Array {
    const bones = new Float32Array(12 * skeleton.bones.length);
    // An attached skeleton is in world space: the matrix of the mesh cancels out.
    const outer = bindMode === 'detached' ? product(matrixWorld.elements, bindMatrixInverse.elements) : null;
    skeleton.bones.forEach((bone, i) => {
        bone.updateWorldMatrix(true, false);
        const inner = product(skeleton.boneInverses[i]!.elements, bindMatrix.elements);
        const world = product(bone.matrixWorld.elements, inner);
        bones.set(columnsOf(outer ? product(outer, world) : world), 12 * i);
    });
    return bones;
}

function sameNumbers(a: ArrayLike<number> | null, b: ArrayLike<number>): boolean {
    if (a?.length !== b.length) return false;
    for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
    return true;
}

/** One object, its body, and what the body was last given. */
class Member {
    readonly #skin: Skin | null = null;
    readonly #morph: Morph | null = null;
    readonly #deformers: Deformer[];
    #transform: number[] | null = null;
    #bones: Float32Array | null = null;
    #weights: number[] | null = null;
    #version: number;

    constructor(
        mote: Mote,
        readonly object: ThreeMesh,
        readonly body: Body,
        readonly shape: Shape,
    ) {
        const { mesh, deltas, influences } = shape;
        if (deltas.length) this.#morph = mote.createMorph(mesh, deltas.map(movingVertices));
        if (influences && isSkinned(object))
            this.#skin = mote.createSkin(mesh, { boneCount: object.skeleton.bones.length, ...influences });
        this.#deformers = [this.#morph, this.#skin].filter((deformer) => deformer !== null);
        this.#version = shape.version;
    }

    /** Gives the body the present pose of the object; nothing if that is the last one. */
    update(): void {
        this.object.updateWorldMatrix(true, false);
        this.#updatePositions();
        const posed = this.#updateWeights();
        if (this.#updateBones() || posed) this.body.setDeformers(this.#deformers);
        if (!this.#skin) this.#updateTransform();
    }

    #updateTransform(): void {
        const transform = transformOf(this.object.matrixWorld);
        if (sameNumbers(this.#transform, transform)) return;
        this.body.setTransform(transform);
        this.#transform = transform;
    }

    /** For geometries whose positions the page writes, and marks by `needsUpdate`. */
    #updatePositions(): void {
        const version = positionVersion(this.object.geometry);
        if (version === this.#version) return;
        if (this.#deformers.length)
            throw new MoteError('not allowed now', `object '${this.object.name}': the rest shape of an object with a skin or morph targets has changed; remove and add it`);
        this.body.setPositions(readAttribute(this.object.geometry, 'position', 3));
        this.#version = version;
    }

    #updateWeights(): boolean {
        if (!this.#morph) return false;
        const weights = [...(this.object.morphTargetInfluences ?? new Array<number>(this.#morph.targetCount).fill(0))];
        if (sameNumbers(this.#weights, weights)) return false;
        this.#morph.setWeights(weights);
        this.#weights = weights;
        return true;
    }

    #updateBones(): boolean {
        if (!this.#skin) return false;
        const bones = bonesOf(this.object as SkinnedMesh);
        if (sameNumbers(this.#bones, bones)) return false;
        this.#skin.setBones(bones);
        this.#bones = bones;
        return true;
    }

    /** The body keeps its deformers as long as it needs them. */
    dispose(): void {
        for (const deformer of this.#deformers) deformer.dispose();
    }
}

/** A target without the vertices that it does not move. */
function movingVertices(deltas: Float32Array) {
    const vertices: number[] = [];
    for (let i = 0; i < deltas.length; i += 3) if (deltas[i] || deltas[i + 1] || deltas[i + 2]) vertices.push(i / 3);
    const moving = new Float32Array(3 * vertices.length);
    vertices.forEach((vertex, i) => moving.set(deltas.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
    return { vertices, deltas: moving };
}

function checkObject(object: ThreeMesh): void {
    const flags = object as unknown as Record<string, unknown>;
    if (!flags['isMesh']) throw new TypeError(`object: expected a Mesh of three.js, not ${kindOf(object)}; add the meshes in it one by one`);
    if (flags['isInstancedMesh'] || flags['isBatchedMesh'])
        throw new TypeError(`object: ${kindOf(object)} is many bodies; add one Mesh per instance`);
}

/**
 * A world whose bodies are meshes of three.js. Skins and morph targets are deformers on demand: detection evaluates only the
 * vertices near other objects.
 */
export class ObjectWorld extends Resource {
    readonly #mote: Mote;
    readonly #members = new Map<number, Member>();
    /** The world itself, for queries and for bodies of other kinds. */
    readonly world: World;

    constructor(mote: Mote, options: WorldOptions = {}) {
        super();
        this.#mote = checkInstance('mote', mote, Mote);
        this.world = mote.createWorld(options);
    }

    /** Adds an object. Objects with the same geometry share a mesh. */
    add(object: ThreeMesh, options: BodyOptions = {}): Body {
        checkObject(object);
        if (this.bodyOf(object)) throw new MoteError('bad argument', `object '${object.name}' has been added already`);
        const shape = this.#sharedShape(object) ?? shapeOf(this.#mote, object.geometry, isSkinned(object));
        let body: Body | undefined;
        try {
            body = this.world.add(shape.mesh, options);
            const member = new Member(this.#mote, object, body, shape);
            member.update();
            this.#members.set(body.index, member);
            return body;
        } catch (error) {
            body?.remove();
            this.#release(shape);
            throw error;
        }
    }

    /** The shape that another object with the same geometry has, unless its positions have changed since. */
    #sharedShape(object: ThreeMesh): Shape | undefined {
        const { geometry } = object;
        for (const { shape } of this.#members.values())
            if (shape.geometry === geometry && shape.version === positionVersion(geometry) && !shape.influences === !isSkinned(object))
                return shape;
        return undefined;
    }

    /** Frees a shape that no object has any more. */
    #release(shape: Shape): void {
        for (const member of this.#members.values()) if (member.shape === shape) return;
        shape.mesh.dispose();
    }

    /** Removes an object and its body. */
    remove(object: ThreeMesh): void {
        const body = this.bodyOf(object);
        if (!body) throw new MoteError('bad argument', `object '${object.name}' is not in the world`);
        const member = this.#members.get(body.index)!;
        body.remove();
        this.#members.delete(body.index);
        member.dispose();
        this.#release(member.shape);
    }

    /** The body of an object, or null. */
    bodyOf(object: ThreeMesh): Body | null {
        for (const member of this.#members.values()) if (member.object === object) return member.body;
        return null;
    }

    /** The object of a body of a report, or null for bodies of `world` that are none. */
    objectOf(index: number): ThreeMesh | null {
        return this.#members.get(index)?.object ?? null;
    }

    /** Takes over the present matrices, bones, weights of morph targets and positions of all objects. */
    update(): void {
        for (const member of this.#members.values()) member.update();
    }

    /** Updates all objects and finds which of them touch. */
    detect(options: DetectOptions = {}): ObjectReport {
        this.update();
        const report = this.world.detect(options);
        const pairs = report.pairs().flatMap((pair) => {
            const [objectA, objectB] = [this.objectOf(pair.a), this.objectOf(pair.b)];
            return objectA && objectB ? [{ ...pair, objectA, objectB }] : [];
        });
        return { report, pairs };
    }

    dispose(): void {
        this.world.dispose();
        for (const member of this.#members.values()) {
            member.dispose();
            member.shape.mesh.dispose();
        }
        this.#members.clear();
    }
}
