#!/usr/bin/env node
// npm run check-node [-- VERSION]: runs launcher, api and worker once on another Node.js, by default the one of the images.
import { checkNode } from "./launcher/checkNode.mjs";

await checkNode(process.argv[2] ?? "24.21.0");
