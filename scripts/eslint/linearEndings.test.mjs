import { Linter } from "eslint";
import { linearEndings } from "./linearEndings.mjs";

const linter = new Linter();
const lint = (code) =>
  linter
    .verify(code, { plugins: { balcao: { rules: { endings: linearEndings } } }, rules: { "balcao/endings": "error" } })
    .map((message) => message.messageId ?? message.message);

describe("the rule for endings of expressions", () => {
  it.each([
    String.raw`text.replace(/\/+$/, "");`,
    String.raw`text.replace(/^[. ]+|[. ]+$/g, "");`,
    String.raw`text.replace(/[^\p{L}\]]+$/gu, "");`,
    String.raw`text.replace(/\p{P}*$/u, "");`,
    String.raw`/a(?:b|(x+$))/.test(text);`,
    String.raw`/ +$/.test(text);`,
    String.raw`/a(?:x+$|b)/.test(text);`,
  ])("reports %s", (code) => expect(lint(code)).toEqual(["slow"]));

  it.each([
    String.raw`text.replace(/(?<!\/)\/+$/, "");`,
    String.raw`text.replace(/^[. ]+|(?<![. ])[. ]+$/g, "");`,
    String.raw`/^\d+$/.test(text);`,
    String.raw`/\.[^.]*$/.test(text);`,
    String.raw`/;.*$/.test(text);`,
    String.raw`/\(.*$/.test(text);`,
    String.raw`text.replace(/\s+/g, " ");`,
  ])("lets %s pass", (code) => expect(lint(code)).toEqual([]));
});
