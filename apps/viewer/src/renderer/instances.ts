// Many instances of one small shape, each with its own data, in buffers that grow by doubling and never shrink.
//
// They are drawn twice: normally, slightly in front of the surface that they lie on, and faintly through everything, so
// that instances inside a body are visible.

import * as THREE from "three";
import { FRAGMENT_COMMON, VERTEX_COMMON } from "./glsl.js";
import type { Uniform } from "./shared_uniforms.js";

export type Numbers = Float32Array | Uint32Array | Uint8Array;

/** An array with some numbers per instance; parts of it are shader attributes. */
export interface Field {
  make(length: number): Numbers;
  /** Numbers per instance. */
  stride: number;
  parts: readonly { name: string; size: number; offset: number }[];
}

export function floatField(stride: number, parts: Field["parts"]): Field {
  return { make: (length) => new Float32Array(length), stride, parts };
}

export function wordField(name: string): Field {
  return { make: (length) => new Uint32Array(length), stride: 1, parts: [{ name, size: 1, offset: 0 }] };
}

export function byteField(name: string): Field {
  return { make: (length) => new Uint8Array(length), stride: 1, parts: [{ name, size: 1, offset: 0 }] };
}

export interface Shape {
  /** Corners of the shape, which the shader reads as `corner` and interprets. */
  corners: readonly number[];
  /** Triangles of corners, or segments if `lines` is set. */
  index: readonly number[];
  lines?: boolean;
}

export interface InstanceOptions {
  shape: Shape;
  fields: readonly Field[];
  vertexShader: string;
  fragmentShader: string;
  uniforms: Record<string, Uniform<unknown>>;
  defines?: Record<string, string>;
  /** Opacity behind surfaces, 0 to 1. */
  hiddenOpacity: number;
}

const MIN_CAPACITY = 64;

function materialOf(look: InstanceOptions, through: boolean): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    defines: { ...look.defines },
    vertexShader: VERTEX_COMMON + look.vertexShader,
    fragmentShader: `uniform float strength;\n${FRAGMENT_COMMON}${look.fragmentShader}`,
    uniforms: { ...look.uniforms, strength: { value: through ? look.hiddenOpacity : 1 } },
    transparent: true,
    depthTest: !through,
    depthWrite: false,
    side: THREE.DoubleSide,
  });
}

export class Instances {
  readonly object = new THREE.Group();
  readonly #options: InstanceOptions;
  readonly #objects: (THREE.Mesh | THREE.LineSegments)[] = [];
  #geometry = new THREE.InstancedBufferGeometry();
  #buffers: THREE.InstancedInterleavedBuffer[] = [];
  #capacity = 0;
  #count = 0;

  constructor(options: InstanceOptions) {
    this.#options = options;
    for (const through of options.hiddenOpacity > 0 ? [true, false] : [false]) {
      const material = materialOf(options, through);
      const objects = options.shape.lines
        ? new THREE.LineSegments(this.#geometry, material)
        : new THREE.Mesh(this.#geometry, material);
      objects.frustumCulled = false;
      this.#objects.push(objects);
      this.object.add(objects);
    }
    this.count = 0;
  }

  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
    this.#geometry.instanceCount = count;
    for (const drawn of this.#objects) drawn.visible = count > 0;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /** Reserves space for `count` instances. Returns true if the buffers have grown, which loses their contents. */
  reserve(count: number): boolean {
    if (count <= this.#capacity) return false;
    let capacity = Math.max(MIN_CAPACITY, this.#capacity);
    while (capacity < count) capacity *= 2;
    const { shape: form, fields } = this.#options;
    // A geometry of three.js keeps the capacity of its first buffers: growing needs a new one.
    this.#geometry.dispose();
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setIndex([...form.index]);
    geometry.setAttribute("corner", new THREE.BufferAttribute(new Float32Array(form.corners), 3));
    this.#buffers = fields.map((field) => {
      const buffer = new THREE.InstancedInterleavedBuffer(field.make(field.stride * capacity), field.stride);
      buffer.setUsage(THREE.DynamicDrawUsage);
      for (const { name, size, offset } of field.parts) {
        geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(buffer, size, offset));
      }
      return buffer;
    });
    this.#geometry = geometry;
    this.#capacity = capacity;
    for (const drawn of this.#objects) drawn.geometry = geometry;
    return true;
  }

  /** The data of a field. Call `markChanged` after writing. */
  array(field: number): Numbers {
    return this.#buffers[field]!.array as Numbers;
  }

  /** Uploads these instances at the next draw. */
  markChanged(first: number, count: number): void {
    for (const buffer of this.#buffers) {
      buffer.addUpdateRange(first * buffer.stride, count * buffer.stride);
      buffer.needsUpdate = true;
    }
  }

  /** Replaces all instances, with one array per field. */
  fill(count: number, ...arrays: Numbers[]): void {
    this.reserve(count);
    this.count = count;
    if (count === 0) return;
    arrays.forEach((array, i) => this.array(i).set(array));
    for (const buffer of this.#buffers) buffer.clearUpdateRanges();
    this.markChanged(0, count);
  }
}
