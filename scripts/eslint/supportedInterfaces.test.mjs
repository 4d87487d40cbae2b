import { Linter } from "eslint";
import { supportedInterfaces } from "./supportedInterfaces.mjs";

const TARGETS = ["chrome >= 109", "firefox >= 115", "safari >= 16.4", "ios_saf >= 16.4"];
const linter = new Linter();
const lint = (code) =>
  linter
    .verify(code, { plugins: { balcao: { rules: { web: supportedInterfaces } } }, rules: { "balcao/web": ["error", TARGETS] } })
    .map(({ message }) => message);

describe("the rule about what supported browsers have", () => {
  it.each([
    ["AbortSignal.any([]);", "AbortSignal.any is missing in chrome 109, firefox 115, safari 16.4, safari_ios 16.4"],
    ['URL.canParse("x");', "URL.canParse is missing in chrome 109, safari 16.4, safari_ios 16.4"],
    ["Promise.withResolvers();", "Promise.withResolvers is missing in"],
    ["Object.groupBy([], f);", "Object.groupBy is missing in"],
    ["new Intl.Segmenter();", "Intl.Segmenter is missing in firefox 115"],
    ["requestIdleCallback(f);", "requestIdleCallback is missing in safari 16.4"],
    ["new ClipboardItem({});", "ClipboardItem is missing in firefox 115"],
    ["document.startViewTransition(f);", "document.startViewTransition is missing in chrome 109"],
  ])("reports %s", (code, message) => {
    expect(lint(code)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    "AbortSignal.timeout(1);",
    "structuredClone({});",
    "navigator.locks.request(name, f);",
    "const URL = { canParse: () => true }; URL.canParse();",
    'if ("Segmenter" in Intl) new Intl.Segmenter();',
    'if (typeof requestIdleCallback === "function") requestIdleCallback(f);',
    "crypto.randomUUID();",
    "unknownName.any();",
  ])("allows %s", (code) => {
    expect(lint(code)).toEqual([]);
  });
});
