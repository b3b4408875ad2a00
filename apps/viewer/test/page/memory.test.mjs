// A page that is left running needs no more memory after a while than it did: of scripts, of WebAssembly and of the
// graphics card. A minute here; ten with MOTE_TEST_RUN=long. The tour, too, can go round and round.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isLong, launch, visit } from "./support/viewer.mjs";

const SECONDS = isLong ? 600 : 60;
/** Until all has the size that it needs. The long tour has more steps. */
const WARM_UP_ROUNDS = isLong ? 6 : 2;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Counts what the page has made on the graphics card and not yet given back. */
function countGraphics(page) {
  return page.addInitScript(() => {
    window.graphics = { objects: 0, bytes: 0 };
    const context = WebGL2RenderingContext.prototype;
    for (const kind of ["Buffer", "Texture", "VertexArray", "Program", "Shader", "Framebuffer", "Renderbuffer"]) {
      const [make, drop] = [context[`create${kind}`], context[`delete${kind}`]];
      const live = new Set();
      context[`create${kind}`] = function (...args) {
        const made = make.apply(this, args);
        live.add(made);
        window.graphics.objects++;
        return made;
      };
      context[`delete${kind}`] = function (gone) {
        if (live.delete(gone)) window.graphics.objects--;
        if (gone?.size) window.graphics.bytes -= gone.size;
        drop.call(this, gone);
      };
    }
    const bound = new Map();
    const { bindBuffer, bufferData } = context;
    context.bindBuffer = function (target, buffer) {
      bound.set(target, buffer);
      bindBuffer.call(this, target, buffer);
    };
    context.bufferData = function (target, data, ...rest) {
      const buffer = bound.get(target);
      window.graphics.bytes -= buffer.size ?? 0;
      buffer.size = typeof data === "number" ? data : data.byteLength;
      window.graphics.bytes += buffer.size;
      bufferData.call(this, target, data, ...rest);
    };
  });
}

/** The worker tells how large the memory of its WebAssembly is; all else of its script is as it was. */
function tellMemory(path, body) {
  if (!/worker-[^/]*\.js$/.test(path)) return body;
  const telling = `{
    const own = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...args) => {
      const made = await own(...args);
      self.memoryOfModule = made.exports.memory;
      return made;
    };
  }\n`;
  return Buffer.concat([Buffer.from(telling), body]);
}

/** Commands to the worker's own inspector, by way of the page's. */
async function inspectWorker(session) {
  const answers = new Map();
  const attached = new Promise((resolve) => {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => targetInfo.type === "worker" && resolve(sessionId));
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    answers.get(id)?.(result);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  return (method) => {
    const id = answers.size + 1;
    const answer = new Promise((resolve) => answers.set(id, resolve));
    void session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
}

async function heapSize(send) {
  for (let i = 0; i < 2; i++) await send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await send("Runtime.getHeapUsage");
  return usedSize + backingStorageSize;
}

async function measure(viewer) {
  const session = await viewer.page.context().newCDPSession(viewer.page);
  const heap = await heapSize((method) => session.send(method));
  const workerHeap = await heapSize(await inspectWorker(session));
  await session.detach();
  const module = await viewer.page.workers()[0].evaluate(() => self.memoryOfModule.buffer.byteLength);
  return { heap, workerHeap, module, ...(await viewer.page.evaluate(() => window.graphics)) };
}

async function goRound(viewer, rounds) {
  for (let i = 0; i < rounds; i++) {
    const first = await viewer.frame();
    await viewer.until("the end", async () => (await viewer.frame()) < first, 120_000);
    await viewer.until("the middle", async () => (await viewer.frame()) > first / 2 + 20, 120_000);
  }
}

const RUNS = {
  "two letters by two methods": "scene=letters-mv&method=senin,hybrid&rate=4&layers=boxes,forces,areas",
  "many deforming spheres": "scene=deforming-spheres-20&method=hybrid&rate=4&detail=100&layers=boxes",
};

/** Goes round for a time, and compares what is needed then with what was needed after the first rounds. */
async function expectFlat(viewer, what, seconds, round) {
  for (let i = 0; i < WARM_UP_ROUNDS; i++) await round();
  const before = await measure(viewer);
  const end = Date.now() + seconds * 1e3;
  let rounds = 0;
  do await round();
  while ((++rounds, Date.now() < end));
  const now = await measure(viewer);
  const list = (sizes) => Object.entries(sizes).map(([name, size]) => `${name} ${size}`).join(", ");
  console.log(`${what}, ${rounds} rounds:\n  before ${list(before)}\n  after  ${list(now)}`);
  // It never shrinks, and grows a little where a frame with more contacts than all before is shown.
  assert.ok(now.module <= 1.01 * before.module, "memory of WebAssembly");
  assert.ok(now.objects <= before.objects, "objects on the graphics card");
  assert.ok(now.bytes <= 1.25 * before.bytes, "bytes on the graphics card");
  assert.ok(now.heap < before.heap + 1e6, "heap of the page");
  assert.ok(now.workerHeap < before.workerHeap + 2e6, "heap of the worker");
}

for (const [what, hash] of Object.entries(RUNS)) {
  test(`memory does not grow: ${what}`, async () => {
    await visit(browser, { hash, prepare: countGraphics, rewrite: tellMemory }, (viewer) =>
      expectFlat(viewer, what, SECONDS / Object.keys(RUNS).length, () => goRound(viewer, 1)),
    );
  });
}

/** To the last step and back. Steps are left as soon as some of their frames have been shown. */
async function takeTour(viewer, steps) {
  for (const step of [...steps, ...[...steps].reverse()]) {
    await viewer.page.evaluate((number) => (location.hash = `#tour=${number}`), step);
    await viewer.until(`step ${step}`, async () => (await viewer.page.locator("#tour-count").innerText()) === `${step} of 8`);
    await viewer.idle();
    const first = await viewer.frame();
    await viewer.until("a frame", async () => (await viewer.frame()) !== first, 120_000);
  }
}

test("memory does not grow while the tour goes round", async () => {
  const steps = isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 3, 4, 5];
  await visit(browser, { hash: "tour=1", prepare: countGraphics, rewrite: tellMemory }, async (viewer) => {
    await expectFlat(viewer, "the tour", isLong ? 600 : 10, () => takeTour(viewer, steps));
  });
});
