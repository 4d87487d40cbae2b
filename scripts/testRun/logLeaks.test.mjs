import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findLeaks } from "./logLeaks.mjs";

it("finds what people wrote in any log of a folder, as JSON writes it, and nothing that is short [S-70]", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-logs-"));
  try {
    fs.writeFileSync(path.join(folder, "api.log"), '{"msg":"request"}\n{"msg":"x","body":"Bom dia,\\nOi"}\n');
    fs.writeFileSync(path.join(folder, "postgres.log"), "LOG: 5511900812345 came\n");
    expect(findLeaks(folder, ["Bom dia,\nOi", "5511900812345", "request", "nowhere to be seen"])).toEqual([
      'api.log, "Bom dia,\nOi": {"msg":"x","body":"Bom dia,\\nOi"}',
      'postgres.log, "5511900812345": LOG: 5511900812345 came',
    ]);
    expect(findLeaks(path.join(folder, "none"), ["5511900812345"])).toEqual([]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
