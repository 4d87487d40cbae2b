import fs from "node:fs";

const ROWS_AT_ONCE = 5000;

/** The text that COPY reads as NULL. */
export const NULL = "\\N";

/** A file of rows separated by tabs, as COPY reads it. */
export function createTsvFile(file) {
  const descriptor = fs.openSync(file, "w");
  let rows = [];
  const flush = () => {
    if (rows.length > 0) fs.writeSync(descriptor, `${rows.join("\n")}\n`);
    rows = [];
  };
  return {
    write: (fields) => {
      rows.push(fields.join("\t"));
      if (rows.length >= ROWS_AT_ONCE) flush();
    },
    close: () => {
      flush();
      fs.closeSync(descriptor);
    },
  };
}
