// A browser, and a server of static files.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { chromium } from 'playwright-core';

const ARGUMENTS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };

export function launch() {
    return chromium.launch({ executablePath: process.env.MOTE_CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
}

/** `missing` is what the server answers for files that are not there; development servers answer with a page. */
export async function serve(folder, missing = { status: 404, body: '' }) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        try {
            const body = await readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path));
            response.writeHead(200, { 'content-type': path.endsWith('/') ? TYPES['.html'] : type }).end(body);
        } catch {
            response.writeHead(missing.status, { 'content-type': TYPES['.html'] }).end(missing.body);
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        origin: `http://127.0.0.1:${server.address().port}`,
        close() {
            server.closeAllConnections();
            return new Promise((resolve) => server.close(resolve));
        },
    };
}

/** Opens an address and hands the page over; errors of the page are errors of the test. */
export async function visit(browser, address, act) {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    try {
        await page.goto(address);
        const result = await act(page).catch((error) => errors.push(String(error)));
        if (errors.length) throw new Error(errors.join('\n'));
        return result;
    } finally {
        await page.close();
    }
}

/** What the program of ../support.mjs has found. */
export const foundBy = (page) => page.waitForFunction(() => globalThis.found).then((handle) => handle.jsonValue());
