import { ValidationError } from "yup";
import { plannedForm, snoozeForm } from "../forms/index.js";
import { plannedChoices, plannedComment, plannedFault, plannedMoment } from "./index.js";

const ZONE = "America/Sao_Paulo";
const at = (text: string): Date => new Date(`${text}-03:00`);
const offered = (now: string): readonly (readonly [string, string])[] =>
  plannedChoices(at(now), ZONE).map((each) => [each.choice, new Date(each.at.getTime() - 3 * 3_600_000).toISOString().slice(0, 16)]);

describe("the moment of a message that is scheduled in a conversation", () => {
  it("is offered in an hour, this afternoon, tomorrow and next Monday, as far as they are to come [D-273]", () => {
    // A Thursday.
    expect(offered("2026-11-26T10:15:20")).toEqual([
      ["inOneHour", "2026-11-26T11:16"],
      ["today", "2026-11-26T17:00"],
      ["tomorrow", "2026-11-27T09:00"],
      ["monday", "2026-11-30T09:00"],
    ]);
    expect(offered("2026-11-26T17:00:00").map(([choice]) => choice)).toEqual(["inOneHour", "tomorrow", "monday"]);
    // On a Sunday tomorrow is Monday, on a Monday it is a week ahead.
    expect(offered("2026-11-29T12:00:00").map(([choice]) => choice)).toEqual(["inOneHour", "today", "tomorrow"]);
    expect(offered("2026-11-30T08:00:00").at(-1)).toEqual(["monday", "2026-12-07T09:00"]);
  });

  it("is refused when it has passed or is over a year away [D-273]", () => {
    const now = at("2026-11-26T10:00:00");
    expect([plannedFault(now, now), plannedFault(at("2026-11-26T10:01:00"), now)]).toEqual(["past", null]);
    expect([plannedFault(at("2027-11-27T10:00:00"), now), plannedFault(at("2027-11-27T10:01:00"), now)]).toEqual([null, "far"]);
  });

  it("is judged by the form before it is sent, by the rule whose sentence the person reads [D-273]", async () => {
    const form = plannedForm("America/New_York", () => new Date("2027-03-13T12:00:00Z"));
    const broken = (values: object) =>
      form.validate({ message: "Oi", sendAt: "2027-03-15T09:00", ...values }).then(
        () => null,
        (fault: unknown) => (fault instanceof ValidationError ? [fault.path, fault.type] : ["", ""]),
      );
    expect(await broken({})).toBeNull();
    expect(await broken({ sendAt: "2027-03-14T02:30" })).toEqual(["sendAt", "gap"]);
    expect(await broken({ sendAt: "2027-03-13T06:00" })).toEqual(["sendAt", "past"]);
    expect(await broken({ sendAt: "2029-01-01T06:00" })).toEqual(["sendAt", "far"]);
    expect(await broken({ sendAt: "amanhã" })).toEqual(["sendAt", "date"]);
    expect(await broken({ message: "--só nós" })).toEqual(["message", "comment"]);
    expect((await broken({ message: " " }))?.[0]).toBe("message");
  });

  it("is none where the clocks skip it, and the first of two where they show it twice [D-273]", () => {
    // Clocks in New York go forward on 14 March 2027 at 2:00, back on 7 November at 2:00.
    expect(plannedMoment("2027-03-14", "02:30", "America/New_York")).toBeNull();
    expect(plannedMoment("2027-03-14", "03:30", "America/New_York")?.toISOString()).toBe("2027-03-14T07:30:00.000Z");
    expect(plannedMoment("2027-11-07", "01:30", "America/New_York")?.toISOString()).toBe("2027-11-07T05:30:00.000Z");
    expect(plannedMoment("2026-11-27", "09:00", ZONE)).toEqual(at("2026-11-27T09:00:00"));
  });

  it("is named for a snooze only where neither an offered moment nor the customer's message ends it [D-440]", async () => {
    const form = snoozeForm("America/New_York", () => new Date("2027-03-13T12:00:00Z"));
    const ruleOf = (values: object) =>
      form.validate({ pauseTag: " Peça ", ...values }).then(
        ({ pauseTag }) => pauseTag,
        (error: unknown) => (error instanceof ValidationError ? error.type : error),
      );
    expect(await ruleOf({ end: "tomorrow", snoozeUntil: "" })).toBe("Peça");
    expect(await ruleOf({ end: "message", snoozeUntil: "nada" })).toBe("Peça");
    expect(await ruleOf({ end: "named", snoozeUntil: "2027-03-14T03:30" })).toBe("Peça");
    for (const [snoozeUntil, rule] of [
      ["2027-03-14T02:30", "gap"],
      ["2027-03-13T06:59", "past"],
      ["2028-03-20T07:00", "far"],
      ["14/03", "date"],
    ] as const)
      expect(await ruleOf({ end: "named", snoozeUntil })).toBe(rule);
    expect(await ruleOf({ end: "tomorrow", snoozeUntil: "", pauseTag: "x".repeat(51) })).toBe("max");
  });
});

describe("the comment about a scheduled message that did not go out", () => {
  it("is in the company's language, and in Portuguese where the company has none [D-492]", () => {
    expect(plannedComment("Ana", "connection", "en")).toBe("@Ana, the scheduled message was not sent: the connection no longer exists.");
    expect(plannedComment("Ana", "connection", "es")).toBe("@Ana, el mensaje programado no salió: la conexión ya no existe.");
    const portuguese = "@Ana, a mensagem agendada não saiu: a conexão não existe mais.";
    expect(["pt", "browser"].map((language) => plannedComment("Ana", "connection", language))).toEqual([portuguese, portuguese]);
  });
});
