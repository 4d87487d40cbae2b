import { ticketLinks } from "./ticketLinks";

const ORIGIN = "https://balcao.test";

describe("links to tickets in a message of a chat", () => {
  it.each([
    [`Veja ${ORIGIN}/tickets/12, por favor`, [12]],
    [`${ORIGIN}/tickets/12?tab=open ${ORIGIN}/tickets/12`, [12]],
    [`${ORIGIN}/tickets/0/7`, []],
    [`${ORIGIN}/tickets/12/7 ${ORIGIN}/tickets/x`, []],
    ["https://elsewhere.test/tickets/12", []],
    [[1, 2, 3, 4].map((id) => `${ORIGIN}/tickets/${id}`).join("\n"), [1, 2, 3]],
  ] as const)("%j names %j", (text, ids) => {
    expect(ticketLinks(text, ORIGIN)).toEqual(ids);
  });
});
