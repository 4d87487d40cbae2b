#!/usr/bin/env node
// npm run --silent sbom > sbom.json: prints what the installation is made of, in CycloneDX's form, from the lockfile and without a network.
import fs from "node:fs";
import path from "node:path";
import { toBom } from "./sbom/bom.mjs";

const read = (file) => fs.readFileSync(path.join(import.meta.dirname, "..", file), "utf8");
process.stdout.write(`${JSON.stringify(toBom(read("pnpm-lock.yaml"), JSON.parse(read("package.json"))), null, 2)}\n`);
