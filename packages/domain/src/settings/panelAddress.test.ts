import { toPanelAddress } from "./index.js";

const subject = { ticketId: 7, contactId: 12, number: "5511900930006" };

describe("the address of the external panel", () => {
  it("has the ticket, the contact and the number where the setting names them, each encoded [CONV-005, D-083]", () => {
    for (const [setting, address] of [
      ["https://crm.example/", "https://crm.example/"],
      ["https://crm.example/{{ticketId}}/{{contactId}}?n={{number}}", "https://crm.example/7/12?n=5511900930006"],
      ["https://crm.example/%7B%7BticketId%7D%7D", "https://crm.example/7"],
      ["https://crm.example/{{name}}", "https://crm.example/{{name}}"],
    ] as const)
      expect([setting, toPanelAddress(setting, subject)]).toEqual([setting, address]);
    expect(toPanelAddress("https://crm.example/?n={{number}}", { ...subject, number: null })).toBe("https://crm.example/?n=");
  });
});
