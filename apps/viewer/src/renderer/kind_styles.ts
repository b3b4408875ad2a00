// Color and size of each kind of debug drawing. Kinds are indices into DRAW_KINDS of the library.

import { DRAW_KINDS } from "mote-collision";
import * as THREE from "three";
import type { Color } from "./colors.js";
import type { Uniform } from "./shared_uniforms.js";

/** Array size in the shaders; more than the library has. */
export const MAX_KINDS = 16;

/** -1 if the library does not know the kind. */
export function kindNumber(name: string): number {
  return (DRAW_KINDS as readonly string[]).indexOf(name);
}

export class KindStyles {
  /** A kind with alpha 0 is not drawn. */
  readonly colors: Uniform<THREE.Vector4[]> = {
    value: Array.from({ length: MAX_KINDS }, () => new THREE.Vector4(1, 1, 1, 0)),
  };
  /** Interpreted by the shader. */
  readonly sizes: Uniform<number[]> = { value: new Array<number>(MAX_KINDS).fill(1) };

  setColor(name: string, [r, g, b]: Color): void {
    const kind = kindNumber(name);
    if (kind >= 0) this.colors.value[kind]!.set(r, g, b, this.colors.value[kind]!.w);
  }

  setSize(name: string, size: number): void {
    const kind = kindNumber(name);
    if (kind >= 0) this.sizes.value[kind] = size;
  }

  setAlpha(name: string, alpha: number): void {
    const kind = kindNumber(name);
    if (kind >= 0) this.colors.value[kind]!.w = alpha;
  }
}
