import { resolve } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

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
      // what several screens need is one file: each file costs a request and its headers
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /node_modules|src.(lib|pieces.(?!FireToken)|table.(?!RulesPanel)|games.index)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/ws": { target: "ws://127.0.0.1:8080", ws: true },
    },
  },
});
