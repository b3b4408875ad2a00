import { defineConfig, type Plugin } from "vite";
import { withoutUnusedParts } from "./three_parts.js";

/** With them, pages may share memory between threads. Hosts that do not send them get one thread. */
const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** The first script imports main.ts only after it has started the engine; the browser fetches both at once. */
const preloadMain: Plugin = {
  name: "preload-main",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle, path }) {
      const main = Object.values(bundle ?? {}).find((file) => file.type === "chunk" && file.name === "main");
      if (!main || !path.endsWith("index.html")) return [];
      return [{ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `./${main.fileName}` }, injectTo: "head" }];
    },
  },
};

// A folder of static files that works under any address: all links are relative.
export default defineConfig({
  base: "./",
  plugins: [preloadMain, withoutUnusedParts()],
  resolve: { alias: [{ find: /^three$/, replacement: "three/src/Three.js" }] }, // module by module
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900, // three
    rollupOptions: { input: ["index.html", "race.html"] },
  },
  worker: { format: "es" },
  server: { headers, fs: { allow: ["../.."] } }, // the module is in bindings/js
  preview: { headers },
});
