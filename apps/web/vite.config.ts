import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { SOUNDS, toWav } from "./src/lib/sound/synthesis.ts";
import { tokenStyles } from "./src/theme/tokens.ts";

/** Puts the colour tokens into the page's head and preloads the one font, so the first paint has both. */
function firstPaint(): Plugin {
  return {
    name: "balcao-first-paint",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith(".woff2"));
        return [
          { tag: "style", children: tokenStyles(), injectTo: "head" as const },
          ...(font
            ? [
                {
                  tag: "link",
                  attrs: { rel: "preload", href: `/${font}`, as: "font", type: "font/woff2", crossorigin: true },
                  injectTo: "head" as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}

const MUI =
  /node_modules[\\/](\.pnpm[\\/])?(@mui[\\/+](material|system|styled-engine|utils|private-theming)|@emotion|stylis|react-transition-group|@popperjs)/;
/** Parts that only one lazy page or dialog uses travel with it. */
const MUI_OF_ONE_PAGE =
  /@mui[\\/]material[\\/](Tab|Tabs|TabScrollButton|Switch|Autocomplete|Slider|Rating|Checkbox|Radio|Collapse|Accordion)[\\/]/;
const isSharedMui = (id: string): boolean => MUI.test(id) && !MUI_OF_ONE_PAGE.test(id);

const EMOJI_LANGUAGES = ["pt", "en", "es"] as const;

interface EmojiEntry {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly subgroup?: number;
  readonly version: number;
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
}

/** Emoji names of the three languages, stripped to what the picker reads, served from /emoji by ourselves. */
function emojiData(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  const read = (language: string, file: string): unknown =>
    JSON.parse(readFileSync(resolve(`emojibase-data/${language}/${file}.json`), "utf8"));
  const strip = ({ emoji, label, tags, group, subgroup, version, skins }: EmojiEntry) => ({
    emoji,
    label,
    tags,
    group,
    subgroup,
    version,
    skins: skins?.map((skin) => ({ emoji: skin.emoji, tone: skin.tone })),
  });
  const files = () =>
    EMOJI_LANGUAGES.flatMap((language) => [
      {
        path: `emoji/${language}/data.json`,
        text: JSON.stringify((read(language, "data") as EmojiEntry[]).filter((entry) => entry.group !== undefined).map(strip)),
      },
      { path: `emoji/${language}/messages.json`, text: JSON.stringify(read(language, "messages")) },
    ]);
  return {
    name: "balcao-emoji",
    generateBundle() {
      for (const { path, text } of files()) this.emitFile({ type: "asset", fileName: path, source: text });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = request.url?.startsWith("/emoji/") ? files().find(({ path }) => request.url === `/${path}`) : undefined;
        if (!file) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(file.text);
      });
    },
  };
}

/** The notification sounds, made by our own program, served from /sounds. */
function soundFiles(): Plugin {
  const files = Object.entries(SOUNDS).map(([name, tones]) => ({ path: `sounds/${name}.wav`, source: toWav(tones) }));
  return {
    name: "balcao-sounds",
    generateBundle() {
      for (const { path, source } of files) this.emitFile({ type: "asset", fileName: path, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ path }) => request.url === `/${path}`);
        if (!file) return next();
        response.setHeader("Content-Type", "audio/wav");
        response.end(file.source);
      });
    },
  };
}

const api = process.env["API_URL"] ?? "http://127.0.0.1:3000";

/** One file each for react and MUI: the same bytes on every route, cached for months. */
export default defineConfig({
  plugins: [react(), firstPaint(), emojiData(), soundFiles()],
  html: { cspNonce: "__CSP_NONCE__" },
  resolve: { conditions: ["balcao-source", ...defaultClientConditions] },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/api": api,
      "/config.json": api,
      "/socket.io": { target: api, ws: true },
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler)[@\\/]/, priority: 2 },
            { name: "mui", test: isSharedMui, priority: 1 },
          ],
        },
      },
    },
  },
});
