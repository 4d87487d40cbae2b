import type { MessageView } from "@balcao/contracts/messages";
import { readCards, readPlace } from "./content";
import { deliveryState, failureOf, toFailures } from "./messageState";

const sent = (over: Partial<MessageView>) => ({ fromMe: true, mediaType: "conversation", sending: "sent", ack: 1, ...over }) as MessageView;

describe("deliveryState", () => {
  it.each([
    [{ ack: 0, sending: "queued" }, "waiting"],
    [{ ack: 1 }, "sent"],
    [{ ack: 2 }, "delivered"],
    [{ ack: 3 }, "read"],
    [{ ack: -1 }, "failed"],
    [{ ack: 0, sending: "failed" }, "failed"],
    [{ ack: 0, sending: "unknown" }, "unknown"],
    [{ ack: 0, sending: "cancelled" }, "discarded"],
    [{ fromMe: false, ack: 3 }, null],
    [{ mediaType: "comment" }, null],
  ] as const)("reads %j as %s [CONV-030]", (over, state) => {
    expect(deliveryState(sent(over), "baileys")).toBe(state);
  });

  it("shows no more than the connector reports: played on baileys, read on meow [CONV-030]", () => {
    expect(deliveryState(sent({ ack: 4 }), "baileys")).toBe("played");
    expect(deliveryState(sent({ ack: 4 }), "meow")).toBe("read");
  });
});

describe("toFailures", () => {
  const ours = (id: string, over: Partial<MessageView>) => sent({ id, clientKey: null, ...over });
  const seen = (...messages: readonly MessageView[]) => toFailures(new Map(), messages, "baileys").states;

  it("finds a message that fails after it was shown as waiting, once, and under the key that it keeps", () => {
    const before = seen(ours("local-k", { ack: 0, sending: "queued", clientKey: "k" }));
    const stored = ours("7", { ack: -1, sending: "failed", clientKey: "k" });
    const { failed, states } = toFailures(before, [stored], "baileys");
    expect(failed).toEqual([stored]);
    expect(toFailures(states, [stored], "baileys").failed).toEqual([]);
  });

  it("finds none that had failed when the conversation or an older page was loaded", () => {
    expect(toFailures(seen(ours("8", {})), [ours("3", { ack: -1 }), ours("8", {})], "baileys").failed).toEqual([]);
  });
});

describe("failureOf", () => {
  const log = (code: string | number | null) => ({ errorLog: { code, title: "", message: "why", details: "" } });

  it("shows 404 when there is no log [CONV-038]", () => {
    expect(failureOf({ errorLog: null }).code).toBe("404");
  });

  it("recognises the closed window of 24 hours, as text and as number [CONV-037]", () => {
    expect(failureOf(log("131047")).windowClosed).toBe(true);
    expect(failureOf(log(131047)).windowClosed).toBe(true);
    expect(failureOf(log(131026)).windowClosed).toBe(false);
  });

  it("shows the text of the log [CONV-036]", () => {
    expect(failureOf(log(131026))).toEqual({ code: "131026", windowClosed: false, text: "why" });
  });
});

describe("readPlace", () => {
  it("reads picture, link and description between the bars", () => {
    expect(readPlace("data:image/png;base64,AAAA|https://maps.google.com/maps?q=1%2C2|Praça da Sé\nCentro")).toEqual({
      picture: "data:image/png;base64,AAAA",
      link: "https://maps.google.com/maps?q=1%2C2",
      name: "Praça da Sé",
      address: "Centro",
    });
  });

  it("accepts neither scripts nor other data as a picture or a link", () => {
    expect(readPlace("data:image/svg+xml;base64,AAAA|javascript:alert(1)|Sé")).toEqual({
      picture: null,
      link: null,
      name: "Sé",
      address: "",
    });
  });
});

describe("readCards", () => {
  it("reads one card or several", () => {
    const card = (name: string, phone: string) => `BEGIN:VCARD\nFN:${name}\nTEL;waid=${phone}:+${phone}\nEND:VCARD`;
    expect(readCards(`${card("Um", "5511999990001")}\n${card("Dois", "5511999990002")}`)).toMatchObject([
      { name: "Um", phones: ["+5511999990001"] },
      { name: "Dois", phones: ["+5511999990002"] },
    ]);
    expect(readCards("nada")).toEqual([]);
  });
});
