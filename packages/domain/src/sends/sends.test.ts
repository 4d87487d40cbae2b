import { zoneOfNumber } from "../contacts/index.js";
import { countAsleep, isOptOut, oneAudience, quietUntil, RUN_ACTIONS, RUN_STATES, sendEstimate, stateAfter } from "./index.js";

describe("the audience of a send", () => {
  it.each([
    [
      { allContacts: true, contactIds: [1], tagIds: [2] },
      { allContacts: true, contactIds: [], tagIds: [] },
    ],
    [
      { allContacts: false, contactIds: [3, 1, 3], tagIds: [2] },
      { allContacts: false, contactIds: [3, 1], tagIds: [] },
    ],
    [
      { allContacts: false, contactIds: [], tagIds: [2, 2] },
      { allContacts: false, contactIds: [], tagIds: [2] },
    ],
    [{ allContacts: false, contactIds: [], tagIds: [] }, null],
  ])("is the first choice of everybody, contacts and tags [D-182]", (chosen, counts) => {
    expect(oneAudience(chosen)).toEqual(counts);
  });
});

describe("the estimate", () => {
  it.each([
    [0, { unit: "seconds", value: 0 }],
    [1, { unit: "seconds", value: 15 }],
    [3, { unit: "seconds", value: 45 }],
    [4, { unit: "minutes", value: 1 }],
    [5, { unit: "minutes", value: 2 }],
    [312, { unit: "minutes", value: 78 }],
  ])("for %s recipients is 15 seconds each, in seconds below four [D-198]", (recipients, expected) => {
    expect(sendEstimate(recipients)).toEqual(expected);
  });
});

describe("a run", () => {
  it("is paused while it goes out, resumed while it is paused, and cancelled until it ends", () => {
    const possible = RUN_STATES.flatMap((state) =>
      RUN_ACTIONS.flatMap((action) => (stateAfter(state, action) ? [`${state} ${action} ${String(stateAfter(state, action))}`] : [])),
    );
    expect(possible).toEqual([
      "freezing cancel cancelled",
      "running pause paused",
      "running cancel cancelled",
      "paused resume running",
      "paused cancel cancelled",
    ]);
  });
});

describe("the night of recipients", () => {
  it("is that of their own country, in Brazil of their state [D-422]", () => {
    expect(["5511988887777", "5568988887777", "351912345678", "12125550100", "000"].map(zoneOfNumber)).toEqual([
      "America/Sao_Paulo",
      "America/Rio_Branco",
      "Europe/Lisbon",
      "America/New_York",
      null,
    ]);
    const zones = { "America/Sao_Paulo": 5, "Europe/Lisbon": 2, "America/Rio_Branco": 1 };
    // 19:30 in São Paulo, 22:30 in Lisbon, 17:30 in Acre.
    expect(countAsleep(zones, new Date("2026-11-29T22:30:00Z"))).toBe(2);
    // 08:00 in São Paulo, 11:00 in Lisbon, 06:00 in Acre; 21:00 counts as night.
    expect([countAsleep(zones, new Date("2026-11-29T11:00:00Z")), countAsleep(zones, new Date("2026-11-30T00:00:00Z"))]).toEqual([1, 7]);
  });
});

describe("a word that ends mass sends", () => {
  const WORDS = "SAIR, Parar; não quero mais\nCANCELAR";
  it.each(["SAIR", "sair", " Sair. ", "«SAIR!»", "*sair* 🙏", "Nao  quero MAIS", "não quero mais!!", "cancelar"])(
    "is found in %j",
    (text) => {
      expect(isOptOut(text, WORDS)).toBe(true);
    },
  );
  it.each(["quero sair", "sair?quero", "saír cedo", "não", "", "...", ",", "parara", "SAIR,PARAR"])("is not found in %j", (text) => {
    expect(isOptOut(text, WORDS)).toBe(false);
  });
  it("is never found where the company has no words", () => {
    for (const text of ["SAIR", "", " ", ","]) expect(isOptOut(text, "")).toBe(false);
    expect(isOptOut(",", ",,")).toBe(false);
  });
});

describe("quiet hours", () => {
  const night = { quietHours: true, quietFrom: "21:00", quietUntil: "08:00", timeZone: "America/Sao_Paulo" };
  const noon = { ...night, quietFrom: "12:00", quietUntil: "13:30" };
  const utc = (text: string): Date => new Date(text);
  it.each([
    ["before they begin", night, "2026-03-10T23:59:59Z", null],
    ["as they begin", night, "2026-03-11T00:00:00Z", "2026-03-11T11:00:00Z"],
    ["after midnight", night, "2026-03-11T05:00:00Z", "2026-03-11T11:00:00Z"],
    ["as they end", night, "2026-03-11T11:00:00Z", null],
    ["within a day", noon, "2026-03-10T15:10:00Z", "2026-03-10T16:30:00Z"],
    ["outside of those within a day", noon, "2026-03-10T16:30:00Z", null],
    ["switched off", { ...night, quietHours: false }, "2026-03-11T05:00:00Z", null],
    ["of no length", { ...night, quietUntil: "21:00" }, "2026-03-11T05:00:00Z", null],
    [
      "through a night in which the clocks change",
      { ...night, timeZone: "America/New_York" },
      "2026-03-08T05:00:00Z",
      "2026-03-08T12:00:00Z",
    ],
  ])("%s end at the right moment", (_case, settings, now, expected) => {
    expect(quietUntil(settings, utc(now))).toEqual(expected === null ? null : utc(expected));
  });
});
