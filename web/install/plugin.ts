/** After the build: fonts and screens asked for early, icons and manifest under names with a hash, and the service worker with the list of what it keeps. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin, Rollup } from "vite";

import { all, routes, takesId } from "../src/routes";

const HERE = import.meta.dirname;
const SMALL = 8000; // bytes
const EARLY = all.flatMap(([, { address, early }]) => (early ? [[address.split("/")[1]!, early] as const] : []));

/** What each screen needs beyond index.html, as the header that lets a browser ask for it at once; by the first part of the address, and for boards by the id of the game; and the addresses at which the server answers with the page. */
function links(bundle: Rollup.OutputBundle): {
  addresses: string[];
  screens: Record<string, string>;
  boards: Record<string, string>;
} {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const needs = (chunk: Rollup.OutputChunk): Rollup.OutputChunk[] => [
    chunk,
    ...chunk.imports.flatMap((name) => needs(bundle[name] as Rollup.OutputChunk)),
  ];
  const files = (of: Rollup.OutputChunk[]) => of.flatMap((chunk) => [chunk.fileName, ...chunk.viteMetadata!.importedCss]);
  const first = new Set(files(needs(chunks.find((chunk) => chunk.isEntry)!)));
  const kind = (name: string) => (name.endsWith(".css") ? "preload; as=style" : "modulepreload");
  const link = (name: string) => `</${name}>; rel=${kind(name)}; crossorigin`;
  const styles = [...first].filter((name) => name.endsWith(".css")).map(link); // nothing is drawn before they are there, so they come first
  const header = (chunk: Rollup.OutputChunk, known: Set<string>) =>
    [...new Set(files(needs(chunk)))]
      .filter((name) => !known.has(name))
      .map(link)
      .join(", ");
  const screen = (source: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`${source}.svelte`))!;
  const before = new Set([...first, ...files(needs(screen(routes.table.early)))]); // a table needs it whatever its game
  const boards = chunks.flatMap((chunk) => {
    const game = /games.([^/\\]+).index\.ts$/.exec(chunk.facadeModuleId ?? "")?.[1];
    return game ? [[game, header(chunk, before)]] : [];
  });
  return {
    addresses: all.map(([, { address }]) => (takesId(address) ? `${address}{rest:path}` : address)),
    screens: Object.fromEntries(
      EARLY.map(([address, source]) => [address, [...styles, header(screen(source), first)].join(", ")]),
    ),
    boards: Object.fromEntries(boards) as Record<string, string>,
  };
}

/** Write a file into assets, named by what is in it; returns its address. */
function place(folder: string, name: string, content: string | Buffer): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const address = `/assets/${name.replace(".", `-${hash}.`)}`;
  writeFileSync(join(folder, address), content);
  return address;
}

export function installable(folder: string): Plugin {
  let early = "";
  return {
    name: "installable",
    apply: "build",
    writeBundle(_, bundle) {
      const found = links(bundle);
      early = JSON.stringify(found.screens);
      writeFileSync(join(folder, "links.json"), JSON.stringify(found));
    },
    closeBundle() {
      const icon = (name: string) => place(folder, name, readFileSync(join(HERE, name)));
      const drawn = icon("icon.svg");
      const manifest = {
        id: "/",
        name: "Emberstacks",
        short_name: "Emberstacks",
        description: "Five library-themed board games at one table, with friends and honest bots.",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#0e1116",
        theme_color: "#0e1116",
        categories: ["games"],
        icons: [
          { src: drawn, sizes: "any", type: "image/svg+xml" },
          { src: icon("icon-192.png"), sizes: "192x192", type: "image/png" },
          { src: icon("icon-512.png"), sizes: "512x512", type: "image/png" },
          { src: icon("maskable-512.png"), sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      };
      const fonts = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".woff2"));
      const links = [
        // every screen uses all fonts: asked for at once, they are there before the first words, and nothing moves
        ...fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`),
        `<link rel="icon" href="${drawn}" type="image/svg+xml" />`,
        `<link rel="apple-touch-icon" href="${icon("touch-180.png")}" />`,
        `<link rel="manifest" href="${place(folder, "emberstacks.webmanifest", JSON.stringify(manifest))}" />`,
      ];
      const index = readFileSync(join(folder, "index.html"), "utf8").replace("</head>", `  ${links.join("\n    ")}\n  </head>`);
      writeFileSync(join(folder, "index.html"), index);
      // what index.html names, the screens, the fonts and all that is small; the boards are kept when they are first used
      const named = [...(index + early).matchAll(/["<](\/assets\/[^">]+\.(?:js|css|svg))[">]/g)].map((found) => found[1]!);
      const small = readdirSync(join(folder, "assets")).filter(
        (name) => /woff2$/.test(name) || (/(js|css)$/.test(name) && statSync(join(folder, "assets", name)).size < SMALL),
      );
      const worker = readFileSync(join(HERE, "worker.js"), "utf8");
      const build = createHash("sha256")
        .update(index + worker)
        .digest("hex")
        .slice(0, 16);
      const files = JSON.stringify(["/", ...new Set([...named, ...small.map((name) => `/assets/${name}`)])]);
      writeFileSync(join(folder, "worker.js"), worker.replace("/* files */ []", files).replace('/* build */ ""', `"${build}"`));
    },
  };
}
