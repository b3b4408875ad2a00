// Serves a folder of static files under a path of its own, as any host would, and refuses all else.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
};

/** What makes a page cross-origin isolated, as `./run view` has it. */
export const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/**
 * `folders` maps paths, which begin and end with a slash, to folders. `rewrite(path, body)` may answer something else
 * than what is in the file. `requested` lists the paths that were asked for.
 */
export async function serve(folders, rewrite = (_path, body) => body, headers = {}) {
  const refused = [];
  const requested = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    requested.push(path);
    const under = Object.keys(folders).find((prefix) => path.startsWith(prefix));
    try {
      if (!under) throw new Error("outside");
      const name = normalize(`/${path.slice(under.length) || "index.html"}`);
      const body = await readFile(join(folders[under], name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream", ...headers });
      response.end(rewrite(path, body));
    } catch {
      refused.push(path);
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Paths that were asked for and are not there. */
    refused,
    requested,
    async close() {
      server.closeAllConnections?.();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
