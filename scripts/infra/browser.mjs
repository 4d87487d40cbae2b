import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cacheFolder, dropDebianTree, fetchDebianTree, findDebianTree, hasDebianTools, libraryPath } from "./debian.mjs";
import { isRoot, outputOf, runTree, which } from "./processes.mjs";
import { Interrupted, Refusal } from "./refusal.mjs";

/** Packages of the distribution, with the name of their program: each that it reads relative to itself is named, because apt leaves out what is installed. */
const WHOLE = { name: "chromium", packages: ["chromium", "chromium-common"] };
const SHELL = { name: "chromium-headless-shell", packages: ["chromium-headless-shell", "chromium-common"] };
// Text without a font has no height; fontconfig finds them.
const FONTS = ["fonts-liberation", "fontconfig-config"];
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const REMEDY = "Install Chromium (Debian, Ubuntu: apt-get install chromium fonts-liberation), or set E2E_CHROMIUM to a Chromium or Chrome.";

/** The arguments of every test browser: it reaches only the loopback, and renders text the same on every machine. */
export const BROWSER_ARGS = [
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-gpu",
  "--no-pings",
  "--font-render-hinting=none",
];

const PAGE = "data:text/html,<h1>Balc%C3%A3o</h1>";
const DRAW_LIMIT_MS = 60_000;
const VERSION_LIMIT_MS = 20_000;

/**
 * Whether a browser draws a page: one that lacks its resources still answers its version. One that is only too slow to be judged,
 * as on a loaded machine, counts as working when it answers its version.
 */
export function draws(program, limitMs = DRAW_LIMIT_MS) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-draws-"));
  const picture = path.join(folder, "page.png");
  const sandbox = isRoot ? ["--no-sandbox"] : [];
  const args = ["--headless", ...sandbox, "--disable-gpu", "--no-first-run", "--window-size=320,200", `--user-data-dir=${folder}/profile`];
  try {
    const { error } = spawnSync(program, [...args, `--screenshot=${picture}`, PAGE], { timeout: limitMs, killSignal: "SIGKILL" });
    if (fs.existsSync(picture) && fs.statSync(picture).size > 0) return true;
    return error?.code === "ETIMEDOUT" && outputOf(program, ["--version"], { timeout: VERSION_LIMIT_MS, killSignal: "SIGKILL" }) !== null;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const wrapper = ({ name }) => path.join(cacheFolder(), name, "chromium.sh");

/** The unpacked browser; one that draws nothing is removed, so that it is fetched anew. */
function unpacked(kind, say) {
  const tree = findDebianTree(kind.name);
  if (!tree) return null;
  if (fs.existsSync(wrapper(kind)) && draws(wrapper(kind))) return wrapper(kind);
  dropDebianTree(kind.name);
  say(`${tree} was removed: its browser draws no page.`);
  return null;
}

/** The path that Playwright's own Chromium has or would have. */
async function playwrightBrowser() {
  try {
    const { chromium } = await import("@playwright/test");
    return chromium.executablePath();
  } catch {
    return "";
  }
}

/** The headless shell that Playwright installs beside its Chromium, or null. */
async function playwrightShell() {
  const [, versions = "", revision = ""] = /^(.*)[/\\]chromium-(\d+)[/\\]/.exec(await playwrightBrowser()) ?? [];
  const folder = path.join(versions, `chromium_headless_shell-${revision}`);
  if (revision === "" || !fs.existsSync(folder)) return null;
  const file = fs.readdirSync(folder, { recursive: true }).find((name) => /(^|[/\\])(chrome-)?headless[-_]shell$/.test(name));
  return file === undefined ? null : path.join(folder, file);
}

/** The first of these programs that draws a page, or null; each that is there and draws none is said. */
function firstThatDraws(files, say) {
  for (const file of files) {
    if (!file || !fs.existsSync(file)) continue;
    if (draws(file)) return file;
    say(`${file} is passed over: it draws no page.`);
  }
  return null;
}

/** The path of a browser that can be used, or null: E2E_CHROMIUM, Playwright's own, the system's, the unpacked package. */
export async function findBrowser(say = () => {}) {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  // Ubuntu has a chromium-browser that only prints how to install a snap.
  const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((program) => which(program, ["/usr/bin"]));
  const applications = process.platform === "darwin" ? MAC_APPLICATIONS : [];
  return firstThatDraws([await playwrightBrowser(), ...programs, ...applications], say) ?? unpacked(WHOLE, say);
}

/** A headless shell, which draws the same pages as a Chromium in half of the processor time because it has no window; null without one. */
export async function findShell(say = () => {}) {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  return firstThatDraws([await playwrightShell(), which(SHELL.name, ["/usr/bin"])], say) ?? unpacked(SHELL, say);
}

/** Writes a script that starts an unpacked browser with the paths of its libraries and fonts. */
function writeWrapper(kind, tree) {
  const home = path.dirname(wrapper(kind));
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
    wrapper(kind),
    `#!/bin/sh
export LD_LIBRARY_PATH='${libraries}:${libraries.split(":")[0]}/pulseaudio'
export FONTCONFIG_FILE='${fonts}'
export XDG_DATA_DIRS='${tree}/usr/share:/usr/share'
exec '${tree}/usr/lib/chromium/${kind.name}' "$@"
`,
    { mode: 0o755 },
  );
}

async function unpackBrowser(kind, update, signal) {
  writeWrapper(kind, await fetchDebianTree(kind.name, [...kind.packages, ...FONTS], { update, signal }));
  update("drawing a page");
  if (draws(wrapper(kind))) return;
  dropDebianTree(kind.name);
  throw new Error(`the unpacked ${kind.name} draws no page`);
}

/**
 * Finds or fetches a browser: Playwright's own download, then the distribution's package unpacked in the user's cache,
 * then, as root, the installed package. Refuses with instructions when none works.
 */
export async function installBrowser({ root, progress, signal }) {
  const present = await findBrowser(progress.say);
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
      await unpackBrowser(WHOLE, (text) => update(`the distribution's package, ${text}`), signal);
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
        throw new Error("what was fetched draws no page");
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        failures.push(error.message);
        progress.say(`No Chromium this way (${error.message}).`);
      }
    }
    return null;
  });
  if (browser === null) throw new Refusal("No Chromium could be found or fetched.", REMEDY, failures);
  return browser;
}

/** Finds or fetches a headless shell; where that fails, says why and answers what `browser` finds. */
export async function installShell({ progress, signal, browser }) {
  const present = await findShell(progress.say);
  if (present) return present;
  if (!hasDebianTools()) return browser();
  const isUnpacked = await progress.step("Getting a headless shell", async (update) => {
    try {
      await unpackBrowser(SHELL, update, signal);
      return true;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      progress.say(`There is no headless shell (${error.message}): a whole Chromium takes its place.`);
      return false;
    }
  });
  return isUnpacked ? wrapper(SHELL) : browser();
}
