import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const TEST_FILE = /[.](test|fixture)[.]tsx?$|[/]__fixtures__[/]|^src[/]conformance[/]/;

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(place);
    else if (/\.tsx?$/.test(entry.name)) yield place;
  }
}

const manifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
const homes = ["packages", "apps"].flatMap((parent) =>
  fs.readdirSync(path.join(ROOT, parent)).map((name) => path.join(ROOT, parent, name)),
);

/** The packages that a source imports by name, those of Node.js left out. */
function* packagesOf(file) {
  const text = fs.readFileSync(file, "utf8");
  for (const [, atOnce, later] of text.matchAll(/^(?:import|(?:import|export|\}).* from) "([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm)) {
    const specifier = atOnce ?? later;
    if (isBuiltin(specifier) || specifier.startsWith("virtual:")) continue;
    yield specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");
  }
}

describe("what a package imports", () => {
  // An undeclared package may be found by chance and is built in no order: the first build of a checkout then fails.
  it("is declared in its package.json, for everything that is built", () => {
    const undeclared = new Set();
    let imports = 0;
    for (const home of homes) {
      const { dependencies = {}, devDependencies = {} } = manifest(home);
      for (const file of sources(path.join(home, "src"))) {
        if (TEST_FILE.test(path.relative(home, file))) continue;
        for (const name of packagesOf(file)) {
          imports += 1;
          if (!(name in dependencies) && !(name in devDependencies)) undeclared.add(`${path.relative(ROOT, file)}: ${name}`);
        }
      }
    }
    expect(imports).toBeGreaterThan(1000);
    expect([...undeclared]).toEqual([]);
  });

  it("is pinned to one exact version, whoever made it [S-71]", () => {
    const loose = [ROOT, ...homes].flatMap((home) => {
      const { dependencies, devDependencies, optionalDependencies } = manifest(home);
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
        ([, version]) => !version.startsWith("workspace:") && !/^(?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
      );
    });
    expect(loose).toEqual([]);
  });

  it("is built without tests: every build reads the one configuration that leaves them out", () => {
    const { exclude } = JSON.parse(fs.readFileSync(path.join(ROOT, "tsconfig.build.json"), "utf8"));
    expect(exclude).toEqual(expect.arrayContaining(["${configDir}/src/**/*.test.ts", "${configDir}/src/**/*.fixture.ts"]));
    const built = homes.map((home) => path.join(home, "tsconfig.build.json")).filter((file) => fs.existsSync(file));
    expect(built.length).toBeGreaterThan(8);
    for (const file of built) {
      const config = JSON.parse(fs.readFileSync(file, "utf8"));
      expect(config).toMatchObject({ extends: "../../tsconfig.build.json" });
      expect(config).not.toHaveProperty("exclude");
    }
  });
});
