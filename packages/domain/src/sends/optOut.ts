import { foldText } from "../texts/index.js";

const EDGES = /^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu;
const fold = (text: string): string => foldText(text.replace(EDGES, ""));

/**
 * Whether a message says nothing but one of the company's words for "no more of this", which are
 * separated by commas. Accents, case and punctuation around it do not matter.
 */
export function isOptOut(text: string, words: string): boolean {
  const said = fold(text);
  return said !== "" && words.split(/[,;\n]/).some((word) => fold(word) === said);
}
