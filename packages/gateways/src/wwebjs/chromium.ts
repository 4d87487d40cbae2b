import { access, constants, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { UnopenedSession } from "../port/index.js";

const SYSTEM_PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome"],
  darwin: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
};
const PLAYWRIGHT_FOLDER: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: ".cache/ms-playwright",
  darwin: "Library/Caches/ms-playwright",
};
const PLAYWRIGHT_PROGRAMS = [
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of Chromium: the given one, else the system's, else Playwright's. Rejects with
 * UnopenedSession when there is none.
 */
export async function findChromium(given: string | undefined): Promise<string> {
  if (given !== undefined) {
    if (await isProgram(given)) return given;
    throw new UnopenedSession("unreachable", `the program of CHROMIUM_PATH cannot be run: ${given}`, `browserUnusable: ${given}`);
  }
  for (const place of [...(SYSTEM_PLACES[process.platform] ?? []), ...(await playwrightPrograms())])
    if (await isProgram(place)) return place;
  throw new UnopenedSession("unreachable", "no Chromium was found", "browserMissing");
}

async function playwrightPrograms(): Promise<string[]> {
  const folder = PLAYWRIGHT_FOLDER[process.platform];
  if (folder === undefined) return [];
  const home = path.join(homedir(), folder);
  const versions = (await readdir(home).catch(() => [])).filter((name) => /^chromium-\d+$/.test(name)).sort();
  return versions.reverse().flatMap((version) => PLAYWRIGHT_PROGRAMS.map((program) => path.join(home, version, program)));
}

function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Chromium's arguments. Its sandbox stays on, except under root without an own account; where the
 * system offers none, `further` can switch it off.
 */
export function chromiumArgs(further: readonly string[], isSandboxed: boolean): string[] {
  return [
    ...(isSandboxed ? [] : ["--no-sandbox", "--disable-setuid-sandbox", "--no-zygote"]),
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    ...further,
  ];
}
