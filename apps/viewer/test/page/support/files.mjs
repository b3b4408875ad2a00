// Files to drop on the page: the same two tetrahedra in each format that it reads, and an animated asset.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 0, 0], [4, 0, 0], [3, 1, 0], [3, 0, 1]];
const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3], [4, 6, 5], [4, 5, 7], [4, 7, 6], [5, 6, 7]];

const lines = (...parts) => Buffer.from(`${parts.flat().join("\n")}\n`);

export function obj() {
  return lines(CORNERS.map((corner) => `v ${corner.join(" ")}`), FACES.map((face) => `f ${face.map((i) => i + 1).join(" ")}`));
}

export function binaryStl() {
  const bytes = Buffer.alloc(84 + 50 * FACES.length);
  bytes.writeUInt32LE(FACES.length, 80);
  FACES.forEach((face, n) => {
    const corners = face.flatMap((i) => CORNERS[i]);
    corners.forEach((value, i) => bytes.writeFloatLE(value, 84 + 50 * n + 12 + 4 * i)); // behind the normal
  });
  return bytes;
}

export function ply() {
  const head = [
    "ply", "format ascii 1.0",
    `element vertex ${CORNERS.length}`, ...["x", "y", "z"].map((axis) => `property float ${axis}`),
    `element face ${FACES.length}`, "property list uchar int vertex_indices", "end_header",
  ];
  return lines(head, CORNERS.map((corner) => corner.join(" ")), FACES.map((face) => `3 ${face.join(" ")}`));
}

/** A skinned arm that bends through a sleeve, with its clips. */
export function armGlb() {
  const program = process.env.MOTE_MAKE_ARM ?? fileURLToPath(new URL("../../../../../build/demo/mote_make_arm", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "mote-page-"));
  try {
    const path = join(folder, "arm.glb");
    const { status, error } = spawnSync(program, [path]);
    if (error || status !== 0) throw error ?? new Error(`${program} failed`);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
