// The race: both libraries find the same in every frame, and the page says how long each takes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isLong, launch, until, visit, visitPage } from "./support/viewer.mjs";

/** What mote must be faster by. */
const MIN_RATIO = 20;
const FRAMES = isLong ? 100 : 12;
const RACE_MS = 300_000;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const text = (page, id) => page.locator(`#${id}`).innerText();
const number = (words) => Number(/[\d.,]+/.exec(words)?.[0].replaceAll(",", ""));

async function checkedFrames(page) {
  const words = await text(page, "checked");
  assert.doesNotMatch(words, /different/);
  return /same pairs/.test(words) ? number(words) : 0;
}

for (const scene of ["blobs-light", "blobs-medium"]) {
  test(`the same pairs in every frame, and mote is ${MIN_RATIO} times as fast: ${scene}`, async () => {
    await visitPage(browser, { path: `race.html#scene=${scene}`, viewport: { width: 500, height: 500 } }, async (page) => {
      await until("frames that both have done", async () => (await checkedFrames(page)) >= FRAMES, RACE_MS);
      const ratio = await until("a result", async () => /^mote is .* times as fast/.test(await text(page, "result")) && number(await text(page, "result")));
      const [ours, theirs] = [number(await text(page, "ms-0")), number(await text(page, "ms-1"))];
      console.log(`${scene}: mote ${ours} ms, three-mesh-bvh ${theirs} ms, ${ratio} x, ${await text(page, "checked")}`);
      assert.ok(ratio >= MIN_RATIO, `${ratio} times`);
      await until("bars of these lengths, which they take gradually", async () => {
        const [shortBar, longBar] = await page.locator(".rail i").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
        return shortBar < longBar / 4;
      });
    });
  });
}

test("a difference is told", async () => {
  /** The worker of three-mesh-bvh loses a pair. */
  const rewrite = (path, body) =>
    /bvh_worker-/.test(path) ? Buffer.from(String(body).replace(/(\w+)\.sort\(\((\w+), ?(\w+)\) ?=> ?\2 ?- ?\3\)/, "$&.slice(1)")) : body;
  await visitPage(browser, { path: "race.html", viewport: { width: 500, height: 500 }, rewrite }, async (page) => {
    await until("the difference", async () => /different pairs/.test(await text(page, "checked")), RACE_MS);
  });
});

test("the race pauses, and the address names its scene", async () => {
  await visitPage(browser, { path: "race.html", viewport: { width: 500, height: 500 } }, async (page) => {
    await until("frames", async () => number(await text(page, "frames-0")) > 1);
    await page.getByRole("button", { name: "Pause" }).click();
    const later = async () => {
      await page.waitForTimeout(1500); // what is being computed comes to its end
      return [await text(page, "frames-0"), await text(page, "frames-1")].join();
    };
    let last = await later();
    await until("it stands still", async () => {
      const now = await later();
      const isStill = now === last;
      last = now;
      return isStill;
    });
    await page.getByLabel("Contact", { exact: true }).selectOption("blobs-medium");
    assert.match(page.url(), /#scene=blobs-medium$/);
    await page.reload();
    assert.equal(await page.getByLabel("Contact", { exact: true }).inputValue(), "blobs-medium");
  });
});

test("the race is a link on the page, which loads none of it", async () => {
  const asked = [];
  const prepare = (page) => page.on("request", (request) => asked.push(request.url()));
  await visit(browser, { hash: "scene=tori&method=hybrid&detail=300&paused=true", prepare }, async (viewer) => {
    await viewer.button("Play").waitFor();
    assert.deepEqual(asked.filter((url) => /race|bvh/.test(url)), []);
    await viewer.page.getByRole("link", { name: "Race" }).click();
    await viewer.page.getByRole("heading", { name: "The same frames, two libraries" }).waitFor();
    await viewer.page.getByRole("link", { name: "The live page" }).click();
    await viewer.ready();
  });
});
