#!/usr/bin/env node
// npm run --silent sbom > sbom.json: prints what the installation is made of, in CycloneDX's form, from the lockfile and without a network.
import fs from "node:fs";
import path from "node:path";
import { toBom } from "./sbom/bom.mjs";
import { readLicences } from "./sbom/licences.mjs";

const root = path.join(import.meta.dirname, "..");
const read = (file) => fs.readFileSync(path.join(root, file), "utf8");
const bom = toBom(read("pnpm-lock.yaml"), JSON.parse(read("package.json")), readLicences(root));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
