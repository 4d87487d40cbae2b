import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { anActor } from "@balcao/testing/cast";
import { editOffer, reactOffer, removeOffer } from "./messageRights";

const ANA = 10;
const actor = anActor(ANA, "user");
// The rules read no more of a ticket and of a message.
const on = (api: string, whatsappId: number | null = 1) => ({ userId: ANA, whatsappId, whatsapp: { api } }) as unknown as TicketView;
const message = (more: Partial<MessageView> = {}) =>
  ({
    ...{ id: "5", fromMe: true, userId: ANA, mediaType: "conversation", isDeleted: false, ack: 2, sending: "sent" },
    createdAt: new Date().toISOString(),
    ...more,
  }) as MessageView;
const here = (ticket = on("meow"), writable = true) => ({ ticket, actor, writable });
const old = { createdAt: new Date(Date.now() - 16 * 60_000).toISOString() };
const theirs = { fromMe: false, userId: null, ack: 0 } as const;

describe("what the menu says of a change of a text", () => {
  it.each([
    ["one's own", {}, here(), null],
    ["one's own of more than 15 minutes", old, here(), "tooLate"],
    ["a colleague's", { userId: 11 }, here(), "notYours"],
    ["one's own on a network that cannot", {}, here(on("cloud_api")), "notSupported"],
    ["one's own that waits", { ack: 0 }, here(), "notSent"],
    ["one's own in a ticket that is over", {}, here(on("meow"), false), "readOnly"],
    ["the customer's", theirs, here(), undefined],
    ["a picture's", { mediaType: "image" }, here(), undefined],
    ["one that failed", { ack: -1 }, here(), undefined],
    ["one that only this browser has", { id: "local-1" }, here(), undefined],
  ] as const)("%s (D-072) [CONV-032]", (_whose, more, context, offer) => expect(editOffer(message(more), context)).toBe(offer));
});

describe("what the menu says of a deletion for everybody", () => {
  it.each([
    ["one's own, however old", old, here(), null],
    ["one's own comment", { mediaType: "comment" }, here(), null],
    ["a colleague's", { userId: 11 }, here(), "notYours"],
    ["one's own in a ticket that is over", {}, here(on("meow"), false), "readOnly"],
    ["the customer's", theirs, here(), undefined],
    ["a deleted one", { isDeleted: true }, here(), undefined],
  ] as const)("%s (D-072) [CONV-031]", (_whose, more, context, offer) => expect(removeOffer(message(more), context)).toBe(offer));
});

describe("what the menu says of a reaction", () => {
  it.each([
    ["the customer's", theirs, here(), null],
    ["one's own that waits", { ack: 0 }, here(), "notSent"],
    ["the customer's in a ticket that is over", theirs, here(on("meow"), false), "readOnly"],
    ["the customer's, where the connection was deleted", theirs, here(on("meow", null)), "noConnection"],
    ["a comment", { mediaType: "comment" }, here(), undefined],
  ] as const)("%s", (_whose, more, context, offer) => expect(reactOffer(message(more), context)).toBe(offer));
});
