import { load } from "/mote/dist/slim.js";
import { Replayer } from "/mote/test/replay.mjs";

let replayer;

async function answer({ wasm, run }) {
  if (run) return replayer.replay(run);
  const mote = await load(wasm);
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
