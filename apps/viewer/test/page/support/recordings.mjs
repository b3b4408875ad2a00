// Recordings that the page has saved, read by the library in node and by the command.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "mote-collision";

export const mote = await load(new URL("../../../../../bindings/js/dist/mote-scenes.wasm", import.meta.url));

const command = process.env.MOTE_COMMAND ?? fileURLToPath(new URL("../../../../../build/demo/mote", import.meta.url));

/** What the one frame of a recording holds: { facePairs, hash, equal, shapes: of each body its positions }. */
export function play(bytes, method) {
  const player = mote.play(bytes, method);
  try {
    const { facePairs, hash, equal, compared } = player.step();
    const shapes = player.bodies.map((body) => body.present().slice());
    return { facePairs, hash: hash.toString(16).padStart(16, "0"), equal: compared && equal, shapes };
  } finally {
    player.dispose();
  }
}

function inFolder(act) {
  const folder = mkdtempSync(join(tmpdir(), "mote-page-"));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program, folder, ...args) {
  const done = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (done.error) throw done.error;
  return done;
}

/** What `mote replay` says of it: { status, output }. */
export function replay({ name, bytes }) {
  return inFolder((folder) => {
    writeFileSync(join(folder, name), bytes);
    const { status, stdout, stderr } = run(command, folder, "replay", name);
    return { status, output: stdout + stderr };
  });
}
