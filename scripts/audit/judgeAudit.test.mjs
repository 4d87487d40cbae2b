import fs from "node:fs";
import path from "node:path";
import { AUDIT_STATUS, judgeAudit } from "./judgeAudit.mjs";

/** As `pnpm audit --json` of pnpm 10 prints it, with the fields that are read. */
const advisory = (id) => ({
  github_advisory_id: id,
  module_name: "left-pad",
  severity: "high",
  title: "Pads to the right",
  url: `https://github.com/advisories/${id}`,
  findings: [{ version: "1.0.0", paths: ["apps__api>express>left-pad"] }],
});
const report = (...ids) => ({ advisories: Object.fromEntries(ids.map((id, index) => [index, advisory(id)])) });
const exception = (id, until) => ({ advisory: id, reason: "Only builds use it, on trusted input.", until });

describe("the audit of the packages", () => {
  it("names each advisory with its package, version and the way to it", () => {
    const { status, lines } = judgeAudit(report("GHSA-1"), [], "2026-11-25");
    expect(status).toBe(AUDIT_STATUS.open);
    expect(lines).toEqual([
      "high: left-pad 1.0.0: Pads to the right (GHSA-1, https://github.com/advisories/GHSA-1); through apps__api>express>left-pad",
      "1 open, 0 excepted.",
    ]);
    expect(judgeAudit(report(), [], "2026-11-25")).toEqual({ status: AUDIT_STATUS.clean, lines: ["0 open, 0 excepted."] });
  });

  it("takes an exception up to its day, and says when one is not needed any more", () => {
    const exceptions = [exception("GHSA-1", "2026-11-25"), exception("GHSA-2", "2027-01-01")];
    expect(judgeAudit(report("GHSA-1"), exceptions, "2026-11-25")).toEqual({
      status: AUDIT_STATUS.clean,
      lines: ["The exception for GHSA-2 is not needed any more: remove it.", "0 open, 1 excepted."],
    });
    expect(judgeAudit(report("GHSA-1"), exceptions, "2026-11-26").status).toBe(AUDIT_STATUS.open);
  });

  it("has a status of its own where the registry does not answer, and none that could be taken for clean", () => {
    const answers = [{ error: { code: "ERR_PNPM_AUDIT_BAD_RESPONSE", message: "responded with 405" } }, {}, undefined];
    for (const answer of answers) expect(judgeAudit(answer, [], "2026-11-25").status).toBe(AUDIT_STATUS.unavailable);
  });

  it("refuses an exception without a reason or a day, and those of the repository have both", () => {
    for (const wrong of [{ advisory: "GHSA-1" }, { ...exception("GHSA-1", "soon") }, { ...exception("left-pad", "2027-01-01") }])
      expect(() => judgeAudit(report(), [wrong], "2026-11-25")).toThrow("An exception needs");
    const own = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "exceptions.json"), "utf8"));
    expect(() => judgeAudit(report(), own, "2026-11-25")).not.toThrow();
  });
});
