const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });

function ask(question) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.answer));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(question);
  });
}

window.start = (wasm, threads) => ask({ wasm, threads });
window.replay = (run) => ask({ run });
