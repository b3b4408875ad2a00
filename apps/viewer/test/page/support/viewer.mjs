// The live page in a browser, used as a visitor uses it: by labels, roles and the mouse. What it shows is read from
// what stands there.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { Picture } from "./picture.mjs";
import { serve } from "./server.mjs";

export const isLong = process.env.MOTE_TEST_RUN === "long";
export const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
/** Not the root of a host: all links must be relative. */
export const UNDER = "/some/where/";

const ARGUMENTS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
/** Chromium tells of slow read-backs of the software renderer when a picture of the page is taken. */
const NOT_OURS = /GPU stall|GL Driver/;
const PATIENCE = 60_000;

export function launch(...more) {
  return chromium.launch({ executablePath: process.env.MOTE_CHROMIUM ?? "/usr/bin/chromium", args: [...ARGUMENTS, ...more] });
}

/**
 * Opens the page in a fresh profile, hands it over, and expects that it has complained of nothing and asked nobody but
 * its own folder. `hash` is the part of a link behind '#'; without one the introduction stands in front.
 */
export function visit(browser, { hash = "", query = "", ...options }, act) {
  return visitPage(browser, { path: `${query}${hash && `#${hash}`}`, ...options }, async (page, watch, server) => {
    const viewer = new Viewer(page, watch, server);
    await viewer.ready();
    await act(viewer);
  });
}

/** Any page of the folder; `path` is relative to it. */
export async function visitPage(browser, { path, prepare, rewrite, headers, folders = {}, ...options }, act) {
  const server = await serve({ [UNDER]: dist, ...folders }, rewrite, headers);
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, acceptDownloads: true, ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const watch = watched(page, server);
    await prepare?.(page);
    await page.goto(`${server.origin}${UNDER}${path}`);
    await act(page, watch, server);
    watch.expectNothing();
  } finally {
    await context.close();
    await server.close();
  }
}

function watched(page, server) {
  const complaints = [];
  const strangers = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !NOT_OURS.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.origin) && !/^(data|blob):/.test(url)) strangers.push(url);
  });
  return {
    expectNothing(after = "") {
      assert.deepEqual({ complaints, strangers, refused: server.refused }, { complaints: [], strangers: [], refused: [] }, after);
    },
  };
}

/** Waits until something holds, and returns it. */
export async function until(what, holds, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) assert.fail(`${what}: not within ${patience / 1e3} s`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export class Viewer {
  #watch;

  constructor(page, watch, server) {
    this.page = page;
    this.server = server;
    this.#watch = watch;
  }

  /** Waits for the first frame. */
  async ready() {
    await this.page.waitForFunction(() => /\d \/ \d/.test(document.getElementById("frame-number").textContent));
    await this.idle();
  }

  /** Waits until nothing is being opened. */
  async idle() {
    await this.page.locator("#busy").waitFor({ state: "hidden" });
  }

  expectNoComplaint(after) {
    this.#watch.expectNothing(after);
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  choice(label) {
    return this.page.getByLabel(label, { exact: true });
  }

  async choose(label, value) {
    await this.choice(label).selectOption(value);
  }

  async chooseScene(name) {
    await this.choose("Scene", name);
    const stem = name.replace(/-N$/, "");
    await this.page.waitForFunction((title) => document.getElementById("title").textContent === title, stem);
    await this.idle();
  }

  async tool(name) {
    await this.page.getByRole("radio", { name, exact: true }).check({ force: true });
  }

  async openSection(name) {
    const section = this.page.locator("details", { has: this.page.getByRole("heading", { name, exact: true }) });
    if ((await section.getAttribute("open")) === null) await section.locator("summary").click();
  }

  /** The text of cells in the table of numbers, one a method. */
  async numbers(row) {
    return this.page.getByRole("row", { name: new RegExp(`^${row}\\b`) }).first().getByRole("cell").allInnerTexts();
  }

  async facePairs(lane = 0) {
    return Number((await this.numbers("face pairs"))[lane].replaceAll(",", ""));
  }

  async frame() {
    return Number((await this.page.locator("#frame-number").innerText()).split("/")[0].replaceAll(",", ""));
  }

  until(what, holds, patience) {
    return until(what, holds, patience);
  }

  async untilFrame(number) {
    await this.page.waitForFunction(
      (wanted) => Number(document.getElementById("frame-number").textContent.split("/")[0].replaceAll(",", "")) === wanted,
      number,
    );
  }

  /** One frame on, and until all that is written is of it. */
  async step() {
    const next = (await this.frame()) + 1;
    await this.button("One frame forward").click();
    await this.untilFrame(next);
  }

  get canvas() {
    return this.page.locator("#viewport canvas");
  }

  /** Of the stage, and what is written over it. */
  async picture() {
    return new Picture(await this.page.screenshot({ clip: await this.canvas.boundingBox() }));
  }

  /** When it does not change any more. */
  async stillPicture() {
    let last = await this.picture();
    return this.until("a still picture", async () => {
      await this.page.waitForTimeout(120);
      const next = await this.picture();
      const isStill = next.differenceTo(last) === 0;
      last = next;
      return isStill && next;
    });
  }

  /** With the mouse, between places of the canvas. */
  async drag(from, to, { steps = 12 } = {}) {
    const { x, y } = await this.canvas.boundingBox();
    await this.page.mouse.move(x + from.x, y + from.y);
    await this.page.mouse.down();
    await this.page.waitForTimeout(150); // a hand takes hold before it moves
    await this.page.mouse.move(x + to.x, y + to.y, { steps });
    await this.page.waitForTimeout(150);
    await this.page.mouse.up();
  }

  /** With one finger each, which touch one after the other and move together. For a context with `hasTouch`. */
  async dragTogether(ways, { steps = 12 } = {}) {
    const { x, y } = await this.canvas.boundingBox();
    const session = await this.page.context().newCDPSession(this.page);
    const send = async (type, part, count = ways.length) => {
      const touchPoints = ways.slice(0, count).map(({ from, to }, id) => ({
        id, x: x + from.x + part * (to.x - from.x), y: y + from.y + part * (to.y - from.y),
      }));
      await session.send("Input.dispatchTouchEvent", { type, touchPoints });
      if (part === 0 || part === 1) await this.page.waitForTimeout(200); // a hand takes hold before it moves
    };
    for (let i = 1; i <= ways.length; i++) await send("touchStart", 0, i);
    for (let i = 1; i <= steps; i++) await send("touchMove", i / steps);
    await send("touchEnd", 1, 0);
  }

  /** Presses Save and an item of its menu; the name and the bytes of the file that is offered. */
  async save(item = "This frame") {
    await this.button("Save").click();
    const button = this.page.locator("#save-menu").getByRole("button", { name: item });
    const [download] = await Promise.all([this.page.waitForEvent("download"), button.click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** As if the files had been dragged from the desktop onto the page. */
  async drop(...files) {
    await this.page.evaluate((list) => {
      const data = new DataTransfer();
      for (const { name, base64 } of list)
        data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      for (const kind of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })));
  }
}
