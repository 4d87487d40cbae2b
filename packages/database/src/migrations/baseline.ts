import { readFileSync } from "node:fs";

/** The present schema as one file, for an empty database. Later migrations come after it. */
export const baseline = {
  name: "0153-baseline",
  // As far from here in the sources as in the build.
  sql: readFileSync(new URL("../../schema.sql", import.meta.url), "utf8"),
} as const;
