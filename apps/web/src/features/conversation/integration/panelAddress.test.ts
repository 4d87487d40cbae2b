import { toPanelAddress, toSandbox } from "./panelAddress.js";

const ticket = { id: 7, contactId: 12, contact: { id: 12, name: "Zoé", number: "5511900930006", profilePicUrl: null, isGroup: false } };

describe("the address of the external panel", () => {
  it("has the ticket, the contact and the number where the setting names them, each encoded [CONV-005, D-083]", () => {
    for (const [setting, address] of [
      ["https://crm.example/", "https://crm.example/"],
      ["https://crm.example/{{ticketId}}/{{contactId}}?n={{number}}", "https://crm.example/7/12?n=5511900930006"],
      ["https://crm.example/%7B%7BticketId%7D%7D", "https://crm.example/7"],
      ["https://crm.example/{{name}}", "https://crm.example/{{name}}"],
    ] as const)
      expect([setting, toPanelAddress(setting, ticket)]).toEqual([setting, address]);
    const hidden = { ...ticket, contact: { ...ticket.contact, number: null } };
    expect(toPanelAddress("https://crm.example/?n={{number}}", hidden)).toBe("https://crm.example/?n=");
  });

  it("keeps its own storage only on a host that is not beside ours [CONV-005, D-083]", () => {
    for (const [address, own, keeps] of [
      ["https://crm.example/", "inbox.shop.com.br", true],
      ["https://crm.other.com.br/", "inbox.shop.com.br", true],
      ["https://inbox.shop.com.br/x", "inbox.shop.com.br", false],
      ["https://crm.shop.com.br/", "inbox.shop.com.br", false],
      ["https://shop.com.br/", "inbox.shop.com.br", false],
      ["https://a.inbox.shop.com.br/", "inbox.shop.com.br", false],
      ["https://crm.example/", "localhost", true],
    ] as const)
      expect([address, toSandbox(address, own).includes("allow-same-origin")]).toEqual([address, keeps]);
  });
});
