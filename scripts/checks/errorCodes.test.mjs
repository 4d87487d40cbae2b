import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Codes of the catalogue that nothing raises, each with the reason. */
const UNRAISED = {
  ERR_CREATING_TICKET: "what prevents a ticket has a code of its own: the open ticket, the queue, the connection, the permission",
  ERR_WAPP_CHECK_CONTACT: "a gateway that cannot check a number stops nobody (D-128)",
};

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(place);
    else if (/\.ts$/.test(entry.name) && !/\.(test|fixture|routes|d)\.ts$/.test(entry.name)) yield place;
  }
}

const FOLDERS = ["packages/domain/src", "packages/application/src", "packages/contracts/src", "packages/database/src", "apps/api/src"];

describe("the catalogue of error codes", () => {
  const catalogue = path.join(root, "packages/contracts/src/errors");
  const codes = [...fs.readFileSync(path.join(catalogue, "errorCodes.ts"), "utf8").matchAll(/^ {2}(ERR_[A-Z_]+): \d+,$/gm)].map(
    ([, code]) => code,
  );
  const text = FOLDERS.flatMap((folder) => [...sources(path.join(root, folder))])
    .filter((file) => !file.startsWith(catalogue))
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n");
  const raised = new Set(text.match(/ERR_[A-Z_]+/g));

  it("has no unraised code without a reason, and no reason that is out of date", () => {
    expect(codes.length).toBeGreaterThan(50);
    expect(codes.filter((code) => !raised.has(code)).sort()).toEqual(Object.keys(UNRAISED).sort());
  });
});
