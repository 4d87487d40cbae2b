import { asksForProtocol, protocolMessage, protocolNumber } from "./index.js";

const ZONE = "America/Sao_Paulo";

describe("a protocol", () => {
  it.each([
    [42, "2026-01-05T12:00:00Z", "20260105000042"],
    // Still the day before in São Paulo.
    [7, "2026-01-05T02:59:59Z", "20260104000007"],
    [1_234_567, "2026-12-31T12:00:00Z", "202612311234567"],
  ])("has the company's day and its id %i as number [D-200]", (id, now, number) => {
    expect(protocolNumber(id, new Date(now), ZONE)).toBe(number);
  });

  it("tells the contact its number and that the conversation ends in 5 seconds [D-201]", () => {
    expect(protocolMessage("20260105000042")).toBe(
      "Protocolo de atendimento: *20260105000042*. Esta conversa será encerrada em 5 segundos.",
    );
  });

  it.each([
    [false, false, false, false],
    [false, true, false, false],
    [true, false, false, true],
    [true, false, true, false],
    [true, true, true, true],
    [false, true, true, false],
  ])("is asked with generateProtocol %p, greetingProtocolGroup %p, a group %p: %p [D-201]", (generate, group, isGroup, asks) => {
    expect(asksForProtocol({ isGroup }, { generateProtocol: generate, greetingProtocolGroup: group })).toBe(asks);
  });
});
