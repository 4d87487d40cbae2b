import { anActor } from "@balcao/testing/cast";
import type { Actor, Profile } from "../access/index.js";
import { CAPABILITIES, CONNECTOR_APIS } from "../connections/index.js";
import {
  EDIT_WINDOW_MS,
  isEditable,
  isForwardable,
  isOwnMessage,
  isReactable,
  mentionedDigits,
  MESSAGE_TYPES,
  REFETCH_MS,
  refetchOf,
  type FailedFileFacts,
  type MessageFacts,
  type MessageType,
} from "./index.js";

const SENT = new Date("2026-11-20T12:00:00Z");
const message = (more: Partial<MessageFacts> = {}): MessageFacts => ({
  fromMe: true,
  userId: 10,
  type: "conversation",
  isDeleted: false,
  sentAt: SENT,
  ...more,
});
const person = (id: number, profile: Profile): Actor => anActor(id, profile);
const ana = person(10, "user");
const rui = person(11, "user");
const davi = person(14, "admin");

describe("messages that are a person's own", () => {
  it.each<[string, Partial<MessageFacts>, number | null, Actor, boolean]>([
    ["what she wrote herself", {}, 11, ana, true],
    ["what a colleague wrote", {}, 11, rui, false],
    ["an automatic text in her ticket", { userId: null }, 10, ana, true],
    ["an automatic text in another's ticket", { userId: null }, 11, ana, false],
    ["what the customer wrote", { fromMe: false, userId: null }, 10, ana, false],
    ["what a colleague wrote, for an administrator", {}, 11, davi, true],
    ["what the customer wrote, for an administrator", { fromMe: false, userId: null }, 14, davi, false],
  ])("%s (D-072) [CONV-031]", (_what, more, owner, actor, own) => {
    expect(isOwnMessage(message(more), owner, actor)).toBe(own);
  });
});

describe("messages whose text can be changed", () => {
  const at = (ms: number) => new Date(SENT.getTime() + ms);

  it("are plain texts of the last 15 minutes, on networks that support editing (D-072) [CONV-032]", () => {
    expect(CONNECTOR_APIS.filter((api) => isEditable(message(), api, at(0)))).toEqual(["baileys", "wwebjs", "meow"]);
    expect(isEditable(message(), "meow", at(EDIT_WINDOW_MS))).toBe(true);
    expect(isEditable(message(), "meow", at(EDIT_WINDOW_MS + 1))).toBe(false);
    expect(isEditable(message({ type: "image" }), "meow", at(0))).toBe(false);
    expect(isEditable(message({ isDeleted: true }), "meow", at(0))).toBe(false);
  });
});

describe("messages of each kind", () => {
  const except = (...types: readonly MessageType[]) => MESSAGE_TYPES.filter((type) => !types.includes(type));

  it("can be forwarded where the customer had them, as they are [CONV-034]", () => {
    expect(MESSAGE_TYPES.filter((type) => isForwardable(message({ type })))).toEqual(
      except("comment", "error", "call_log", "template", "list"),
    );
    expect(MESSAGE_TYPES.filter((type) => isForwardable(message({ type, isDeleted: true })))).toEqual([]);
  });

  it("take reactions where the customer had them, on a network that has reactions", () => {
    const reactable = (more: Partial<MessageFacts>) => MESSAGE_TYPES.filter((type) => isReactable(message({ type, ...more }), "baileys"));
    expect(reactable({})).toEqual(except("comment", "error", "call_log"));
    expect(reactable({ isDeleted: true })).toEqual([]);
    expect(CONNECTOR_APIS.filter((api) => isReactable(message(), api))).toEqual(CONNECTOR_APIS.filter((api) => CAPABILITIES[api].react));
  });
});

describe("files that could not be fetched", () => {
  const file = { mediaState: "failed", code: "ERR_WAPP_DOWNLOAD_MEDIA", isDeleted: false, sentAt: SENT } as const;
  it.each<[string, Partial<FailedFileFacts>, number, ReturnType<typeof refetchOf>]>([
    ["after a fault that may pass", {}, 0, "possible"],
    ["as long as networks keep them", {}, REFETCH_MS, "possible"],
    ["later", {}, REFETCH_MS + 1, "tooOld"],
    ["of a refused kind", { code: "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" }, 0, "none"],
    ["still awaited", { mediaState: "pending" }, 0, "none"],
    ["of a deleted message", { isDeleted: true }, 0, "none"],
  ])("%s (D-081)", (_what, more, ms, may) => {
    expect(refetchOf({ ...file, ...more }, new Date(SENT.getTime() + ms))).toBe(may);
  });
});

describe("mentionedDigits", () => {
  it.each([
    ["@5511900000001 veja", ["5511900000001"]],
    ["veja (@5511900000001, @123456789012345) e @5511900000001", ["5511900000001", "123456789012345"]],
    ["ana@5511900000001.com e @12", []],
    ["@5511900000001a", []],
  ])("finds in %s", (text, digits) => {
    expect(mentionedDigits(text)).toEqual(digits);
  });
});
