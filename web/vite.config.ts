import { resolve } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { installable } from "./install/plugin";

const folder = resolve(import.meta.dirname, "../src/emberstacks/static");

export default defineConfig({
  plugins: [svelte(), installable(folder)],
  base: "/",
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      // each file costs a request and its headers: what several screens need is one file, and what only those with a board need another
      output: {
        codeSplitting: {
          groups: [
            { name: "shared", test: /src.shared\.ts$|node_modules.svelte/, priority: 1 }, // with what it imports
            { name: "board", test: /src.(table.(?!RulesPanel|Table)|games.index|pieces)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: { testTimeout: 120_000, hookTimeout: 120_000 }, // a busy machine is slow, and only a test that fails waits so long
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/ws": { target: "ws://127.0.0.1:8080", ws: true },
    },
  },
});
