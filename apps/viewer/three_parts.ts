// What the page leaves out of three. Its renderer creates all of this, so tree shaking cannot remove it: a quarter of the
// script. The texts of shaders become empty, because all materials of the page have their own; parts that the page never
// switches on become stand-ins with the members that the renderer calls. Checked against the version in package.json.

import type { Plugin } from "vite";

/** Included by programs of any material. */
const KEPT_SHADERS = /\/ShaderChunk\/(colorspace_pars_fragment|tonemapping_pars_fragment)\.glsl\.js$/;
const SHADERS = /\/three\/src\/renderers\/shaders\/.*\.glsl\.js$/;

/** Virtual reality, shadow maps, environment maps, and the table of physically based materials. */
const STAND_INS: Readonly<Record<string, string>> = {
  "renderers/webxr/WebXRManager.js": `export class WebXRManager {
    enabled = false; isPresenting = false;
    addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {}
    getEnvironmentBlendMode() {} hasDepthSensing() { return false; }
  }`,
  "renderers/webgl/WebGLShadowMap.js": "export class WebGLShadowMap { enabled = false; type = 1; render() {} }",
  "extras/PMREMGenerator.js": "export class PMREMGenerator { dispose() {} }",
  "renderers/shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};

export function withoutUnusedParts(): Plugin {
  return {
    name: "without-unused-parts-of-three",
    enforce: "pre",
    load(id) {
      if (SHADERS.test(id) && !KEPT_SHADERS.test(id))
        return id.includes("/ShaderLib/") ? 'export const vertex = "", fragment = "";' : 'export default "";';
      return STAND_INS[id.split("/three/src/")[1] ?? ""] ?? null;
    },
  };
}
