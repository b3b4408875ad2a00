// Buffers shared by bodies of one mesh: rest positions, triangles, and edges, which are created on first use.

import * as THREE from "three";
import type { MeshData } from "../protocol.js";

function edgesOf(triangles: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
    edges.set([a, b, b, c, c, a], 2 * i);
  }
  return edges;
}

export class MeshBuffers {
  readonly rest: THREE.BufferAttribute;
  readonly triangles: THREE.BufferAttribute;
  #edges: THREE.BufferAttribute | null = null;

  constructor(mesh: MeshData) {
    this.rest = new THREE.BufferAttribute(mesh.positions, 3);
    this.triangles = new THREE.BufferAttribute(mesh.triangles, 1);
  }

  get edges(): THREE.BufferAttribute {
    this.#edges ??= new THREE.BufferAttribute(edgesOf(this.triangles.array as Uint32Array), 1);
    return this.#edges;
  }
}
