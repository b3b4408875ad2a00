// Reports to test the page with, written by the command itself.

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const command = process.env.MOTE_COMMAND;
const makeArm = process.env.MOTE_MAKE_ARM;
if (!command || !makeArm) throw new Error("MOTE_COMMAND and MOTE_MAKE_ARM name the programs; ./run test-page sets them");

export const folder = mkdtempSync(join(tmpdir(), "mote-page-"));

function run(program, ...args) {
  const done = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (done.error) throw done.error;
  return done;
}

/** The path of a page; `code` is the exit code that the check must have. */
export function check(name, code, ...args) {
  const done = run(command, "check", ...args, "--html", `${name}.html`);
  if (done.status !== code) throw new Error(`${name}: exit code ${done.status}: ${done.stderr}`);
  return join(folder, `${name}.html`);
}

export function writeArm() {
  if (run(makeArm, "arm.glb").status !== 0) throw new Error("no arm");
}

/**
 * Tetrahedra around the origin, one per node, each `apart` from the one before, as large as `scales` says. Each of `clips`
 * moves the last one: [name, x at 0 s, x at 1 s].
 */
export function writeTetrahedra(file, names, apart, scales = [], clips = []) {
  const corners = new Float32Array([-1, -1, -1, 3, -1, -1, -1, 3, -1, -1, -1, 3].map((v) => v / 4));
  const faces = new Uint32Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
  const keys = new Float32Array([0, 1, ...clips.flatMap(([, from, to]) => [from, 0, 0, to, 0, 0])]);
  const bytes = Buffer.concat([corners, faces, keys].map((array) => Buffer.from(array.buffer)));
  const gltf = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: names.map((_, i) => i) }],
    nodes: names.map((name, i) => ({
      name,
      mesh: 0,
      translation: [apart * i, 0.1 * apart * i, 0.07 * apart * i],
      scale: Array(3).fill(scales[i] ?? 1),
    })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: [-0.25, -0.25, -0.25], max: [0.75, 0.75, 0.75] },
      { bufferView: 1, componentType: 5125, count: 12, type: "SCALAR" },
      { bufferView: 2, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
      ...clips.map((_, i) => ({ bufferView: 2, byteOffset: 8 + 24 * i, componentType: 5126, count: 2, type: "VEC3" })),
    ],
    animations: clips.map(([name], i) => ({
      name,
      samplers: [{ input: 2, output: 3 + i }],
      channels: [{ sampler: 0, target: { node: names.length - 1, path: "translation" } }],
    })),
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: corners.byteLength },
      { buffer: 0, byteOffset: corners.byteLength, byteLength: faces.byteLength },
      { buffer: 0, byteOffset: corners.byteLength + faces.byteLength, byteLength: keys.byteLength },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  };
  writeFileSync(join(folder, file), JSON.stringify(gltf));
}
