import fs from "node:fs";
import path from "node:path";

/**
 * What was judged, a line of JSON each, so that a run that was cut goes on. `again` leaves out what no test saw, which is judged anew.
 */
export function openJournal(file, { again = false } = {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const lines = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n") : [];
  const known = new Map();
  for (const line of lines) {
    // The last line of a run that was killed can be cut.
    if (!line.endsWith("}")) continue;
    const result = JSON.parse(line);
    known.set(result.id, result);
  }
  if (again) for (const [id, { outcome }] of known) if (outcome !== "seen" && outcome !== "compiler") known.delete(id);
  return {
    get: (id) => known.get(id),
    add(result) {
      known.set(result.id, result);
      fs.appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}
