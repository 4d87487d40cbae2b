import { isModule, isTest } from "../../scripts/testRun/moduleGraph.mjs";
import { findPlaces } from "./places.mjs";

/** Code of the product: no stand-ins, no proofs, no texts and nothing that a program prints. */
const PRODUCT = /^(packages\/(?!simulators\/|testing\/)[^/]+|apps\/[^/]+)\/src\//;
const APART = /(\.fixture\.tsx?$|^packages\/gateways\/src\/conformance\/|^apps\/web\/src\/i18n\/|^apps\/api\/src\/wire\/)/;
const COMMENT = /^\s*(\/\/|\/?\*|$)/;

export const isProduct = (file) => isModule(file) && PRODUCT.test(file) && !isTest(file) && !APART.test(file);

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Removed behaviours in the order that the seed decides: every line of code is as likely as any other, and of the places of a line
 * every one. `under` keeps the files that begin with one of the words. Endless only in that each line is drawn once.
 */
export function* draw(graph, { seed, under = [] }) {
  const files = graph.files
    .filter((file) => isProduct(file) && (under.length === 0 || under.some((start) => file.startsWith(start))))
    .sort();
  const lines = files.flatMap((file) =>
    graph
      .textOf(file)
      .split("\n")
      .flatMap((text, index) => (COMMENT.test(text) ? [] : [{ file, line: index + 1 }])),
  );
  const random = createRandom(seed);
  const placesOf = new Map();
  for (let left = lines.length; left > 0; left -= 1) {
    const at = Math.floor(random() * left);
    const { file, line } = lines[at];
    lines[at] = lines[left - 1];
    if (!placesOf.has(file)) placesOf.set(file, findPlaces(file, graph.textOf(file)));
    const places = placesOf.get(file).filter((place) => place.line === line);
    const choice = random();
    if (places.length > 0) yield places[Math.floor(choice * places.length)];
  }
}
