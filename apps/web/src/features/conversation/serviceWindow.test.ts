import { toHoursAndMinutes, toWindowEnd, windowAt } from "./serviceWindow";

const cloud = { id: 1, name: "Loja", api: "cloud_api" } as const;
const at = (text: string): number => Date.parse(text);
const said = (createdAt: string, fromMe = false) => ({ createdAt, fromMe });

describe("the 24 hours after the customer's last message", () => {
  it("exist on cloud connections only", () => {
    for (const api of ["meow", "baileys", "wwebjs"] as const)
      expect(toWindowEnd({ whatsapp: { ...cloud, api }, windowUntil: null }, [said("2026-11-21T12:00:00Z")])).toBeUndefined();
    expect(toWindowEnd({ whatsapp: null }, [])).toBeUndefined();
  });

  it("end at the time in the ticket, and have ended when the ticket has no customer message", () => {
    expect(toWindowEnd({ whatsapp: cloud, windowUntil: "2026-11-22T10:00:00Z" }, [said("2026-11-21T12:00:00Z")])).toBe(
      at("2026-11-22T10:00:00Z"),
    );
    expect(toWindowEnd({ whatsapp: cloud, windowUntil: null }, [])).toBeNull();
  });

  it("count from the customer's newest message when the ticket has no time", () => {
    const messages = [said("2026-11-20T12:00:00Z"), said("2026-11-21T12:00:00Z"), said("2026-11-21T13:00:00Z", true)];
    expect(toWindowEnd({ whatsapp: cloud }, messages)).toBe(at("2026-11-22T12:00:00Z"));
    expect(toWindowEnd({ whatsapp: cloud }, [said("2026-11-21T13:00:00Z", true)])).toBeUndefined();
  });

  it("are counted down in whole minutes and close at their end", () => {
    const end = at("2026-11-22T12:00:00Z");
    expect(windowAt(end, at("2026-11-22T08:47:30Z"))).toEqual({ open: true, minutes: 192 });
    expect(windowAt(end, at("2026-11-22T11:59:30Z"))).toEqual({ open: true, minutes: 0 });
    expect(windowAt(end, end)).toEqual({ open: false });
    expect(windowAt(null, end)).toEqual({ open: false });
    expect(windowAt(undefined, end)).toBeNull();
    expect(toHoursAndMinutes(192)).toBe("3 h 12 min");
    expect(toHoursAndMinutes(59)).toBe("59 min");
    expect(toHoursAndMinutes(60)).toBe("1 h 0 min");
  });
});
