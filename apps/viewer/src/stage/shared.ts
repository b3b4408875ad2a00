// Uniforms that all layers read: one object each, so that a change is seen by every material.

import * as THREE from "three";
import { areaColour, colourTable, LIGHT, particleColour, type Ambience, type Colour } from "./palette.js";

export interface Uniform<T> {
  value: T;
}

const TABLE_SIZE = 256;

function table(colourOf: (index: number) => Colour): Uniform<THREE.DataTexture> {
  const texture = new THREE.DataTexture(colourTable(TABLE_SIZE, colourOf), TABLE_SIZE, 1);
  texture.needsUpdate = true;
  return { value: texture };
}

export function colourUniform([r, g, b]: Colour): Uniform<THREE.Vector3> {
  return { value: new THREE.Vector3(r, g, b) };
}

/** Lives as long as the stage. */
export class Shared {
  /** The middle of the scene, in numbers that floats can hold. */
  readonly origin: Uniform<THREE.Vector3> = { value: new THREE.Vector3() };
  readonly up: Uniform<THREE.Vector3> = { value: new THREE.Vector3(0, 1, 0) };
  /** Of the half that is being drawn, in pixels of the screen. */
  readonly viewport: Uniform<THREE.Vector2> = { value: new THREE.Vector2(1, 1) };
  /** Pixels of the screen a pixel of the page. */
  readonly pixelRatio: Uniform<number> = { value: 1 };
  /** Of the scene: the length of its diagonal. */
  readonly size: Uniform<number> = { value: 1 };

  readonly sky = colourUniform(LIGHT.sky);
  readonly earth = colourUniform(LIGHT.earth);
  readonly key = colourUniform(LIGHT.key);
  readonly top = colourUniform(LIGHT.top);
  readonly bottom = colourUniform(LIGHT.bottom);
  readonly grid = colourUniform(LIGHT.grid);
  readonly wire = colourUniform(LIGHT.wire);

  readonly areaColours = table(areaColour);
  readonly particleColours = table(particleColour);

  set ambience(to: Ambience) {
    for (const name of ["sky", "earth", "key", "top", "bottom", "grid", "wire"] as const) {
      this[name].value.set(...to[name]);
    }
  }
}
