import { foldText } from "../texts/index.js";

const EDGES = /^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu;
const fold = (text: string): string => foldText(text.replace(EDGES, ""));

/** What Meta's own button says that ends marketing messages; it also names a stop in the app's menu. */
export const MARKETING_STOP = "Parar promoções";
/** The same in the languages of templates. */
const STOP_BUTTONS = [MARKETING_STOP, "Stop promotions", "Detener promociones"].join(",");

/**
 * Whether a message says nothing but one of the company's words for "no more of this", which are
 * separated by commas, or the button of a template that Meta adds for it. Accents, case and punctuation around it do not matter.
 */
export function isOptOut(text: string, words: string): boolean {
  const said = fold(text);
  return said !== "" && `${words},${STOP_BUTTONS}`.split(/[,;\n]/).some((word) => fold(word) === said);
}
