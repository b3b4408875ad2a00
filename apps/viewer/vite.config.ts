import { defineConfig } from "vite";

// A folder of static files that works under any address: all links are relative.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900, // three
  },
  worker: { format: "es" },
  server: { fs: { allow: ["../.."] } }, // the module is in bindings/js
});
