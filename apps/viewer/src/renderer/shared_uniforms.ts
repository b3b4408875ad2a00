// Uniforms that all layers read: one object each, so that a change is seen by every material.

import * as THREE from "three";
import { areaColor, colorTable, LIGHT, particleColor, type SceneTheme, type Color } from "./colors.js";

export interface Uniform<T> {
  value: T;
}

const TABLE_SIZE = 256;

function table(colorOf: (index: number) => Color): Uniform<THREE.DataTexture> {
  const texture = new THREE.DataTexture(colorTable(TABLE_SIZE, colorOf), TABLE_SIZE, 1);
  texture.needsUpdate = true;
  return { value: texture };
}

export function colorUniform([r, g, b]: Color): Uniform<THREE.Vector3> {
  return { value: new THREE.Vector3(r, g, b) };
}

/** Lives as long as the stage. */
export class SharedUniforms {
  /** The middle of the scene, in numbers that floats can hold. */
  readonly origin: Uniform<THREE.Vector3> = { value: new THREE.Vector3() };
  readonly up: Uniform<THREE.Vector3> = { value: new THREE.Vector3(0, 1, 0) };
  /** Of the half that is being drawn, in pixels of the screen. */
  readonly viewport: Uniform<THREE.Vector2> = { value: new THREE.Vector2(1, 1) };
  /** Pixels of the screen a pixel of the page. */
  readonly pixelRatio: Uniform<number> = { value: 1 };
  /** Of the scene: the length of its diagonal. */
  readonly size: Uniform<number> = { value: 1 };

  readonly sky = colorUniform(LIGHT.sky);
  readonly earth = colorUniform(LIGHT.earth);
  readonly key = colorUniform(LIGHT.key);
  readonly top = colorUniform(LIGHT.top);
  readonly bottom = colorUniform(LIGHT.bottom);
  readonly grid = colorUniform(LIGHT.grid);
  readonly wire = colorUniform(LIGHT.wire);

  readonly areaColors = table(areaColor);
  readonly particleColors = table(particleColor);

  set theme(to: SceneTheme) {
    for (const name of ["sky", "earth", "key", "top", "bottom", "grid", "wire"] as const) {
      this[name].value.set(...to[name]);
    }
  }
}
