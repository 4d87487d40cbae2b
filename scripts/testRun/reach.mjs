import path from "node:path";
import { isTest } from "./moduleGraph.mjs";

/** Where everything comes together: what a test reaches only beyond these, it reaches as every story does. */
const ROOTS =
  /^apps\/(api\/src\/(main|app|composition|apiStage\.fixture|stories\/world\.fixture)|worker\/src\/(main|worker\/startWorker))\.ts$/;
const NOTHING = /^$/;

/** The words of a text, camelCase cut open, plurals and singulars alike. */
const wordsOf = (text) =>
  (text.match(/[A-Z]?[a-z]{3,}|[A-Z]{2,}/g) ?? []).map((word) => word.toLowerCase()).map((word) => word.replace(/(?<=[a-z]{3})s$/, ""));

function countWords(text) {
  const counts = new Map();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What a module is about, with the weight of each word: its name and its folder say more than what it exports. */
function subjectOf(file, text) {
  const exported = [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)].map(([, name]) => name);
  const [folder, name] = file.split("/").slice(-2);
  return new Map([
    ...wordsOf(exported.join(" ")).map((word) => [word, 1]),
    ...wordsOf(`${folder} ${path.posix.basename(name, ".ts")}`).map((word) => [word, 3]),
  ]);
}

/** A word of a file's name says as much about it as so many in its text. */
const NAME_WORTH = 30;

/** Orders texts by how many of a subject's rare words they use: `closest(subject, files)`, the closest first. */
function createRanking(files, textOf) {
  const counts = new Map(files.map((file) => [file, countWords(`${`${path.posix.basename(file)} `.repeat(NAME_WORTH)}${textOf(file)}`)]));
  const holders = (word) => [...counts.values()].filter((each) => each.has(word)).length;
  return (subject, among) => {
    const weights = [...subject].map(([word, weight]) => [word, weight * Math.log((counts.size + 1) / (holders(word) + 1))]);
    const score = (file) => weights.reduce((sum, [word, weight]) => sum + weight * Math.log1p(counts.get(file)?.get(word) ?? 0), 0);
    return among
      .map((file) => ({ file, score: score(file) }))
      .sort((one, other) => other.score - one.score || one.file.localeCompare(other.file))
      .map(({ file }) => file);
  };
}

/** The steps from each module that depends on `file` to it, without going through the modules that `stops` names. */
function distancesTo(graph, file, stops) {
  const distances = new Map([[file, 0]]);
  for (const [module, distance] of distances) {
    if (stops.test(module) && module !== file) continue;
    for (const reader of graph.readersOf(module)) if (!distances.has(reader)) distances.set(reader, distance + 1);
  }
  return distances;
}

/**
 * `reachOf(file)`: the tests that depend on a module: `near`, the nearest first, its own folder before others; `through`, those that
 * only the whole api brings to it, the closest by their words first.
 */
export function createReach(graph) {
  const tests = graph.files.filter(isTest);
  const closest = createRanking(tests, graph.textOf);
  return (file) => {
    const near = distancesTo(graph, file, ROOTS);
    const all = distancesTo(graph, file, NOTHING);
    const folder = path.posix.dirname(file);
    const rank = (test) => near.get(test) + (path.posix.dirname(test) === folder ? 0 : 0.5);
    const through = tests.filter((test) => all.has(test) && !near.has(test));
    return {
      near: tests.filter((test) => near.has(test)).sort((one, other) => rank(one) - rank(other)),
      through: closest(subjectOf(file, graph.textOf(file)), through),
    };
  };
}

/** The texts of `files` that are closest to what the modules are about, the closest first. */
export function closestTexts(modules, files, textOf) {
  const subject = new Map(modules.flatMap((file) => [...subjectOf(file, textOf(file))]));
  return createRanking(files, textOf)(subject, files);
}
