// Many copies of one small form, each with numbers of its own, in buffers that grow by doubling and never shrink.
//
// Drawn twice: once where it is to be seen, a little in front of the surfaces it lies on, and once faintly through
// everything, so that what is inside a body is not hidden.

import * as THREE from "three";
import { FRAGMENT_COMMON, VERTEX_COMMON } from "./glsl.js";
import type { Uniform } from "./shared_uniforms.js";

export type Numbers = Float32Array | Uint32Array | Uint8Array;

/** One array of numbers a copy; parts of it have names in the shader. */
export interface Field {
  make(length: number): Numbers;
  /** Numbers a copy. */
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
  /** Corners of the form; what they mean is up to the shader, which reads them as `corner`. */
  corners: readonly number[];
  /** Triangles of corners, or segments where `lines` is set. */
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
  /** How much is seen through surfaces, 0 to 1. */
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

  /** Room for so many copies; what was there is lost when it has to grow. True if it did. */
  reserve(count: number): boolean {
    if (count <= this.#capacity) return false;
    let capacity = Math.max(MIN_CAPACITY, this.#capacity);
    while (capacity < count) capacity *= 2;
    const { shape: form, fields } = this.#options;
    // A geometry of three remembers how many copies its first buffers had room for: growing needs a new one.
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

  /** To be written, then `changed`. */
  array(field: number): Numbers {
    return this.#buffers[field]!.array as Numbers;
  }

  /** These copies are to go to the graphics card. */
  markChanged(first: number, count: number): void {
    for (const buffer of this.#buffers) {
      buffer.addUpdateRange(first * buffer.stride, count * buffer.stride);
      buffer.needsUpdate = true;
    }
  }

  /** All copies at once, one array a field. */
  fill(count: number, ...arrays: Numbers[]): void {
    this.reserve(count);
    this.count = count;
    if (count === 0) return;
    arrays.forEach((array, i) => this.array(i).set(array));
    for (const buffer of this.#buffers) buffer.clearUpdateRanges();
    this.markChanged(0, count);
  }
}
