import fs from "node:fs";
import path from "node:path";
import { cacheFolder, dropDebianTree, fetchDebianTree, findDebianTree, hasDebianTools, libraryPath } from "./debian.mjs";
import { isRoot, outputOf, runTree, which } from "./processes.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";

const NAME = "chromium";
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const REMEDY = "Install Chromium (Debian, Ubuntu: apt-get install chromium fonts-liberation), or set E2E_CHROMIUM to a Chromium or Chrome.";

/** What every test browser is started with: nothing leaves the loopback, the same text on every machine. */
export const BROWSER_ARGS = [
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-gpu",
  "--no-pings",
  "--font-render-hinting=none",
];

const works = (program) => outputOf(program, ["--version"], { timeout: 20_000 }) !== null;
const wrapper = () => path.join(cacheFolder(), NAME, "chromium.sh");

async function playwrightBrowser() {
  try {
    const { chromium } = await import("@playwright/test");
    const file = chromium.executablePath();
    return fs.existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** The path of a browser that can be used, or null: E2E_CHROMIUM, Playwright's own, the system's, the unpacked package. */
export async function findBrowser() {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  const own = await playwrightBrowser();
  if (own) return own;
  for (const program of ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]) {
    const file = which(program, ["/usr/bin"]);
    // Ubuntu has a chromium-browser that only tells how to install a snap.
    if (file && works(file)) return file;
  }
  if (process.platform === "darwin") for (const file of MAC_APPLICATIONS) if (fs.existsSync(file)) return file;
  return findDebianTree(NAME) && fs.existsSync(wrapper()) ? wrapper() : null;
}

/** A program and a font set of an unpacked package need to be told where their own parts lie. */
function writeWrapper(tree) {
  const home = path.dirname(wrapper());
  const fonts = path.join(home, "fonts.conf");
  const alias = (family, font) => `<alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  fs.writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${tree}/usr/share/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/font-cache</cachedir>
<include ignore_missing="yes">${tree}/usr/share/fontconfig/conf.avail/30-metric-aliases.conf</include>
${alias("sans-serif", "Liberation Sans")}${alias("serif", "Liberation Serif")}${alias("monospace", "Liberation Mono")}</fontconfig>
`,
  );
  const libraries = libraryPath(tree, ["usr/lib/chromium"]);
  fs.writeFileSync(
    wrapper(),
    `#!/bin/sh
export LD_LIBRARY_PATH='${libraries}:${libraries.split(":")[0]}/pulseaudio'
export FONTCONFIG_FILE='${fonts}'
export XDG_DATA_DIRS='${tree}/usr/share:/usr/share'
exec '${tree}/usr/lib/chromium/chromium' "$@"
`,
    { mode: 0o755 },
  );
}

async function unpackBrowser(update, signal) {
  // Without a font text has no height; without fontconfig's files no font is found.
  const tree =
    findDebianTree(NAME) ??
    (await fetchDebianTree(NAME, ["chromium", "chromium-common", "fonts-liberation", "fontconfig-config"], { update, signal }));
  writeWrapper(tree);
  if (works(wrapper())) return;
  dropDebianTree(NAME);
  throw new Error("the unpacked Chromium does not run");
}

/**
 * Finds a browser, or gets one: Playwright's own download, then the distribution's package unpacked in the user's cache,
 * then, as root, the package installed. Refuses with what to do where none works.
 */
export async function installBrowser({ root, progress, signal }) {
  const present = await findBrowser();
  if (present) return present;
  const failures = [];
  const ways = [
    async (update) => {
      update("from Playwright");
      const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
      const { code, lines } = await runTree(process.execPath, [cli, "install", "chromium"], { cwd: root, signal, timeoutMs: 240_000 });
      if (code !== 0) throw new Error(lines.find((line) => /Error/.test(line)) ?? "the download failed");
    },
    async (update) => {
      if (!hasDebianTools()) throw new Error("there is no apt");
      await unpackBrowser((text) => update(`the distribution's package, ${text}`), signal);
    },
    async (update) => {
      if (!isRoot || !hasDebianTools()) throw new Error("apt-get install needs root");
      update("apt-get install");
      const args = ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-liberation"];
      const { code, lines } = await runTree("apt-get", args, {
        signal,
        timeoutMs: 600_000,
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      if (code !== 0) throw new Error(lines.find((line) => line.startsWith("E:")) ?? "apt-get failed");
    },
  ];
  const browser = await progress.step("Getting a Chromium", async (update) => {
    for (const way of ways) {
      try {
        await way(update);
        const found = await findBrowser();
        if (found) return found;
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        failures.push(error.message);
      }
    }
    return null;
  });
  if (browser === null) throw new Refusal("No Chromium could be found or fetched.", REMEDY, failures);
  return browser;
}
