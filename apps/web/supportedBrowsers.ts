import { readFileSync } from "node:fs";
import path from "node:path";

const { browserslist } = JSON.parse(readFileSync(path.join(import.meta.dirname, "package.json"), "utf8")) as {
  readonly browserslist: readonly string[];
};

/** The oldest supported browsers as targets of the build: "chrome109" for "chrome >= 109" of package.json. */
export const SUPPORTED: string[] = browserslist.map((line) => line.replace("ios_saf", "ios").replace(" >= ", ""));
