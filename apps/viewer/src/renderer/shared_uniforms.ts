// Uniforms that all layers share: one object each, so that a change affects every material.

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

/** Lives as long as the renderer. */
export class SharedUniforms {
  /** The center of the scene, rounded to floats. */
  readonly origin: Uniform<THREE.Vector3> = { value: new THREE.Vector3() };
  readonly up: Uniform<THREE.Vector3> = { value: new THREE.Vector3(0, 1, 0) };
  /** Size of the lane that is being drawn, in device pixels. */
  readonly viewport: Uniform<THREE.Vector2> = { value: new THREE.Vector2(1, 1) };
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: Uniform<number> = { value: 1 };
  /** The diagonal of the bounds of the scene. */
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
