#!/usr/bin/env node
// npm run recompute-figures [first] [last]: computes the daily figures of the dashboard again, of some days or of all.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("recomputeFigures", process.argv.slice(2));
