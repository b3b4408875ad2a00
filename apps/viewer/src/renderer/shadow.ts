// Soft shadows on the floor: all bodies seen from straight above, darker the lower they are, blurred.

import * as THREE from "three";
import type { Uniform } from "./shared_uniforms.js";

const SIZE = 256;
/** Half the side of the square that is covered, relative to the size of the scene. */
const COVER = 1.1;

const QUAD_VERTEX = /* glsl */ `
varying vec2 at;

void main() {
  at = 0.5 + 0.5 * position.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** Thirteen taps of a Gaussian in one direction. */
const BLUR_FRAGMENT = /* glsl */ `
uniform sampler2D image;
uniform vec2 along;
varying vec2 at;

void main() {
  float sum = 0.0;
  float weights = 0.0;
  for (int i = -6; i <= 6; i++) {
    float weight = exp(-float(i * i) / 12.0);
    sum += weight * texture2D(image, at + float(i) * along).r;
    weights += weight;
  }
  gl_FragColor = vec4(vec3(sum / weights), 1.0);
}
`;

function target(): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(SIZE, SIZE, { depthBuffer: false });
}

export class Shadow {
  /** Holds one mesh per body, with a material of `shadowMaterial`. */
  readonly scene = new THREE.Scene();
  readonly image: Uniform<THREE.Texture>;
  /** Half the side of the square that the image covers. */
  readonly cover: Uniform<number> = { value: 1 };
  readonly #camera = new THREE.OrthographicCamera();
  readonly #targets = [target(), target()] as const;
  readonly #blurScene = new THREE.Scene();
  readonly #blur: THREE.ShaderMaterial;
  #changed = true;

  constructor() {
    this.image = { value: this.#targets[0].texture };
    this.scene.matrixWorldAutoUpdate = false;
    this.#camera.matrixAutoUpdate = false;
    this.#blur = new THREE.ShaderMaterial({
      vertexShader: QUAD_VERTEX,
      fragmentShader: BLUR_FRAGMENT,
      uniforms: { image: { value: null }, along: { value: new THREE.Vector2() } },
      depthTest: false,
      depthWrite: false,
    });
    const quad = new THREE.BufferGeometry();
    quad.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const mesh = new THREE.Mesh(quad, this.#blur);
    mesh.frustumCulled = false;
    this.#blurScene.add(mesh);
  }

  /** `floor` takes the plane of the floor, with z up, to view coordinates. */
  open(floor: THREE.Matrix4, size: number): void {
    const cover = (this.cover.value = COVER * size);
    Object.assign(this.#camera, { left: -cover, right: cover, top: cover, bottom: -cover, near: -20 * size, far: 20 * size });
    this.#camera.updateProjectionMatrix();
    this.#camera.matrix.copy(floor);
    this.#camera.updateMatrixWorld(true);
    this.#changed = true;
  }

  markChanged(): void {
    this.#changed = true;
  }

  /** To be called before the floor is drawn. */
  update(webgl: THREE.WebGLRenderer): void {
    if (!this.#changed) return;
    this.#changed = false;
    const [first, second] = this.#targets;
    webgl.setRenderTarget(first);
    webgl.render(this.scene, this.#camera);
    this.#blurInto(webgl, first, second, 1.6 / SIZE, 0);
    this.#blurInto(webgl, second, first, 0, 1.6 / SIZE);
    webgl.setRenderTarget(null);
  }

  #blurInto(webgl: THREE.WebGLRenderer, from: THREE.WebGLRenderTarget, to: THREE.WebGLRenderTarget, x: number, y: number): void {
    this.#blur.uniforms["image"]!.value = from.texture;
    (this.#blur.uniforms["along"]!.value as THREE.Vector2).set(x, y);
    webgl.setRenderTarget(to);
    webgl.render(this.#blurScene, this.#camera);
  }
}
