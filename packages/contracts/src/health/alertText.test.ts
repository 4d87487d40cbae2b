import type { ToldProblem } from "@balcao/domain/health";
import { alertMail, alertText } from "./alertText.js";
import { isTimed } from "./problemWords.js";

const problem = (kind: ToldProblem["kind"], value: number | null, name = ""): ToldProblem => ({ kind, connectionId: 0, name, value });
const lines = (...problems: readonly ToldProblem[]): readonly string[] => alertText("en", { event: "began", problems }).text.split("\n");

describe("the text of an alert [D-316]", () => {
  it("has a title for what began, what ended and a test, which names no problem", () => {
    const told = (["began", "ended", "test"] as const).map((event) => alertText("en", { event, problems: [problem("diskLow", null)] }));
    expect(told.map(({ title }) => title)).toEqual(["Something needs attention", "Solved", "Alert test"]);
    expect(told[0]?.text).toBe(told[1]?.text);
    expect(told[2]?.text).toBe("Alerts about problems with the installation arrive here.");
  });

  it("says times in whole minutes, at least one, and other values as they are", () => {
    expect([isTimed("lanesLate"), isTimed("sendsRefused")]).toEqual([true, false]);
    expect(lines(problem("lanesLate", 20), problem("lanesLate", 150), problem("sendsRefused", 150, "Loja"))).toEqual([
      expect.stringContaining("1 min"),
      expect.stringContaining("3 min"),
      "Loja: 150 sends were refused in the last 15 minutes",
    ]);
  });

  it("names five problems, and says how many more there are", () => {
    const many = Array.from({ length: 7 }, (_, at) => problem("webhookDead", null, `Loja ${at}`));
    expect(lines(...many.slice(0, 5))).toHaveLength(5);
    expect(lines(...many).slice(5)).toEqual(["and 2 more"]);
  });

  it("is a mail with its moment and the address of the page", () => {
    const facts = { at: new Date("2026-11-20T12:00:00Z"), timeZone: "America/Sao_Paulo", page: "https://x.test/health" };
    const mail = alertMail("pt", { event: "test", problems: [] }, facts);
    expect(mail).toMatch(/^Em 20\/11\/2026, 09:00:00:\n\n.+\n\nO que fazer: https:\/\/x\.test\/health\n$/);
  });
});
