import fc from "fast-check";
import { askedHistory, recentHistory } from "./__fixtures__/history.js";
import * as messages from "./__fixtures__/messages.js";
import * as others from "./__fixtures__/others.js";
import { toInbound } from "./meowInbound.js";
import { INTAKE_KINDS } from "../intake/intakeEvent.js";
import { splitMeow } from "./toIntake.js";

const NOW = new Date(messages.RECEIVED_AT);

function split(body: unknown): { kind: string; chat: string; dedupeKey: string }[] {
  return splitMeow(body, NOW).map(({ kind, chat, dedupeKey }) => ({ kind, chat, dedupeKey }));
}

describe("the split of a WuzAPI webhook", () => {
  it("keys a message by chat, author, direction and id, never by the id alone [S-27]", () => {
    expect(split(messages.text)).toEqual([
      { kind: "message", chat: "phone:5511988887777", dedupeKey: "m:phone:5511988887777:phone:5511988887777:false:3EB0AA00BB11CC22DD33EE" },
    ]);
    expect(split(messages.inGroup)).toEqual([
      {
        kind: "message",
        chat: "group:120363041234567890",
        dedupeKey: "m:group:120363041234567890:phone:5511988887777:false:3EB0AA00BB11CC22DD33EE",
      },
    ]);
    expect(split(messages.typedOnPhone)[0]?.dedupeKey).toBe("m:phone:5511988887777:phone:5511988887777:true:3EB0AA00BB11CC22DD33EE");
  });

  it("gives a message that is delivered again, also with another retry count, the same key", () => {
    const again = structuredClone(messages.text);
    Object.assign(Object(again["event"]), { RetryCount: 2 });
    expect(split(again)).toEqual(split(messages.text));
  });

  it("turns each message of a requested history into the event of its own webhook, under the same key [P-10]", () => {
    const events = splitMeow(askedHistory, NOW);
    expect(events.map(({ dedupeKey }) => dedupeKey)).toEqual([
      split(messages.text)[0]?.dedupeKey,
      "m:phone:5511988887777:phone:5511988887777:true:3A11",
      "m:phone:5511988887778:phone:5511988887778:false:3EB0LID",
      split(messages.inGroup)[0]?.dedupeKey,
    ]);
    expect(events.map(({ payload }) => toInbound(payload))).toMatchObject([
      {
        ref: { chat: { phone: "5511988887777", lid: "198765432101234" } },
        authorName: "Cliente",
        content: { body: "Tem alguém aí?" },
        sentAt: new Date(1_795_176_000_000),
        live: false,
        recovered: true,
      },
      { ref: { fromMe: true, chat: { phone: "5511988887777" } }, authorName: null, content: { body: "Do celular" } },
      { ref: { chat: { phone: "5511988887778", lid: "198765432101235" } } },
      { ref: { chat: { group: "120363041234567890" }, author: { phone: "5511988887777" } } },
    ]);
    expect(toInbound(messages.text)).not.toHaveProperty("recovered");
  });

  it("keeps a type that is not read as it came, under one key for repeats [D-276]", () => {
    const body = { type: "LabelEdit", event: { JID: "5511988887777@s.whatsapp.net" }, userID: "7" };
    expect(splitMeow(body, NOW)).toMatchObject([{ kind: "unknown", name: "LabelEdit", chat: "unknown", payload: body }]);
    expect(splitMeow(body, new Date(0))[0]?.dedupeKey).toBe(splitMeow(body, NOW)[0]?.dedupeKey);
    expect(splitMeow({ type: "Presence", event: {} }, NOW)).toEqual([]);
  });

  it("ignores history that was not requested", () => {
    expect(split(recentHistory)).toEqual([]);
  });

  it("makes one event per id of a receipt", () => {
    expect(split(others.delivered)).toEqual(
      ["3EB001", "3EB002"].map((id) => ({
        kind: "ack",
        chat: "phone:5511988887777",
        dedupeKey: `a:phone:5511988887777:${id}:2:5511988887777@s.whatsapp.net`,
      })),
    );
    expect(splitMeow(others.read, NOW).map(({ payload }) => toInbound(payload))).toMatchObject([
      { externalIds: ["3EB001"], ack: 3 },
      { externalIds: ["3EB002"], ack: 3 },
    ]);
  });

  it("keys edits, revokes, reactions and the rest by what they change", () => {
    const kinds = [
      messages.edit,
      messages.revoke,
      messages.reactionToOurs,
      others.readSelf,
      others.videoCall,
      others.picture,
      others.groupRenamed,
    ].map((body) => split(body)[0]);
    expect(kinds).toMatchObject([
      { kind: "edit", dedupeKey: expect.stringMatching(/^e:.*:false:3EB0FIRST:3EB0EDIT:\d+$/) },
      { kind: "revoke", dedupeKey: "r:phone:5511988887777:phone:5511988887777:false:3EB0FIRST" },
      { kind: "reaction", dedupeKey: "x:phone:5511988887777:phone:5511988887777:3EB0OURS:3EB0AA00BB11CC22DD33EE" },
      { kind: "readOnPhone", dedupeKey: expect.stringMatching(/^p:phone:5511988887777:[\da-f]{32}:\d+$/) },
      { kind: "call", dedupeKey: "c:phone:5511988887777:CALL1:offer" },
      { kind: "contact" },
      { kind: "group" },
    ]);
  });

  it("gives an undecryptable message another key than its content, which arrives under the same id", () => {
    expect(split(others.unreadable)).toMatchObject([{ kind: "message", dedupeKey: expect.stringMatching(/^u:.*:3EB0UNREAD$/) }]);
  });

  it.each(["", "1"])("reads a sealed edit, and keeps the secret of a message out of its payload (edit mark %j)", (Edit) => {
    const info = {
      Chat: "5511988887777@s.whatsapp.net",
      Sender: "5511988887777:3@s.whatsapp.net",
      ID: "3EB0FIRST",
      Timestamp: NOW.toISOString(),
    };
    const said = {
      type: "Message",
      event: { Info: info, Message: { conversation: "Oi", messageContextInfo: { messageSecret: "c2VjcmV0" } } },
    };
    const sealed = { targetMessageKey: { ID: "3EB0FIRST", fromMe: true }, encPayload: "cGF5", encIV: "aXY=", secretEncType: 2 };
    const edited = { type: "Message", event: { Info: { ...info, ID: "3EB0EDIT", Edit }, Message: { secretEncryptedMessage: sealed } } };
    const [first] = splitMeow(said, NOW);
    expect(first?.secret).toBe("c2VjcmV0");
    expect(JSON.stringify(first?.payload)).not.toContain("c2VjcmV0");
    const [edit] = splitMeow(edited, NOW);
    expect(edit).toMatchObject({ kind: "edit", dedupeKey: expect.stringMatching(/^e:.*:3EB0FIRST:3EB0EDIT:\d+$/) });
    expect(toInbound(edit?.payload)).toMatchObject({
      kind: "sealedEdit",
      target: { externalId: "3EB0FIRST", fromMe: false },
      sealed: { id: "3EB0FIRST", type: 2, payload: "cGF5", iv: "aXY=", author: ["5511988887777@s.whatsapp.net"] },
    });
  });

  it("gives each event of the session its own key, and keeps no pairing code", () => {
    const [first] = splitMeow(others.qr, NOW);
    const [second] = splitMeow(others.qr, NOW);
    expect(first).toMatchObject({ kind: "status", chat: "session", sentAt: NOW });
    expect(first?.dedupeKey).not.toBe(second?.dedupeKey);
    expect(JSON.stringify(first)).not.toContain("base64");
  });

  it("names the files that a payload refers to and drops the second copy of the message", () => {
    const [event] = splitMeow(messages.imageWithFile, NOW);
    expect(event?.fileIds).toEqual(["file-1"]);
    expect(event?.sentAt).toEqual(new Date("2026-11-20T15:00:00Z"));
    expect(JSON.stringify(event?.payload)).not.toContain("RawMessage");
    expect(toInbound(event?.payload)).toEqual(toInbound(messages.imageWithFile));
  });

  it("keeps beside a payload with a file one without it, whose file WuzAPI downloads on request, where it can [D-257]", () => {
    const [event] = splitMeow(messages.imageWithFile, NOW);
    expect(JSON.stringify(event?.payloadWithoutFile)).not.toMatch(/file-1|messageSecret|RawMessage/);
    expect(toInbound(event?.payloadWithoutFile)).toMatchObject({
      kind: "message",
      content: { kind: "media", source: { at: "provider", descriptor: { MediaKey: expect.stringMatching(/./) } } },
    });
    const { event: body, ...beside } = messages.imageWithFile;
    const keyless = { ...beside, event: { ...(body as object), Message: { imageMessage: { mimetype: "image/jpeg" } } } };
    const [lost] = splitMeow(keyless, NOW);
    expect([lost?.fileIds, lost && "payloadWithoutFile" in lost]).toEqual([["file-1"], false]);
  });

  it("journals nothing for statuses, channels, typing and garbage", () => {
    for (const body of [
      messages.status,
      messages.channel,
      others.typing,
      others.undecryptable,
      null,
      undefined,
      7,
      "x",
      [],
      [null],
      {},
      { type: "Message" },
      { type: "Message", event: { Info: null } },
      { type: "ReadReceipt", event: { MessageIDs: 3 } },
    ]) {
      expect(splitMeow(body, NOW)).toEqual([]);
    }
  });

  it("never throws, and its events can be journalled and read again [F-18]", () => {
    const types = fc.constantFrom(
      "Message",
      "ReadReceipt",
      "CallOffer",
      "Picture",
      "GroupInfo",
      "QR",
      "UndecryptableMessage",
      "PushName",
      "toString",
    );
    const known = fc.constantFrom(...Object.values(messages).filter((value) => typeof value === "object"), ...Object.values(others));
    const broken = fc
      .tuple(known, fc.nat(), fc.jsonValue())
      .map(([body, place, value]) => replaceLeaf(structuredClone(body), place, value));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ type: types, event: fc.jsonValue() }), broken), (body) => {
        for (const event of splitMeow(body, NOW)) {
          expect(INTAKE_KINDS).toContain(event.kind);
          expect(Number.isNaN(event.sentAt.getTime())).toBe(false);
          expect(event.dedupeKey).not.toBe("");
          expect(toInbound(JSON.parse(JSON.stringify(event.payload)))).toEqual(toInbound(event.payload));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The value with one leaf replaced; `place` counts the leaves and wraps around. */
function replaceLeaf(root: unknown, place: number, value: unknown): unknown {
  const leaves: (() => void)[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const key of Object.keys(node)) {
      leaves.push(() => Object.assign(node, { [key]: value }));
      walk(Object.getOwnPropertyDescriptor(node, key)?.value);
    }
  };
  walk(root);
  leaves[place % Math.max(1, leaves.length)]?.();
  return root;
}
