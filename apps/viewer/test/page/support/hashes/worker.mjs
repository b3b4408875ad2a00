import { load } from "/mote/dist/slim.js";
import { Replayer } from "/mote/test/replay.mjs";

let replayer;

function startThread(thread) {
  new Worker(new URL("./thread.mjs", import.meta.url), { type: "module" }).postMessage(thread);
}

async function answer({ wasm, threads, run }) {
  if (run) return replayer.replay(run);
  const mote = await load(wasm, threads && { count: threads, processors: 8, eager: true, start: startThread });
  replayer = new Replayer(mote);
  return mote.scenes.length;
}

onmessage = async ({ data }) => {
  try {
    postMessage({ answer: await answer(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
