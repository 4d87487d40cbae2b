// node tools/bench/generate.mjs [folder] [--contacts=N --tickets=N --messages=N]: writes the deterministic data set.
import path from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_FOLDER } from "./lib/place.mjs";
import { PARAMETERS, writeDataset } from "./lib/dataset.mjs";

const count = { type: "string" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { contacts: count, tickets: count, messages: count },
});
const sizes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const folder = path.resolve(positionals[0] ?? DEFAULT_FOLDER);
const { bigTicket, bigCount } = writeDataset(folder, { ...PARAMETERS, ...sizes });
console.log(`The data set is in ${folder}; its largest ticket is ${bigTicket} with ${bigCount} messages.`);
