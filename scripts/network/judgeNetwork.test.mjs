import fs from "node:fs";
import path from "node:path";
import { isAtLeast, judgeNetwork } from "./judgeNetwork.mjs";
import { DEFAULT_GRAPH_VERSION, readPackageVersion, readWuzapi } from "./readInstalled.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const KNOWN = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "knownChanges.json"), "utf8"));

const change = (coveredBy, more = {}) => ({
  ...{ id: "qr", date: "2026-07-28", connector: "meow", what: "Codes are retired.", source: "issue 1", todo: "Build anew." },
  ...{ coveredBy, ...more },
});
const judge = (changes, versions, more = {}) =>
  judgeNetwork({ lookedAt: "2026-11-29", changes }, { versions, hasFile: () => false, today: "2026-11-29", ...more });
const head = ({ lines }) => lines[0];

describe("what is installed, against the known changes of the networks", () => {
  it.each([
    ["7.0.0-rc14", "7.0.0-rc13", true],
    ["7.0.0-rc.9", "7.0.0-rc13", false],
    ["7.0.0", "7.0.0-rc13", true],
    ["6.17.16", "7.0.0-rc13", false],
    ["1.34.10", "1.34.7", true],
    ["v9.0", "v21.0", false],
    ["v26.0", "v26.0", true],
    ["2026-09-15", "2026-09-15", true],
    ["2026-08-21", "2026-09-15", false],
    ["2027-01-02", "2026-09-15", true],
  ])("%s is at least %s: %s", (version, least, expected) => expect(isAtLeast(version, least)).toBe(expected));

  it("names a change that is not covered with what to do, and has exit status 1", () => {
    const found = judge([change({ part: "whatsmeow", since: "2026-09-15" })], { whatsmeow: "2026-08-21" });
    expect(found.status).toBe(1);
    expect(found.lines).toEqual([
      "NOT COVERED: qr (API 3, 2026-07-28)",
      "  Codes are retired.",
      "  needs WuzAPI's whatsmeow 2026-09-15 or later, found 2026-08-21",
      "  -> Build anew. (issue 1)",
      "1 not covered, 0 not checked, 0 covered; the list is of 2026-11-29.",
    ]);
  });

  it("takes a version or a file of this checkout for a cover, and says what cannot be checked, what comes later and what nobody covers", () => {
    const part = { part: "whatsmeow", since: "2026-09-15" };
    const cases = [
      [judge([change(part)], { whatsmeow: "2026-09-15" }), "covered: qr (API 3, 2026-07-28)"],
      [judge([change({ file: "a.ts" })], {}, { hasFile: (name) => name === "a.ts" }), "covered: qr (API 3, 2026-07-28)"],
      [judge([change(part)], { whatsmeow: null }), "cannot be checked: qr (API 3, 2026-07-28)"],
      [judge([change(part, { date: "2026-11-30" })], { whatsmeow: "2026-01-01" }), "not covered from its day on: qr (API 3, 2026-11-30)"],
      [judge([change({ limit: "nobody" })], {}), "no cure yet: qr (API 3, 2026-07-28)"],
    ];
    for (const [found, expected] of cases) expect([found.status, head(found)]).toEqual([0, expected]);
    expect(judge([change({ file: "gone.ts" })], {}).status).toBe(1);
  });

  it("covers every change with what Balcão pins and a WuzAPI that is built as the documentation says", () => {
    const installed = {
      versions: {
        baileys: readPackageVersion(ROOT, "@whiskeysockets/baileys"),
        "whatsapp-web.js": readPackageVersion(ROOT, "whatsapp-web.js"),
        graph: DEFAULT_GRAPH_VERSION,
        whatsmeow: "2026-09-15",
      },
      hasFile: (name) => fs.existsSync(path.join(ROOT, name)),
      today: "2027-12-31",
    };
    expect(judgeNetwork(KNOWN, installed).lines.filter((line) => /^(NOT COVERED|cannot|not covered)/.test(line))).toEqual([]);
    expect(fs.readFileSync(path.join(ROOT, "packages/platform/src/env/readEnv.ts"), "utf8")).toContain(`?? "${DEFAULT_GRAPH_VERSION}"`);
  });

  it("lists changes of which each has a day, a source and what to do", () => {
    for (const each of KNOWN.changes) {
      expect(each).toMatchObject({ id: expect.stringMatching(/^[\w-]+$/), date: expect.stringMatching(/^\d{4}-\d\d(-\d\d)?$/) });
      for (const field of ["what", "source", "todo"]) expect([each.id, field, each[field].length > 10]).toEqual([each.id, field, true]);
    }
    expect(new Set(KNOWN.changes.map(({ id }) => id)).size).toBe(KNOWN.changes.length);
  });

  it("prints a version of WuzAPI that looks like one, and nothing else that it answers", async () => {
    const answering = (body) => async () => ({ json: async () => body });
    expect(await readWuzapi("http://127.0.0.1:8080/", answering({ version: "1.0.9" }))).toBe("1.0.9");
    expect(await readWuzapi("http://127.0.0.1:8080", answering({ version: "a secret\n" }))).toBe("answers without its version");
    expect(await readWuzapi("http://127.0.0.1:8080", () => Promise.reject(new Error("no")))).toBe("does not answer at 127.0.0.1:8080");
    expect(await readWuzapi(undefined)).toBe("none is configured (MEOW_URL)");
  });
});
